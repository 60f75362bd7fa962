package org.uidgenerator.crash;

import java.util.Optional;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.uidgenerator.jdbc.TableCreation;
import org.uidgenerator.segment.SegmentStore;
import org.uidgenerator.segment.UnknownTags;
import org.uidgenerator.segment.db.JdbcSegmentStore;
import org.uidgenerator.worker.db.JdbcLeaseStore;
import org.uidgenerator.worker.lease.store.WorkerLeaseStore;

/** Each statement has a connection of its own, with the time-outs of its URL. */
final class DatabaseClient implements StoreClient {
    private final String url;

    DatabaseClient(String url) {
        this.url = url;
    }

    @Override
    public WorkerLeaseStore leases() {
        return JdbcLeaseStore.builder(new DriverManagerDataSource(url))
                .tableCreation(TableCreation.ALWAYS)
                .build();
    }

    private JdbcSegmentStore table() {
        return JdbcSegmentStore.builder(new DriverManagerDataSource(url))
                .tableCreation(TableCreation.ALWAYS)
                .unknownTags(UnknownTags.CREATE)
                .build();
    }

    @Override
    public void prepareCounters() {
        table().list();
    }

    @Override
    public Optional<SegmentStore> counters(boolean fenced) {
        return Optional.of(table());
    }

    @Override
    public void close() {}
}
