package org.uidgenerator.contract;

import java.time.Duration;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.uidgenerator.PendingWrite;
import org.uidgenerator.StoreException;
import org.uidgenerator.test.internal.DelegatingLeaseStore;
import org.uidgenerator.worker.lease.store.Fence;
import org.uidgenerator.worker.lease.store.LeaseRow;
import org.uidgenerator.worker.lease.store.WorkerLeaseStore;

/**
 * The rule of {@code RedisLeaseStore} for a crash that may lose the last writes: a write that reserves ticks counts
 * once it was read again on the same connection, after the time in which it could be lost.
 */
public class RestingLeaseStore extends DelegatingLeaseStore {
    public static final Duration GRACE = Duration.ofSeconds(2);

    private final LongSupplier nanoTime;
    private final LongConsumer rest;

    /**
     * Makes a store.
     *
     * @param nanoTime the time
     * @param rest lets some nanoseconds pass, as many as it is asked for or fewer
     */
    public RestingLeaseStore(WorkerLeaseStore store, LongSupplier nanoTime, LongConsumer rest) {
        super(store);
        this.nanoTime = nanoTime;
        this.rest = rest;
    }

    @Override
    public boolean insert(LeaseRow row) {
        return begun(super.insert(row), row).confirm();
    }

    @Override
    public boolean update(Fence expected, LeaseRow row) {
        return beginUpdate(expected, row).confirm();
    }

    @Override
    public PendingWrite<Boolean> beginUpdate(Fence expected, LeaseRow row) {
        return begun(super.update(expected, row), row);
    }

    @Override
    public Duration confirmationTime() {
        return GRACE;
    }

    /** How often the server has crashed, which ends all connections. */
    protected long crashes() {
        return 0;
    }

    private PendingWrite<Boolean> begun(boolean written, LeaseRow row) {
        return written && row.held() ? new Resting(row) : PendingWrite.confirmed(written);
    }

    private final class Resting implements PendingWrite<Boolean> {
        private final LeaseRow row;
        private final long start = nanoTime.getAsLong();
        private final long crashesBefore = crashes();

        Resting(LeaseRow row) {
            this.row = row;
        }

        @Override
        public Duration untilConfirmable() {
            return GRACE.minusNanos(nanoTime.getAsLong() - start);
        }

        @Override
        public Boolean confirm() {
            for (long left = untilConfirmable().toNanos();
                    left > 0;
                    left = untilConfirmable().toNanos()) {
                rest.accept(left);
            }
            if (crashes() != crashesBefore) {
                throw new StoreException("the connection of the write was lost", null);
            }
            if (find(row.workerId()).filter(this::saysTheSame).isEmpty()) {
                throw new StoreException("what was written is lost", null);
            }
            return true;
        }

        private boolean saysTheSame(LeaseRow found) {
            return found.term() == row.term()
                    && found.reservedThrough() == row.reservedThrough()
                    && found.nextReservation() == row.nextReservation()
                    && found.held();
        }
    }
}
