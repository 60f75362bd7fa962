package org.uidgenerator.spring.boot.internal.stores;

import static org.uidgenerator.spring.boot.internal.Setters.ifSet;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
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
    private static final Pattern SCRIPT = Pattern.compile("\\bsql/([\\w-]+\\.sql)");

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
    public Optional<String> advice(String failure) {
        return script(failure);
    }

    /** Says where the script is that a failure names. */
    static Optional<String> script(String failure) {
        Matcher script = SCRIPT.matcher(failure);
        return script.find()
                ? Optional.of("The script is in the jar uid-worker-db: org/uidgenerator/jdbc/" + script.group(1))
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
