package org.uidgenerator.internal.engine;

import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LJJ_Result;
import org.uidgenerator.UidRange;
import org.uidgenerator.races.Pause;
import org.uidgenerator.races.Twin;

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

    private @Nullable UidRange claim() {
        return Twin.RUNS ? lastReadLate() : stripe.claim(2);
    }

    private @Nullable UidRange lastReadLate() {
        long first = stripe.getAndAddValue(2);
        Pause.some();
        long last = stripe.endAcquire() - 1;
        return first <= last ? new UidRange(first, Math.min(first + 1, last), 1) : null;
    }

    @Actor
    public void batch(LJJ_Result r) {
        r.r1 = Stripes.list(claim());
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
