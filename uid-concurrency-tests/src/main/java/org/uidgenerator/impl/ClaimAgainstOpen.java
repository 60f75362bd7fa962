package org.uidgenerator.impl;

import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJ_Result;

/** A caller claims past the end of block {@code [0, 0]}, which is used up, while another opens {@code [1, 2]} and claims. */
@Outcome(id = "-1, 1, 2", expect = Expect.ACCEPTABLE, desc = "the claim came before the new block")
@Outcome(id = "-1, 2, -1", expect = Expect.ACCEPTABLE, desc = "a claim by the old end took a number of the new block: lost")
@Outcome(id = "-1, 1, -1", expect = Expect.ACCEPTABLE, desc = "the same with the other number")
@Outcome(id = {"1, 2, -1", "2, 1, -1"}, expect = Expect.ACCEPTABLE, desc = "each gets one of the new block")
@Outcome(expect = Expect.FORBIDDEN, desc = "a UID was handed out twice")
abstract class ClaimAgainstOpen {
    final Stripe stripe = Stripes.withOpen(0, 0);

    ClaimAgainstOpen() {
        stripe.claim();
    }

    long claim() {
        return stripe.claim();
    }

    void open() {
        Stripes.open(stripe, 1, 2);
    }

    public void caller(JJJ_Result r) {
        r.r1 = claim();
    }

    public void opener(JJJ_Result r) {
        open();
        r.r2 = claim();
    }

    public void later(JJJ_Result r) {
        r.r3 = claim();
    }

    @JCStressTest
    @State
    public static class Real extends ClaimAgainstOpen {
        @Actor
        @Override
        public void caller(JJJ_Result r) {
            super.caller(r);
        }

        @Actor
        @Override
        public void opener(JJJ_Result r) {
            super.opener(r);
        }

        @Arbiter
        @Override
        public void later(JJJ_Result r) {
            super.later(r);
        }
    }

    @JCStressTest
    @State
    public static class LastReadAfterTheClaim extends ClaimAgainstOpen {
        @Override
        long claim() {
            long uid = stripe.getAndAddValue(1);
            return uid <= stripe.lastAcquire() ? uid : -1;
        }

        @Actor
        @Override
        public void caller(JJJ_Result r) {
            super.caller(r);
        }

        @Actor
        @Override
        public void opener(JJJ_Result r) {
            super.opener(r);
        }

        @Arbiter
        @Override
        public void later(JJJ_Result r) {
            super.later(r);
        }
    }

    @JCStressTest
    @State
    public static class NextWrittenAfterLast extends ClaimAgainstOpen {
        @Override
        void open() {
            stripe.last = 2;
            VarHandle.fullFence();
            stripe.setValueOpaque(1);
        }

        @Actor
        @Override
        public void caller(JJJ_Result r) {
            super.caller(r);
        }

        @Actor
        @Override
        public void opener(JJJ_Result r) {
            super.opener(r);
        }

        @Arbiter
        @Override
        public void later(JJJ_Result r) {
            super.later(r);
        }
    }

    /** Shows on hardware that reorders stores, and does not on x86: release costs nothing there. */
    @JCStressTest
    @State
    public static class PlainLastOnWeakHardware extends ClaimAgainstOpen {
        @Override
        void open() {
            stripe.setValueOpaque(1);
            stripe.last = 2;
        }

        @Actor
        @Override
        public void caller(JJJ_Result r) {
            super.caller(r);
        }

        @Actor
        @Override
        public void opener(JJJ_Result r) {
            super.opener(r);
        }

        @Arbiter
        @Override
        public void later(JJJ_Result r) {
            super.later(r);
        }
    }
}
