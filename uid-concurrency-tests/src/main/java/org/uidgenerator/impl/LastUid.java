package org.uidgenerator.impl;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** Two callers claim the last UID of the open block. */
@Outcome(id = {"0, -1", "-1, 0"}, expect = Expect.ACCEPTABLE, desc = "one gets it")
@Outcome(expect = Expect.FORBIDDEN, desc = "both get it, or none")
abstract class LastUid {
    final Stripe stripe = Stripes.withOpen(0, 0);

    long claim() {
        return stripe.claim();
    }

    public void one(JJ_Result r) {
        r.r1 = claim();
    }

    public void other(JJ_Result r) {
        r.r2 = claim();
    }

    @JCStressTest
    @State
    public static class Real extends LastUid {
        @Actor
        @Override
        public void one(JJ_Result r) {
            super.one(r);
        }

        @Actor
        @Override
        public void other(JJ_Result r) {
            super.other(r);
        }
    }

    @JCStressTest
    @State
    public static class ReadThenAdvance extends LastUid {
        @Override
        long claim() {
            long last = stripe.lastAcquire();
            long uid = stripe.valueOpaque();
            stripe.setValueOpaque(uid + 1);
            return uid <= last ? uid : -1;
        }

        @Actor
        @Override
        public void one(JJ_Result r) {
            super.one(r);
        }

        @Actor
        @Override
        public void other(JJ_Result r) {
            super.other(r);
        }
    }
}
