package org.uidgenerator.impl;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LJ_Result;

/** A caller claims while the open block is retired; it may or may not know already that this is over. */
@Outcome(id = {"before, 0", "before, -1"}, expect = Expect.ACCEPTABLE, desc = "who began earlier may get a UID")
@Outcome(id = "after, -1", expect = Expect.ACCEPTABLE, desc = "who begins after the block was retired gets none")
@Outcome(expect = Expect.FORBIDDEN, desc = "a UID of a block that was retired before")
abstract class ClaimAgainstRetire {
    final Stripe stripe = Stripes.withOpen(0, 1);
    volatile boolean retired;

    public void caller(LJ_Result r) {
        r.r1 = retired ? "after" : "before";
        r.r2 = stripe.claim();
    }

    void retire() {
        Stripes.retire(stripe);
        retired = true;
    }

    public void retirer() {
        retire();
    }

    @JCStressTest
    @State
    public static class Real extends ClaimAgainstRetire {
        @Actor
        @Override
        public void caller(LJ_Result r) {
            super.caller(r);
        }

        @Actor
        @Override
        public void retirer() {
            super.retirer();
        }
    }

    @JCStressTest
    @State
    public static class RetiredAfterSayingSo extends ClaimAgainstRetire {
        @Override
        void retire() {
            retired = true;
            Stripes.retire(stripe);
        }

        @Actor
        @Override
        public void caller(LJ_Result r) {
            super.caller(r);
        }

        @Actor
        @Override
        public void retirer() {
            super.retirer();
        }
    }
}
