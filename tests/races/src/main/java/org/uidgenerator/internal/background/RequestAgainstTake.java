package org.uidgenerator.internal.background;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;
import org.uidgenerator.internal.NanoClock;
import org.uidgenerator.races.Patience;
import org.uidgenerator.races.Pause;
import org.uidgenerator.races.Twin;

/**
 * A thread that has not looked yet takes a task that hangs, while a caller requests another one and finds the thread.
 *
 * <p>Twin: the thread looks whether there is more to do before it says that it works.
 */
@JCStressTest
@State
@Outcome(id = "awake", expect = Expect.ACCEPTABLE, desc = "a second thread has done what was requested")
@Outcome(expect = Expect.FORBIDDEN, desc = "the request was left to a thread that hangs")
public class RequestAgainstTake {
    private final Crew crew = Twin.RUNS ? new LooksTooEarly() : new RealCrew();

    @Actor
    public void thread() {
        crew.serve();
    }

    @Actor
    public void caller(L_Result r) {
        Pause.some();
        crew.request();
        r.r1 = (Twin.RUNS ? Patience.SHORT : Patience.LONG)
                .await(nanos -> crew.done.await(nanos, TimeUnit.NANOSECONDS));
        crew.end();
    }

    /** Threads with a task that hangs, which was requested, and one that does not. */
    private abstract static class Crew {
        final CountDownLatch done = new CountDownLatch(1);
        private final CountDownLatch over = new CountDownLatch(1);

        /** What the thread does that has not looked yet. */
        abstract void serve();

        /** Requests the other task. */
        abstract void request();

        void end() {
            over.countDown();
        }

        final void hang() {
            try {
                over.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    private static final class RealCrew extends Crew {
        private final BackgroundThreads threads = RealShift.threads(2, NanoClock.SYSTEM);
        private final BackgroundTask hanging = threads.task(new Work(this::hang), Duration.ofSeconds(1));
        private final BackgroundTask other = threads.task(new Work(done::countDown), Duration.ofSeconds(1));

        RealCrew() {
            hanging.request();
        }

        @Override
        void serve() {
            threads.slots[0].thread = Thread.currentThread();
            threads.run();
        }

        @Override
        void request() {
            other.request();
        }

        @Override
        void end() {
            super.end();
            threads.close(Duration.ZERO);
        }
    }

    private record Work(Runnable what) implements BackgroundWork {
        @Override
        public long run() {
            what.run();
            return UNTIL_REQUESTED;
        }

        @Override
        public void failing(Throwable failure) {
            throw new AssertionError(failure);
        }

        @Override
        public void recovered(int failures) {}
    }

    /** {@link BackgroundThreads} in small, with one rule broken. */
    private static final class LooksTooEarly extends Crew {
        private volatile boolean requested;
        private volatile boolean looking = true;

        @Override
        void serve() {
            boolean more = requested;
            Pause.some();
            looking = false;
            if (more) {
                done.countDown();
            }
            hang();
        }

        @Override
        void request() {
            requested = true;
            if (!looking) {
                done.countDown();
            }
        }
    }
}
