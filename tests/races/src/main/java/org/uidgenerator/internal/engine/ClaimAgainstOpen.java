package org.uidgenerator.internal.engine;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJ_Result;
import org.uidgenerator.races.Pause;
import org.uidgenerator.races.Twin;

/**
 * A caller claims past the end of block {@code [0, 0]}, which is used up, while another opens {@code [1, 2]} and
 * claims.
 *
 * <p>Twin: last is read after the claim, so the overrun of one block passes for a UID of the next.
 */
@JCStressTest
@State
@Outcome(id = "-1, 1, 2", expect = Expect.ACCEPTABLE, desc = "the claim came before the new block")
@Outcome(
        id = {"-1, 2, -1", "-1, 1, -1"},
        expect = Expect.ACCEPTABLE,
        desc = "a claim by the old end took a number of the new block: lost")
@Outcome(
        id = {"1, 2, -1", "2, 1, -1"},
        expect = Expect.ACCEPTABLE,
        desc = "each gets one of the new block")
@Outcome(expect = Expect.FORBIDDEN, desc = "a UID was handed out twice")
public class ClaimAgainstOpen {
    private final Stripe stripe = Stripes.usedUp(0);

    private long claim() {
        return Twin.RUNS ? lastReadLate() : stripe.claim();
    }

    private long lastReadLate() {
        long uid = stripe.getAndAddValue(1);
        Pause.some();
        return uid < stripe.endAcquire() ? uid : -1;
    }

    @Actor
    public void caller(JJJ_Result r) {
        r.r1 = claim();
    }

    @Actor
    public void opener(JJJ_Result r) {
        Stripes.open(stripe, 1, 2);
        r.r2 = claim();
    }

    @Arbiter
    public void later(JJJ_Result r) {
        r.r3 = claim();
    }
}
