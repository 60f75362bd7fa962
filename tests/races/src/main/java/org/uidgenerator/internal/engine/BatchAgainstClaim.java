package org.uidgenerator.internal.engine;

import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LJ_Result;
import org.uidgenerator.UidRange;
import org.uidgenerator.races.Pause;
import org.uidgenerator.races.Twin;

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

    private @Nullable UidRange claim() {
        return Twin.RUNS ? readThenAdvance() : stripe.claim(2);
    }

    private @Nullable UidRange readThenAdvance() {
        long last = stripe.endAcquire() - 1;
        long first = stripe.valueOpaque();
        Pause.some();
        stripe.setValueOpaque(first + 2);
        return first <= last ? new UidRange(first, Math.min(first + 1, last), 1) : null;
    }

    @Actor
    public void batch(LJ_Result r) {
        r.r1 = Stripes.list(claim());
    }

    @Actor
    public void single(LJ_Result r) {
        r.r2 = stripe.claim();
    }
}
