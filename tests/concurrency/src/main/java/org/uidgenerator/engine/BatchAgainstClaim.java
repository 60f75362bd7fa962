package org.uidgenerator.engine;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LJ_Result;
import org.uidgenerator.concurrency.Pause;
import org.uidgenerator.concurrency.Twin;

/**
 * One caller claims two UIDs at once, another claims one, and two are left.
 *
 * <p>Twin: the batch reads next and advances it then.
 */
@JCStressTest
@State
@Outcome(id = "0 1, -1", expect = Expect.ACCEPTABLE, desc = "the batch gets both")
@Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "the batch is cut at the end of the block")
@Outcome(expect = Expect.FORBIDDEN, desc = "a UID was handed out twice, or beyond the block")
public class BatchAgainstClaim {
    private final Stripe stripe = Stripes.withOpen(0, 1);

    private int claim(long[] uids) {
        return Twin.RUNS ? readThenAdvance(uids) : stripe.claim(uids, 0);
    }

    private int readThenAdvance(long[] uids) {
        long last = stripe.lastAcquire();
        uids[0] = stripe.valueOpaque();
        uids[1] = uids[0] + 1;
        Pause.some();
        stripe.setValueOpaque(uids[0] + 2);
        return (int) Math.max(0, Math.min(2, last - uids[0] + 1));
    }

    @Actor
    public void batch(LJ_Result r) {
        long[] uids = new long[2];
        r.r1 = Stripes.list(uids, claim(uids));
    }

    @Actor
    public void single(LJ_Result r) {
        r.r2 = stripe.claim();
    }
}
