package org.uidgenerator.spring.boot.internal.stores;

import static org.uidgenerator.spring.boot.internal.Setters.ifSet;

import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.uidgenerator.OptionText;
import org.uidgenerator.jdbc.MissingTableException;
import org.uidgenerator.jdbc.SqlDialect;
import org.uidgenerator.jdbc.TableCreation;
import org.uidgenerator.segment.SegmentStore;
import org.uidgenerator.segment.UnknownTags;
import org.uidgenerator.segment.db.JdbcSegmentStore;
import org.uidgenerator.segment.db.SegmentColumns;
import org.uidgenerator.spring.boot.LeaseStoreProvider;
import org.uidgenerator.spring.boot.SegmentStoreProvider;
import org.uidgenerator.spring.boot.StoreRequest;
import org.uidgenerator.worker.db.JdbcLeaseStore;
import org.uidgenerator.worker.lease.store.WorkerLeaseStore;

/**
 * Leases and counters in tables.
 *
 * @param <P> the properties that only this kind has
 */
public abstract sealed class JdbcStores<P> extends BuiltInStore<P> {
    public static final String NAME = "jdbc";

    private JdbcStores(Class<?> storeType, Class<P> properties, String remedy) {
        super(
                NAME,
                "org.uidgenerator:uid-worker-db",
                storeType.getName(),
                List.of("javax.sql.DataSource"),
                properties,
                "Add a DataSource, such as spring.datasource.url and its driver. " + remedy);
    }

    /** Returns where the script of a missing table is, or which database it is that fails. */
    @Override
    public final Optional<OptionText> advice(Throwable failure) {
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

    /** Leases in a table. */
    @Order(Ordered.HIGHEST_PRECEDENCE)
    public static final class Leases extends JdbcStores<Leases.Properties>
            implements LeaseStoreProvider<Leases.Properties> {
        /**
         * The table of the worker ids: leased ones, and disposable ones.
         *
         * @param tableName Table of the worker ids, possibly with its schema and a dot before it. Default is
         *     WORKER_LEASE for leased ones, WORKER_NODE for disposable ones.
         * @param tableCreation On which databases the table is created when it is missing.
         */
        @ConfigurationProperties("uid.worker.jdbc")
        public record Properties(
                @Nullable String tableName, @Nullable TableCreation tableCreation) {}

        public Leases() {
            super(
                    JdbcLeaseStore.class,
                    Leases.Properties.class,
                    "Worker ids are leased from a table: safe whatever crashes or hangs, costs a query every few minutes.");
        }

        @Override
        public WorkerLeaseStore open(StoreRequest<Leases.Properties> request, String namespace) {
            JdbcLeaseStore.Builder builder =
                    JdbcLeaseStore.builder((DataSource) request.bean()).namespace(namespace);
            ifSet(request.properties().tableName(), builder::tableName);
            ifSet(request.properties().tableCreation(), builder::tableCreation);
            request.beanFactory().getBeanProvider(SqlDialect.class).ifAvailable(builder::dialect);
            return builder.build();
        }
    }

    /** Counters in a table. */
    @Order(Ordered.HIGHEST_PRECEDENCE)
    public static final class Counters extends JdbcStores<Counters.Properties>
            implements SegmentStoreProvider<Counters.Properties> {
        /**
         * The table of the counters.
         *
         * @param tableKind Whose table it is.
         * @param tableName Table of the counters, possibly with its schema and a dot before it. Default is SEGMENT, or
         *     what Leaf or TinyId call it.
         * @param tableCreation On which databases the table is created when it is missing. Kind "standard" only.
         */
        @ConfigurationProperties("uid.segments.jdbc")
        public record Properties(
                @DefaultValue("standard") TableKind tableKind,
                @Nullable String tableName,
                @DefaultValue("embedded") TableCreation tableCreation) {}

        public enum TableKind {
            /** The table SEGMENT that the scripts in sql/ create. */
            STANDARD(SegmentColumns.STANDARD),

            /** The table leaf_alloc of Leaf, whose servers may use it at the same time. */
            LEAF(SegmentColumns.LEAF),

            /** The table tiny_id_info of TinyId, whose servers may use it at the same time. */
            TINY_ID(SegmentColumns.TINY_ID);

            @SuppressWarnings("ImmutableEnumChecker") // names, none of which changes
            private final SegmentColumns columns;

            TableKind(SegmentColumns columns) {
                this.columns = columns;
            }
        }

        public Counters() {
            super(JdbcSegmentStore.class, Counters.Properties.class, "Counters are rows of a table.");
        }

        @Override
        public SegmentStore open(StoreRequest<Counters.Properties> request, UnknownTags unknownTags) {
            Counters.Properties properties = request.properties();
            JdbcSegmentStore.Builder builder = JdbcSegmentStore.builder((DataSource) request.bean())
                    .columns(properties.tableKind().columns)
                    .unknownTags(unknownTags);
            ifSet(properties.tableName(), builder::tableName);
            if (properties.tableKind() == TableKind.STANDARD) {
                builder.tableCreation(properties.tableCreation());
            }
            request.beanFactory().getBeanProvider(SqlDialect.class).ifAvailable(builder::dialect);
            return builder.build();
        }
    }
}
