package org.uidgenerator.test.internal;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.uidgenerator.worker.lease.Fence;
import org.uidgenerator.worker.lease.LeaseRow;
import org.uidgenerator.worker.lease.OtherWorkerIds;
import org.uidgenerator.worker.lease.StoredLease;
import org.uidgenerator.worker.lease.WorkerLeaseStore;

/**
 * A store that does what another one does, unless overridden. It writes in one step, so that whoever overrides
 * {@link #update} is asked about each write.
 */
public abstract class DelegatingLeaseStore implements WorkerLeaseStore {
    private final WorkerLeaseStore store;

    protected DelegatingLeaseStore(WorkerLeaseStore store) {
        this.store = store;
    }

    @Override
    public String namespace() {
        return store.namespace();
    }

    @Override
    public List<StoredLease> list() {
        return store.list();
    }

    @Override
    public Optional<LeaseRow> find(long workerId) {
        return store.find(workerId);
    }

    @Override
    public boolean insert(LeaseRow row) {
        return store.insert(row);
    }

    @Override
    public boolean update(Fence expected, LeaseRow row) {
        return store.update(expected, row);
    }

    @Override
    public void delete(LeaseRow row) {
        store.delete(row);
    }

    @Override
    public Duration confirmationTime() {
        return store.confirmationTime();
    }

    @Override
    public Instant now() {
        return store.now();
    }

    @Override
    public Optional<OtherWorkerIds> others() {
        return store.others();
    }

    @Override
    public String toString() {
        return store.toString();
    }
}
