package org.uidgenerator.worker.db;

import javax.sql.DataSource;
import org.uidgenerator.jdbc.SqlDialect;
import org.uidgenerator.jdbc.TableCreation;
import org.uidgenerator.worker.lease.LeaseOptions;
import org.uidgenerator.worker.lease.LeasedWorkerIds;
import org.uidgenerator.worker.lease.WorkerLeaseStore;

/**
 * Leases worker ids from a table of a SQL database: {@link LeasedWorkerIds} on a {@link JdbcLeaseStore}, with the
 * options of both in one builder. They describe what a lease is, what it survives, and what it asks of the database.
 *
 * <p>One id space is one namespace of one table. Its generators have equal layouts, which is checked.
 *
 * <p>All methods may be called from any thread, possibly from several at the same time, by any number of generators.
 * They throw a {@link org.uidgenerator.UidGenerateException} also if the table is missing and may not be created, or
 * {@code WORKER_NODE} cannot be read.
 */
public final class LeasedWorkerIdAssigner extends LeasedWorkerIds {

    /**
     * Makes an assigner on the table {@code WORKER_LEASE}, which is created in embedded databases if it is missing.
     *
     * @param dataSource where the table is; a pool is welcome but not needed
     */
    public LeasedWorkerIdAssigner(DataSource dataSource) {
        this(builder(dataSource));
    }

    private LeasedWorkerIdAssigner(Builder builder) {
        super(builder.store(), builder);
    }

    /**
     * Starts an assigner with other settings than {@link #LeasedWorkerIdAssigner(DataSource)} has.
     *
     * @param dataSource where the table is
     * @return a builder with the defaults
     */
    public static Builder builder(DataSource dataSource) {
        return new Builder(dataSource);
    }

    /** Makes assigners. A builder is for one thread; everything is checked in {@link #build()}. */
    public static final class Builder extends LeaseOptions<Builder> {
        private final JdbcLeaseStore.Builder store;

        private Builder(DataSource dataSource) {
            store = JdbcLeaseStore.builder(dataSource);
        }

        /**
         * Names the id space.
         *
         * @param namespace as for {@link JdbcLeaseStore.Builder#namespace}
         * @return this
         */
        public Builder namespace(String namespace) {
            store.namespace(namespace);
            return this;
        }

        /**
         * Names the table.
         *
         * @param tableName as for {@link JdbcLeaseStore.Builder#tableName}
         * @return this
         */
        public Builder tableName(String tableName) {
            store.tableName(tableName);
            return this;
        }

        /**
         * Sets on which databases the table is created when it is missing.
         *
         * @param tableCreation as for {@link JdbcLeaseStore.Builder#tableCreation}
         * @return this
         */
        public Builder tableCreation(TableCreation tableCreation) {
            store.tableCreation(tableCreation);
            return this;
        }

        /**
         * Describes the database.
         *
         * @param dialect as for {@link JdbcLeaseStore.Builder#dialect}
         * @return this
         */
        public Builder dialect(SqlDialect dialect) {
            store.dialect(dialect);
            return this;
        }

        /** Returns the table, which is not asked yet. */
        WorkerLeaseStore store() {
            return store.build();
        }

        /**
         * Makes the assigner. The database is not asked yet.
         *
         * @return the assigner
         * @throws IllegalArgumentException if a value is out of range or a name is not plain
         */
        public LeasedWorkerIdAssigner build() {
            return new LeasedWorkerIdAssigner(this);
        }
    }
}
