package org.uidgenerator.cli;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.uidgenerator.StoreIdentity;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.jdbc.MissingTableException;
import org.uidgenerator.jdbc.TableCreation;
import org.uidgenerator.worker.LeaseRequest;
import org.uidgenerator.worker.WorkerLease;
import org.uidgenerator.worker.db.JdbcLeaseStore;
import org.uidgenerator.worker.lease.LeasedWorkerIds;
import org.uidgenerator.worker.lease.WorkerLeaseStatus;

/** Assigns worker ids leased from a database, and shows who has which. */
final class WorkerDatabase implements WorkerIdSource {
    /** {@code ErrorCode.DATABASE_NOT_FOUND_WITH_IF_EXISTS_1} of H2. */
    private static final int H2_HAS_NO_SUCH_DATABASE = 90146;

    private final LeasedWorkerIds assigner;

    /** Unused. A database in a file, which is slow to open, stays open as long as there is a connection. */
    private final Connection connection;

    private final String orCreate;

    WorkerDatabase(DriverManagerDataSource database, String namespace, TableCreation tableCreation, String orCreate) {
        this.orCreate = orCreate;
        assigner = LeasedWorkerIds.on(JdbcLeaseStore.builder(database)
                .namespace(namespace)
                .tableCreation(tableCreation)
                .build());
        try {
            connection = database.getConnection();
        } catch (SQLException e) {
            if (e.getErrorCode() == H2_HAS_NO_SUCH_DATABASE) {
                throw new UidGenerateException("there is no database " + withoutSettings(database.getUrl()), e);
            }
            throw new UidGenerateException("cannot open the database: " + e.getMessage(), e);
        }
    }

    @Override
    public WorkerLease assignWorkerId(LeaseRequest request) {
        return orMissing(() -> assigner.assignWorkerId(request));
    }

    @Override
    public boolean asksStore() {
        return assigner.asksStore();
    }

    Optional<StoreIdentity> identity() {
        return orMissing(() -> assigner.identity());
    }

    List<WorkerLeaseStatus> workers() {
        return orMissing(() -> assigner.workers());
    }

    void evict(long workerId) {
        assigner.evict(workerId);
    }

    /** Says of a missing table what the command can do about it. */
    private <T> T orMissing(Supplier<T> call) {
        try {
            return call.get();
        } catch (MissingTableException e) {
            throw new UidGenerateException(e.byHand() + orCreate, e);
        }
    }

    /** Returns a URL without what may be a password. */
    private static String withoutSettings(@Nullable String url) {
        return String.valueOf(url).split(";", 2)[0];
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
