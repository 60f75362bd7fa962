package org.uidgenerator.internal.lease.hold;

import java.util.function.Supplier;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.uidgenerator.PendingWrite;
import org.uidgenerator.worker.lease.store.LeaseRow;

/** In a flight recording: ticks of a worker id have been reserved, or an attempt to do so has failed. */
@Name("org.uidgenerator.Reservation")
@Label("Tick Reservation")
@Description("A worker lease has asked its store for more ticks")
@Category("UID Generator")
@StackTrace(false)
final class ReservationEvent extends Event {
    @Label("Worker Id")
    long workerId;

    @Label("Term")
    long term;

    @Label("Reserved Through")
    @Description("The last tick that was reserved, or that the attempt was to reserve")
    long reservedThrough;

    @Label("Reserved")
    boolean reserved;

    /** Begins a write whose event ends when it is confirmed, or has failed. */
    static PendingWrite<Boolean> record(LeaseRow wanted, Supplier<PendingWrite<Boolean>> begin) {
        ReservationEvent event = new ReservationEvent();
        event.workerId = wanted.workerId();
        event.term = wanted.term();
        event.reservedThrough = wanted.reservedThrough();
        event.begin();
        try {
            PendingWrite<Boolean> write = begin.get();
            return PendingWrite.of(write::untilConfirmable, () -> event.confirm(write));
        } catch (RuntimeException | Error e) {
            event.commit();
            throw e;
        }
    }

    private boolean confirm(PendingWrite<Boolean> write) {
        try {
            reserved = write.confirm();
            return reserved;
        } finally {
            commit();
        }
    }
}
