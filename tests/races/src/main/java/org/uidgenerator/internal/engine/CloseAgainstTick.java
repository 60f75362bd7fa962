package org.uidgenerator.internal.engine;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.generator.Small;
import org.uidgenerator.races.Pause;
import org.uidgenerator.races.Twin;
import org.uidgenerator.worker.WorkerLease;

/**
 * A DefaultUidGenerator is closed while a caller opens a tick in it.
 *
 * <p>Twin: the caller looks before it locks whether the generator is closed.
 */
@JCStressTest
@State
@Outcome(id = "uid, none", expect = Expect.ACCEPTABLE, desc = "the caller was first")
@Outcome(id = "none, none", expect = Expect.ACCEPTABLE, desc = "the end was first")
@Outcome(expect = Expect.FORBIDDEN, desc = "who began after the end got a UID")
public class CloseAgainstTick {
    private final UidGenerator generator = Twin.RUNS
            ? new LooksBeforeLocking()
            : Small.unbuffered(layout -> WorkerLease.neverReused(0)).build();

    @Actor
    public void caller(LL_Result r) {
        r.r1 = Small.ask(generator);
    }

    @Actor
    public void closer() {
        generator.close();
    }

    @Arbiter
    public void later(LL_Result r) {
        r.r2 = Small.ask(generator);
    }

    private static final class LooksBeforeLocking extends UnbufferedCopy {
        @Override
        void openAfter(long last) {
            Pause.some();
            stripe.lock.lock();
            try {
                if (lastTick == last) {
                    open(last + 1);
                }
            } finally {
                stripe.lock.unlock();
            }
        }
    }
}
