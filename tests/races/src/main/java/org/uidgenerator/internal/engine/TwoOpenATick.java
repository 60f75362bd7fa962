package org.uidgenerator.internal.engine;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.generator.Small;
import org.uidgenerator.races.Pause;
import org.uidgenerator.races.Twin;
import org.uidgenerator.worker.WorkerLease;

/**
 * Two callers find no tick open, both reserve the next one, and each gets a UID.
 *
 * <p>Twin: a caller opens what it reserved without looking whether the other was faster.
 */
@JCStressTest
@State
@Outcome(id = "different", expect = Expect.ACCEPTABLE, desc = "each has a UID of its own")
@Outcome(expect = Expect.FORBIDDEN, desc = "the same tick was opened twice")
public class TwoOpenATick {
    private final UidGenerator generator = Twin.RUNS
            ? new OpensAllTheSame()
            : Small.unbuffered(layout -> WorkerLease.neverReused(0)).build();

    private long one;
    private long other;

    @Actor
    public void one() {
        one = generator.getUID();
    }

    @Actor
    public void other() {
        other = generator.getUID();
    }

    @Arbiter
    public void later(L_Result r) {
        r.r1 = one == other ? "twice" : "different";
    }

    private static final class OpensAllTheSame extends UnbufferedCopy {
        @Override
        void openAfter(long last) {
            Pause.some();
            stripe.lock.lock();
            try {
                open(last + 1);
            } finally {
                stripe.lock.unlock();
            }
        }
    }
}
