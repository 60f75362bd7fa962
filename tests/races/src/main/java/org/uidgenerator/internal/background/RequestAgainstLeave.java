package org.uidgenerator.internal.background;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;
import org.uidgenerator.internal.NanoClock;
import org.uidgenerator.races.Twin;

/**
 * A thread that has had nothing to do for long ends while a caller requests its task.
 *
 * <p>Twin: the thread looks for requests before its place is free.
 */
@JCStressTest
@State
@Outcome(id = "awake", expect = Expect.ACCEPTABLE, desc = "the thread has stayed, or another one was started")
@Outcome(expect = Expect.FORBIDDEN, desc = "the request was lost: there is no thread")
public class RequestAgainstLeave {
    private final Shift shift = Twin.RUNS ? new LooksTooEarly() : new RealShift(new Impatience());

    @Actor
    public void thread() {
        shift.serve();
    }

    @Actor
    public void caller(L_Result r) {
        shift.awaitWork();
        r.r1 = shift.want();
    }

    /** An hour passes whenever a thread parks, so it leaves as soon as it has nothing to do. */
    private static final class Impatience implements NanoClock {
        private final AtomicLong hours = new AtomicLong();

        @Override
        public long nanoTime() {
            return TimeUnit.HOURS.toNanos(hours.get());
        }

        @Override
        public void park(long nanos) {
            hours.incrementAndGet();
        }
    }

    private static final class LooksTooEarly extends Shift {
        private volatile boolean requested = true;
        private volatile boolean there = true;

        @Override
        void serve() {
            while (requested) {
                requested = false;
                work();
            }
            pauseForRequest();
            there = false;
        }

        @Override
        void request() {
            requested = true;
            if (!there) {
                there = true;
                new Thread(this::serve).start();
            }
        }

        @Override
        void close() {}
    }
}
