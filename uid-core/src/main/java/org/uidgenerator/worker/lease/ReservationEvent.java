package org.uidgenerator.worker.lease;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.uidgenerator.PendingWrite;

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

    /** Returns a write that ends this event when it is confirmed. */
    PendingWrite<Boolean> of(PendingWrite<Boolean> write) {
        return PendingWrite.of(write::untilConfirmable, () -> confirm(write));
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
