package org.uidgenerator.impl;

import java.util.concurrent.locks.LockSupport;

/** Time that passes and threads that wait for it. Tests put a virtual one in its place. */
interface Waiting {
    /**
     * The time of this machine: {@link System#nanoTime} and {@link LockSupport#parkNanos}. Returns early by what parking may take too
     * long, and spins for such short times.
     */
    Waiting SYSTEM = new Waiting() {
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

    /** Nanoseconds since some fixed moment, ascending. */
    long nanoTime();

    /** Waits for about that long; may return early. */
    void park(long nanos) throws InterruptedException;
}
