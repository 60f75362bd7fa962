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
 * A thread that has nothing to do goes to rest while a caller requests its task.
 *
 * <p>Twin: the thread looks for requests before it says that it rests.
 */
@JCStressTest
@State
@Outcome(id = "awake", expect = Expect.ACCEPTABLE, desc = "the thread has seen the request, or was woken")
@Outcome(expect = Expect.FORBIDDEN, desc = "the request was lost: the thread rests")
public class RequestAgainstRest {
    private final Shift shift = Twin.RUNS ? new LooksTooEarly() : new RealShift(NanoClock.SYSTEM);

    @Actor
    public void thread() {
        shift.serve();
    }

    @Actor
    public void caller(L_Result r) {
        shift.awaitWork();
        r.r1 = shift.want();
    }

    private static final class LooksTooEarly extends Shift {
        private volatile boolean requested = true;
        private volatile boolean resting;
        private volatile boolean closed;

        @Override
        void serve() {
            while (!closed) {
                if (requested) {
                    requested = false;
                    work();
                } else {
                    pauseForRequest();
                    rest();
                }
            }
        }

        private void rest() {
            resting = true;
            while (resting && !closed) {
                Thread.onSpinWait();
            }
        }

        @Override
        void request() {
            requested = true;
            resting = false;
        }

        @Override
        void close() {
            closed = true;
        }
    }
}
