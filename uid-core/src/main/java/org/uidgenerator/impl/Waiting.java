package org.uidgenerator.impl;

import java.util.concurrent.locks.LockSupport;

/** Time that passes and threads that wait for it. Tests put a virtual one in its place. */
interface Waiting {
    /** The time of this machine: {@link System#nanoTime} and {@link LockSupport#parkNanos}. */
    Waiting SYSTEM = new Waiting() {
        @Override
        public long nanoTime() {
            return System.nanoTime();
        }

        @Override
        public void park(long nanos) throws InterruptedException {
            LockSupport.parkNanos(this, nanos);
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
    };

    /** Nanoseconds since some fixed moment, ascending. */
    long nanoTime();

    /** Waits for about that long; may return early. */
    void park(long nanos) throws InterruptedException;
}
