package org.uidgenerator.test.internal;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.uidgenerator.StoreIdentityRecord;
import org.uidgenerator.worker.lease.store.Fence;
import org.uidgenerator.worker.lease.store.LeaseRow;
import org.uidgenerator.worker.lease.store.TimedLeaseRow;
import org.uidgenerator.worker.lease.store.WorkerLeaseStore;

/**
 * A store that does what another one does, unless overridden. It writes in one step and puts overviews together from
 * other reads, so that a subclass that overrides {@link #update} or {@link #list} is asked about each write or read.
 */
public abstract class DelegatingLeaseStore implements WorkerLeaseStore {
    private final Supplier<WorkerLeaseStore> store;

    protected DelegatingLeaseStore(WorkerLeaseStore store) {
        this(() -> store);
    }

    /** Does what the one does that is there at each call. */
    protected DelegatingLeaseStore(Supplier<WorkerLeaseStore> store) {
        this.store = store;
    }

    /** Returns the store for a read. */
    protected WorkerLeaseStore read() {
        return store.get();
    }

    @Override
    public String namespace() {
        return store.get().namespace();
    }

    @Override
    public Optional<StoreIdentityRecord> identityRecord() {
        return read().identityRecord();
    }

    @Override
    public List<TimedLeaseRow> list(long firstWorkerId, long lastWorkerId) {
        return read().list(firstWorkerId, lastWorkerId);
    }

    @Override
    public Optional<LeaseRow> find(long workerId) {
        return read().find(workerId);
    }

    @Override
    public List<LeaseRow> find(Collection<Long> workerIds) {
        return read().find(workerIds);
    }

    @Override
    public boolean insert(LeaseRow row) {
        return store.get().insert(row);
    }

    @Override
    public boolean update(Fence expected, LeaseRow row) {
        return store.get().update(expected, row);
    }

    @Override
    public void delete(LeaseRow row) {
        store.get().delete(row);
    }

    @Override
    public Duration confirmationTime() {
        return store.get().confirmationTime();
    }

    @Override
    public Instant now() {
        return store.get().now();
    }

    @Override
    public String toString() {
        return store.get().toString();
    }
}
