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
 * A caller claims twice where one UID of block {@code [0, 1]} is left, which is retired and followed by {@code [2, 3]}.
 *
 * <p>Twin: the caller looks whether a block is open, claims, and reads last again then.
 */
@JCStressTest
@State
@Outcome(
        id = {"1, -1, 2", "1, -1, 3", "1, -1, -1", "-1, -1, 2", "-1, -1, 3"},
        expect = Expect.ACCEPTABLE,
        desc = "later claims found no open block, or lost a number")
@Outcome(
        id = {"1, 2, 3", "1, 3, -1", "-1, 2, 3", "-1, 3, -1"},
        expect = Expect.ACCEPTABLE,
        desc = "the second claim got one of the new block")
@Outcome(id = "2, 3, -1", expect = Expect.ACCEPTABLE, desc = "both claims came after the new block")
@Outcome(id = "-1, -1, -1", expect = Expect.ACCEPTABLE, desc = "both claims met the opener half way: two numbers lost")
@Outcome(expect = Expect.FORBIDDEN, desc = "a UID was handed out twice, or out of order")
public class ClaimAgainstRetire {
    private final Stripe stripe = Stripes.withOpen(0, 1);

    public ClaimAgainstRetire() {
        stripe.claim();
    }

    private long claim() {
        return Twin.RUNS ? lastReadAgain() : stripe.claim();
    }

    private long lastReadAgain() {
        if (stripe.isRetired()) {
            return -1;
        }
        long uid = stripe.getAndAddValue(1);
        Pause.some();
        return uid < stripe.endAcquire() ? uid : -1;
    }

    @Actor
    public void caller(JJJ_Result r) {
        r.r1 = claim();
        r.r2 = claim();
    }

    @Actor
    public void opener() {
        Stripes.retire(stripe);
        Stripes.open(stripe, 2, 3);
    }

    @Arbiter
    public void later(JJJ_Result r) {
        r.r3 = claim();
    }
}
