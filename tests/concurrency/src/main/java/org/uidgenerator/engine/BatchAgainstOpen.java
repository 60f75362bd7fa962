package org.uidgenerator.engine;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LJJ_Result;
import org.uidgenerator.concurrency.Pause;
import org.uidgenerator.concurrency.Twin;

/**
 * A caller claims two UIDs past the end of block {@code [0, 0]}, which is used up, while another opens {@code [1, 2]}.
 *
 * <p>Twin: last is read after the claim.
 */
@JCStressTest
@State
@Outcome(id = "none, 1, 2", expect = Expect.ACCEPTABLE, desc = "the batch came before the new block")
@Outcome(
        id = {"none, 1, -1", "none, -1, -1"},
        expect = Expect.ACCEPTABLE,
        desc = "what the batch took by the old end is lost")
@Outcome(
        id = {"1 2, -1, -1", "2, 1, -1"},
        expect = Expect.ACCEPTABLE,
        desc = "the batch gets what is left of the new block")
@Outcome(expect = Expect.FORBIDDEN, desc = "a UID was handed out twice")
public class BatchAgainstOpen {
    private final Stripe stripe = Stripes.usedUp(0);

    private int claim(long[] uids) {
        return Twin.RUNS ? lastReadLate(uids) : stripe.claim(uids, 0);
    }

    private int lastReadLate(long[] uids) {
        uids[0] = stripe.getAndAddValue(2);
        uids[1] = uids[0] + 1;
        Pause.some();
        return (int) Math.max(0, Math.min(2, stripe.lastAcquire() - uids[0] + 1));
    }

    @Actor
    public void batch(LJJ_Result r) {
        long[] uids = new long[2];
        r.r1 = Stripes.list(uids, claim(uids));
    }

    @Actor
    public void opener(LJJ_Result r) {
        Stripes.open(stripe, 1, 2);
        r.r2 = stripe.claim();
    }

    @Arbiter
    public void later(LJJ_Result r) {
        r.r3 = stripe.claim();
    }
}
