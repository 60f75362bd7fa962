package org.uidgenerator.worker.lease;

import java.util.SplittableRandom;
import org.uidgenerator.internal.NanoClock;

/** Time that passes when a test says so or somebody parks, and threads that never start: the test does their work. */
final class VirtualEnvironment implements NanoClock {
    long nanos;

    /** What others do while somebody parks. */
    Runnable others = () -> {};

    /** Starts the time, best where it overflows soon, as {@link System#nanoTime()} may. */
    VirtualEnvironment(long nanos) {
        this.nanos = nanos;
    }

    Environment environment() {
        return new Environment(this, NeverStarts::new, new SplittableRandom(4_711));
    }

    @Override
    public long nanoTime() {
        return nanos;
    }

    @Override
    public void park(long time) {
        nanos += time;
        others.run();
    }

    private static final class NeverStarts extends Thread {
        NeverStarts(Runnable work) {
            super(work);
        }

        @Override
        public synchronized void start() {}
    }
}
