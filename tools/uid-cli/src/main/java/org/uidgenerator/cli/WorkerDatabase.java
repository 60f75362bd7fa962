package org.uidgenerator.cli;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.uidgenerator.IdSpace;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.jdbc.TableCreation;
import org.uidgenerator.worker.LeaseRequest;
import org.uidgenerator.worker.WorkerLease;
import org.uidgenerator.worker.db.JdbcLeaseStore;
import org.uidgenerator.worker.lease.LeasedWorkerIds;
import org.uidgenerator.worker.lease.WorkerLeaseStatus;

/** Assigns worker ids leased from a database, and shows who has which. */
final class WorkerDatabase implements WorkerIdSource {
    private final LeasedWorkerIds assigner;

    /** Unused: a database in a file, which is slow to open, stays open as long as there is a connection. */
    private final Connection connection;

    WorkerDatabase(DataSource database, String namespace, TableCreation tableCreation) {
        assigner = LeasedWorkerIds.on(JdbcLeaseStore.builder(database)
                .namespace(namespace)
                .tableCreation(tableCreation)
                .build());
        try {
            connection = database.getConnection();
        } catch (SQLException e) {
            throw new UidGenerateException("cannot open the database: " + e.getMessage(), e);
        }
    }

    @Override
    public WorkerLease assignWorkerId(LeaseRequest request) {
        return assigner.assignWorkerId(request);
    }

    Optional<IdSpace> space() {
        return assigner.space();
    }

    List<WorkerLeaseStatus> workers() {
        return assigner.workers();
    }

    void evict(long workerId) {
        assigner.evict(workerId);
    }

    @Override
    public void close() {
        assigner.close();
        try {
            connection.close();
        } catch (SQLException e) {
            throw new UidGenerateException("cannot close the database: " + e.getMessage(), e);
        }
    }
}
