package org.uidgenerator.internal.engine;

import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;
import org.uidgenerator.races.Pause;
import org.uidgenerator.races.Twin;

/**
 * A caller claims while another opens block {@code [2, 2]} after block {@code [0, 0]}, which is used up.
 *
 * <p>Twin: last is written before next, so callers meet the new end with the old next.
 */
@JCStressTest
@State
@Outcome(id = "-1, 2", expect = Expect.ACCEPTABLE, desc = "the claim came before the new block")
@Outcome(id = "2, -1", expect = Expect.ACCEPTABLE, desc = "the claim came after the new block")
@Outcome(
        id = "-1, -1",
        expect = Expect.ACCEPTABLE,
        desc = "a claim by the old end took a number of the new block: lost")
@Outcome(expect = Expect.FORBIDDEN, desc = "a UID of no block, or the new one was handed out twice")
public class Publication {
    private final Stripe stripe = Stripes.usedUp(0);

    private void open() {
        if (Twin.RUNS) {
            stripe.end = 3;
            VarHandle.fullFence();
            Pause.some();
            stripe.setValueOpaque(2);
        } else {
            Stripes.open(stripe, 2, 2);
        }
    }

    @Actor
    public void caller(JJ_Result r) {
        r.r1 = stripe.claim();
    }

    @Actor
    public void opener() {
        open();
    }

    @Arbiter
    public void later(JJ_Result r) {
        r.r2 = stripe.claim();
    }
}
