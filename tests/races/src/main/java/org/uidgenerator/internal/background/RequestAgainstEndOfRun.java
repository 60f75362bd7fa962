package org.uidgenerator.internal.background;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;
import org.uidgenerator.internal.NanoClock;
import org.uidgenerator.races.Twin;

/**
 * A task ends its run while a caller requests it, and wakes no thread because the task has one.
 *
 * <p>Twin: the thread looks for requests before it lets go of the task.
 */
@JCStressTest
@State
@Outcome(id = "awake", expect = Expect.ACCEPTABLE, desc = "the thread has looked again, or was woken")
@Outcome(expect = Expect.FORBIDDEN, desc = "the request was lost: it was left to a thread that did not look again")
public class RequestAgainstEndOfRun {
    private final Shift shift = Twin.RUNS ? new LooksTooEarly() : new RealShift(NanoClock.SYSTEM);

    @Actor
    public void thread() {
        shift.serve();
    }

    @Actor
    public void caller(L_Result r) {
        shift.awaitBegin();
        r.r1 = shift.want();
    }

    private static final class LooksTooEarly extends Shift {
        private volatile boolean requested;
        private volatile boolean running;
        private volatile boolean woken;
        private volatile boolean closed;

        @Override
        void serve() {
            while (!closed) {
                running = true;
                do {
                    requested = false;
                    work();
                } while (requested);
                pauseForRequest();
                running = false;
                rest();
            }
        }

        private void rest() {
            while (!woken && !closed) {
                Thread.onSpinWait();
            }
            woken = false;
        }

        @Override
        void request() {
            requested = true;
            if (!running) {
                woken = true;
            }
        }

        @Override
        void close() {
            closed = true;
        }
    }
}
