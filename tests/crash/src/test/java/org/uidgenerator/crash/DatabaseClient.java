package org.uidgenerator.crash;

import java.util.Optional;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.uidgenerator.segment.SegmentStore;
import org.uidgenerator.segment.UnknownTags;
import org.uidgenerator.segment.db.SegmentColumns;
import org.uidgenerator.segment.db.SegmentTable;
import org.uidgenerator.worker.db.LeasedWorkerIdAssigner;
import org.uidgenerator.worker.db.StoreSeams;
import org.uidgenerator.worker.db.TableCreation;
import org.uidgenerator.worker.lease.LeasedWorkerIds;
import org.uidgenerator.worker.lease.WorkerLeaseStore;

/** Each statement has a connection of its own, with the time-outs of its URL. */
final class DatabaseClient implements StoreClient {
    private final String url;

    DatabaseClient(String url) {
        this.url = url;
    }

    private LeasedWorkerIdAssigner.Builder builder() {
        return LeasedWorkerIdAssigner.builder(new DriverManagerDataSource(url)).tableCreation(TableCreation.ALWAYS);
    }

    @Override
    public LeasedWorkerIds assigner(LeaseSettings settings) {
        return StoreClient.assigner(settings, builder(), LeasedWorkerIdAssigner.Builder::build, StoreSeams::store);
    }

    @Override
    public WorkerLeaseStore store() {
        return StoreSeams.store(builder());
    }

    private SegmentTable table() {
        return new SegmentTable(new DriverManagerDataSource(url), SegmentColumns.STANDARD, UnknownTags.CREATE);
    }

    @Override
    public void prepareCounters() {
        table().createTable();
    }

    @Override
    public Optional<SegmentStore> counters(boolean fenced) {
        return Optional.of(table());
    }

    @Override
    public void close() {}
}
