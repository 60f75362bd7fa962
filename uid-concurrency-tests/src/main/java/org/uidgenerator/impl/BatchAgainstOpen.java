package org.uidgenerator.impl;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LJJ_Result;

/** A caller claims two UIDs past the end of block {@code [0, 0]}, which is used up, while another opens {@code [1, 2]}. */
@Outcome(id = "none, 1, 2", expect = Expect.ACCEPTABLE, desc = "the batch came before the new block")
@Outcome(id = {"none, 1, -1", "none, -1, -1"}, expect = Expect.ACCEPTABLE, desc = "what the batch took by the old end is lost")
@Outcome(id = {"1 2, -1, -1", "2, 1, -1"}, expect = Expect.ACCEPTABLE, desc = "the batch gets what is left of the new block")
@Outcome(expect = Expect.FORBIDDEN, desc = "a UID was handed out twice")
abstract class BatchAgainstOpen {
    final Stripe stripe = Stripes.withOpen(0, 0);

    BatchAgainstOpen() {
        stripe.claim();
    }

    int claim(long[] uids) {
        return stripe.claim(uids, 0);
    }

    public void batch(LJJ_Result r) {
        long[] uids = new long[2];
        r.r1 = Stripes.list(uids, claim(uids));
    }

    public void opener(LJJ_Result r) {
        Stripes.open(stripe, 1, 2);
        r.r2 = stripe.claim();
    }

    public void later(LJJ_Result r) {
        r.r3 = stripe.claim();
    }

    @JCStressTest
    @State
    public static class Real extends BatchAgainstOpen {
        @Actor
        @Override
        public void batch(LJJ_Result r) {
            super.batch(r);
        }

        @Actor
        @Override
        public void opener(LJJ_Result r) {
            super.opener(r);
        }

        @Arbiter
        @Override
        public void later(LJJ_Result r) {
            super.later(r);
        }
    }

    @JCStressTest
    @State
    public static class LastReadAfterTheClaim extends BatchAgainstOpen {
        @Override
        int claim(long[] uids) {
            uids[0] = stripe.getAndAddValue(2);
            uids[1] = uids[0] + 1;
            return (int) Math.max(0, Math.min(2, stripe.lastAcquire() - uids[0] + 1));
        }

        @Actor
        @Override
        public void batch(LJJ_Result r) {
            super.batch(r);
        }

        @Actor
        @Override
        public void opener(LJJ_Result r) {
            super.opener(r);
        }

        @Arbiter
        @Override
        public void later(LJJ_Result r) {
            super.later(r);
        }
    }
}
