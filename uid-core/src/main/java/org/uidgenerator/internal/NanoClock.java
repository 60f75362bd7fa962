package org.uidgenerator.internal;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;

/**
 * A clock to wait by: measures time that passes, and parks threads until it has. Tests put a virtual one in its place.
 */
public interface NanoClock {
    /**
     * The clock of this process: {@link System#nanoTime} and {@link LockSupport#parkNanos}. Parks for 50 µs less than
     * asked, because parking overshoots, and spins through anything shorter than that.
     */
    NanoClock SYSTEM = new NanoClock() {
        private static final long SPIN_NANOS = 50_000;

        @Override
        public long nanoTime() {
            return System.nanoTime();
        }

        @Override
        public void park(long nanos) throws InterruptedException {
            if (nanos > SPIN_NANOS) {
                LockSupport.parkNanos(this, nanos - SPIN_NANOS);
            } else {
                spin(nanos);
            }
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }

        private void spin(long nanos) {
            long start = System.nanoTime();
            while (System.nanoTime() - start < nanos) {
                Thread.onSpinWait();
            }
        }
    };

    /** {@return the nanoseconds since some fixed moment, ascending} */
    long nanoTime();

    /**
     * Waits; may return early, and does when the thread is unparked.
     *
     * @param nanos for about how long, in nanoseconds
     * @throws InterruptedException if the thread is interrupted
     */
    void park(long nanos) throws InterruptedException;

    /**
     * Waits for a signal; may return early. A clock of one thread, which lets the others work while it parks, parks
     * with the lock held.
     *
     * @param condition what is signalled; the caller holds its lock, which is let go meanwhile
     * @param nanos for how long at most, in nanoseconds
     * @throws InterruptedException if the thread is interrupted
     */
    @SuppressWarnings("WaitNotInLoop") // the callers loop
    default void await(Condition condition, long nanos) throws InterruptedException {
        condition.awaitNanos(nanos);
    }
}
