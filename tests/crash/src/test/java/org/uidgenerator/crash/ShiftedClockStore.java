package org.uidgenerator.crash;

import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;
import org.uidgenerator.test.internal.DelegatingLeaseStore;
import org.uidgenerator.worker.lease.store.WorkerLeaseStore;

/**
 * A store whose clock was set. No server here lets its clock be set, and generators learn the time of a store in this
 * way only.
 */
final class ShiftedClockStore extends DelegatingLeaseStore {
    private final Supplier<Duration> shift;

    ShiftedClockStore(WorkerLeaseStore store, Supplier<Duration> shift) {
        super(store);
        this.shift = shift;
    }

    @Override
    public Instant now() {
        return super.now().plus(shift.get());
    }
}
