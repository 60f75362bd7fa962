package org.uidgenerator.internal.engine;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.generator.CachedUidGenerator;
import org.uidgenerator.generator.Small;
import org.uidgenerator.races.Pause;
import org.uidgenerator.races.Twin;

/**
 * The padder hears that the lease is revoked while a caller opens a block of its ticks.
 *
 * <p>Twin: the caller asks whether its block may be handed out before it locks the stripe.
 */
@JCStressTest
@State
@Outcome(id = "uid, none", expect = Expect.ACCEPTABLE, desc = "the caller was first")
@Outcome(id = "none, none", expect = Expect.ACCEPTABLE, desc = "the padder was first")
@Outcome(expect = Expect.FORBIDDEN, desc = "who began after the padder's run got a revoked UID")
public class RevokedAgainstBlock {
    private final CachedCopy copy = new AsksBeforeLocking();
    private volatile boolean revoked;
    private final CachedUidGenerator real =
            Small.cached(layout -> new RevocableLease()).build();
    private final UidGenerator generator = Twin.RUNS ? copy : real;

    @Actor
    public void caller(LL_Result r) {
        r.r1 = Small.ask(generator);
    }

    @Actor
    public void padder() {
        revoked = true;
        if (Twin.RUNS) {
            copy.revoked = true;
            Stripes.retire(copy.stripe);
        } else {
            Small.bufferOf(real).padder().task.runOnce();
        }
    }

    @Arbiter
    public void later(LL_Result r) {
        r.r2 = Small.ask(generator);
    }

    private static final class AsksBeforeLocking extends CachedCopy {
        @Override
        boolean openBlockNow() {
            boolean fresh = !revoked;
            Pause.some();
            stripe.lock.lock();
            try {
                return openBlockNow(fresh);
            } finally {
                stripe.lock.unlock();
            }
        }
    }

    private final class RevocableLease extends Small.Unlimited {
        @Override
        public boolean isRevoked() {
            return revoked;
        }
    }
}
