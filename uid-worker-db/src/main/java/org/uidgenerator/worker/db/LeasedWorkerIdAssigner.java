package org.uidgenerator.worker.db;

import java.util.Objects;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.worker.lease.LeaseOptions;
import org.uidgenerator.worker.lease.LeasedWorkerIds;
import org.uidgenerator.worker.lease.WorkerLeaseStore;

/**
 * Leases worker ids from a table of a SQL database, {@code WORKER_LEASE} unless named otherwise. Runs on H2, MySQL from
 * 8.0, MariaDB from 10.6 and PostgreSQL. {@link LeasedWorkerIds} describes what a lease is and what it survives.
 *
 * <p>A transaction of this class waits two seconds for a row that another has locked; a launch then takes another
 * worker id.
 *
 * <p>H2 in memory forgets everything when the process ends, so use it for tests. H2 in a file of this process is made
 * to write at once, which needs a user with admin rights. H2 as a server needs {@code WRITE_DELAY=0}.
 *
 * <p>One id space is one namespace of one table. Its generators have equal layouts, which is checked. Worker ids that a
 * {@link DisposableWorkerIdAssigner} has recorded in the table {@code WORKER_NODE} of the same schema are passed over
 * in the namespace {@code default}; the database user needs the right to read that table if it is there. Where the
 * tables have other names or are in other places, you must ensure that no two assigners of one id space assign the same
 * worker id.
 *
 * <p>All writes commit on connections of their own, whatever Spring transaction the caller is in, so a pool must have a
 * spare connection. JTA data sources join the thread's transaction by themselves: with these, make generators outside
 * of transactions. Give the driver a socket timeout well below {@code reservation}: a connection that hangs for ever
 * blocks the reservations of all generators of this assigner.
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
        private final DataSource dataSource;
        private String namespace = WorkerLeaseTable.DEFAULT_NAMESPACE;
        private String tableName = WorkerLeaseTable.STANDARD_NAME;
        private @Nullable String schemaName;
        private TableCreation tableCreation = TableCreation.EMBEDDED;

        private Builder(DataSource dataSource) {
            this.dataSource = Objects.requireNonNull(dataSource, "dataSource");
        }

        /**
         * Names the id space: worker ids of different namespaces are independent of each other, so their UIDs may be
         * equal.
         *
         * @param namespace 1 to 64 letters, digits, {@code .}, {@code _} and {@code -}; default {@code default}
         * @return this
         */
        public Builder namespace(String namespace) {
            this.namespace = Objects.requireNonNull(namespace, "namespace");
            return this;
        }

        /**
         * Names the table. The name is not quoted, so the database treats its case as that of any other.
         *
         * @param tableName letters, digits, {@code _} and {@code $}, not starting with a digit or {@code $}; default
         *     {@code WORKER_LEASE}
         * @return this
         */
        public Builder tableName(String tableName) {
            this.tableName = Objects.requireNonNull(tableName, "tableName");
            return this;
        }

        /**
         * Names the schema of the table, which for MySQL and MariaDB is the database. It must exist.
         *
         * @param schemaName as for {@link #tableName}, or null for the schema of the connection, the default
         * @return this
         */
        public Builder schemaName(@Nullable String schemaName) {
            this.schemaName = schemaName;
            return this;
        }

        /**
         * Sets on which databases the table is created when it is missing.
         *
         * @param tableCreation default {@link TableCreation#EMBEDDED}
         * @return this
         */
        public Builder tableCreation(TableCreation tableCreation) {
            this.tableCreation = Objects.requireNonNull(tableCreation, "tableCreation");
            return this;
        }

        /** Returns the table, which is not asked yet. */
        WorkerLeaseStore store() {
            WorkerTable table = new WorkerTable(
                    WorkerLeaseTable.STANDARD_NAME,
                    WorkerLeaseTable.RIGHTS,
                    dataSource,
                    tableName,
                    schemaName,
                    tableCreation);
            return new WorkerLeaseTable(table, namespace);
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
