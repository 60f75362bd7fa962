package org.uidgenerator.simulation;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.uidgenerator.contract.DelegatingLeaseStore;
import org.uidgenerator.worker.lease.Fence;
import org.uidgenerator.worker.lease.LeaseRow;
import org.uidgenerator.worker.lease.LeaseStoreException;
import org.uidgenerator.worker.lease.WorkerLeaseStore;

/**
 * The rule of {@code RedisLeaseStore} for a crash that may lose the last writes: a write that reserves ticks counts
 * once it was read again, after the time in which it could be lost.
 */
final class RestingStore extends DelegatingLeaseStore {
    static final Duration GRACE = Duration.ofSeconds(2);

    private final Passage passage;

    RestingStore(WorkerLeaseStore store, Passage passage) {
        super(store);
        this.passage = passage;
    }

    @Override
    public boolean insert(LeaseRow row) {
        return write(row, () -> super.insert(row));
    }

    @Override
    public boolean update(Fence expected, LeaseRow row) {
        return write(row, () -> super.update(expected, row));
    }

    private boolean write(LeaseRow row, BooleanSupplier write) {
        boolean written = write.getAsBoolean();
        if (written && row.held()) {
            rest();
            if (find(row.workerId()).filter(found -> saysTheSame(found, row)).isEmpty()) {
                throw new LeaseStoreException("what was written is lost", null);
            }
        }
        return written;
    }

    private void rest() {
        long start = passage.nanoTime();
        long left = GRACE.toNanos();
        while (left > 0) {
            passage.await(left);
            left = GRACE.toNanos() - (passage.nanoTime() - start);
        }
    }

    private static boolean saysTheSame(LeaseRow found, LeaseRow written) {
        return found.term() == written.term()
                && found.reservedThrough() == written.reservedThrough()
                && found.nextReservation() == written.nextReservation()
                && found.held();
    }
}
