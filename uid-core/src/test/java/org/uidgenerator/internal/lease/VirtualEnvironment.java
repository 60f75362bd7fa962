package org.uidgenerator.internal.lease;

import java.util.SplittableRandom;
import org.uidgenerator.internal.NanoClock;

/** Time that passes when a test says so or a thread parks, and threads that never start: the test does their work. */
public final class VirtualEnvironment implements NanoClock {
    public long nanos;

    /** The work that others do while a thread parks. */
    public Runnable others = () -> {};

    /** Starts the time, best where it overflows soon, as {@link System#nanoTime()} may. */
    public VirtualEnvironment(long nanos) {
        this.nanos = nanos;
    }

    public Environment environment() {
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
