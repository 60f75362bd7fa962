package org.uidgenerator.internal.engine;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;
import org.uidgenerator.races.Pause;
import org.uidgenerator.races.Twin;

/**
 * Two callers claim the last UID of the open block.
 *
 * <p>Twin: they read next and advance it then, instead of claiming it.
 */
@JCStressTest
@State
@Outcome(
        id = {"0, -1", "-1, 0"},
        expect = Expect.ACCEPTABLE,
        desc = "one gets it")
@Outcome(expect = Expect.FORBIDDEN, desc = "both get it, or none")
public class LastUid {
    private final Stripe stripe = Stripes.withOpen(0, 0);

    private long claim() {
        return Twin.RUNS ? readThenAdvance() : stripe.claim();
    }

    private long readThenAdvance() {
        long end = stripe.endAcquire();
        long uid = stripe.valueOpaque();
        Pause.some();
        stripe.setValueOpaque(uid + 1);
        return uid < end ? uid : -1;
    }

    @Actor
    public void one(JJ_Result r) {
        r.r1 = claim();
    }

    @Actor
    public void other(JJ_Result r) {
        r.r2 = claim();
    }
}
