package org.uidgenerator.spring.boot.internal.stores;

import static org.uidgenerator.spring.boot.internal.Setters.ifSet;

import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.uidgenerator.OptionText;
import org.uidgenerator.jdbc.MissingTableException;
import org.uidgenerator.jdbc.SqlDialect;
import org.uidgenerator.jdbc.TableCreation;
import org.uidgenerator.spring.boot.LeaseStoreProvider;
import org.uidgenerator.spring.boot.StoreRequest;
import org.uidgenerator.worker.db.JdbcLeaseStore;
import org.uidgenerator.worker.lease.WorkerLeaseStore;

/** Leases in a table. */
@Order(Ordered.HIGHEST_PRECEDENCE)
public final class JdbcLeases extends BuiltInStore<JdbcLeases.Properties>
        implements LeaseStoreProvider<JdbcLeases.Properties> {
    public static final String NAME = "jdbc";
    static final String MODULE = "org.uidgenerator:uid-worker-db";

    /**
     * The table of the worker ids: leased ones, and disposable ones.
     *
     * @param tableName Table of the worker ids, possibly with its schema and a dot before it. Default is WORKER_LEASE
     *     for leased ones, WORKER_NODE for disposable ones.
     * @param tableCreation On which databases the table is created when it is missing.
     */
    @ConfigurationProperties("uid.worker.jdbc")
    public record Properties(
            @Nullable String tableName, @Nullable TableCreation tableCreation) {}

    public JdbcLeases() {
        super(
                NAME,
                MODULE,
                "org.uidgenerator.worker.db.JdbcLeaseStore",
                List.of("javax.sql.DataSource"),
                Properties.class,
                "Add a DataSource, such as spring.datasource.url and its driver. Worker ids are leased from a table: safe whatever"
                        + " crashes or hangs, costs a query every few minutes.");
    }

    @Override
    public Optional<OptionText> advice(Throwable failure) {
        return adviceOnDatabase(failure);
    }

    /** Returns where the script of a missing table is, or which database it is that fails. */
    static Optional<OptionText> adviceOnDatabase(Throwable failure) {
        if (failure instanceof MissingTableException missing) {
            return missing.script()
                    .map(script ->
                            OptionText.of("The script is in the jar uid-worker-db: org/uidgenerator/jdbc/%s", script));
        }
        return failure instanceof SQLException
                ? Optional.of(
                        OptionText.of(
                                "The database is that of the DataSource bean: {spring.datasource.url}, {spring.datasource.username},"
                                        + " {spring.datasource.password}, or what the application sets where it defines the bean."))
                : Optional.empty();
    }

    @Override
    public WorkerLeaseStore open(StoreRequest<Properties> request, String namespace) {
        JdbcLeaseStore.Builder builder =
                JdbcLeaseStore.builder((DataSource) request.bean()).namespace(namespace);
        ifSet(request.properties().tableName(), builder::tableName);
        ifSet(request.properties().tableCreation(), builder::tableCreation);
        request.beanFactory().getBeanProvider(SqlDialect.class).ifAvailable(builder::dialect);
        return builder.build();
    }
}
