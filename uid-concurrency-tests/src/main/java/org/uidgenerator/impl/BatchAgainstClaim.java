package org.uidgenerator.impl;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LJ_Result;

/** One caller claims two UIDs at once, another claims one, and two are left. */
@Outcome(id = "0 1, -1", expect = Expect.ACCEPTABLE, desc = "the batch gets both")
@Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "the batch is cut at the end of the block")
@Outcome(expect = Expect.FORBIDDEN, desc = "a UID was handed out twice, or beyond the block")
abstract class BatchAgainstClaim {
    final Stripe stripe = Stripes.withOpen(0, 1);

    int claim(long[] uids) {
        return stripe.claim(uids, 0);
    }

    public void batch(LJ_Result r) {
        long[] uids = new long[2];
        r.r1 = Stripes.list(uids, claim(uids));
    }

    public void single(LJ_Result r) {
        r.r2 = stripe.claim();
    }

    @JCStressTest
    @State
    public static class Real extends BatchAgainstClaim {
        @Actor
        @Override
        public void batch(LJ_Result r) {
            super.batch(r);
        }

        @Actor
        @Override
        public void single(LJ_Result r) {
            super.single(r);
        }
    }

    @JCStressTest
    @State
    public static class ReadThenAdvance extends BatchAgainstClaim {
        @Override
        int claim(long[] uids) {
            long last = stripe.lastAcquire();
            uids[0] = stripe.valueOpaque();
            uids[1] = uids[0] + 1;
            stripe.setValueOpaque(uids[0] + 2);
            return (int) Math.max(0, Math.min(2, last - uids[0] + 1));
        }

        @Actor
        @Override
        public void batch(LJ_Result r) {
            super.batch(r);
        }

        @Actor
        @Override
        public void single(LJ_Result r) {
            super.single(r);
        }
    }
}
