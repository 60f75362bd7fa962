package org.uidgenerator.generator;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;
import org.uidgenerator.races.Pause;
import org.uidgenerator.races.Twin;

/**
 * The padder claims a tick of a worker id that is being given back.
 *
 * <p>Twin: whether the claims have ended is looked at, but not under the lock.
 */
@JCStressTest
@State
@Outcome(id = "refused", expect = Expect.ACCEPTABLE, desc = "the claims had ended before")
@Outcome(id = "given back with it", expect = Expect.ACCEPTABLE, desc = "the next holder starts above the tick")
@Outcome(expect = Expect.FORBIDDEN, desc = "the tick is used, and so it may be by the next holder")
public class ClaimAgainstGiveBack {
    private static final long TICK = 5;

    private final HeldWorkerId held = new HeldWorkerId(0, new RecordedLease(), 0, why -> {});
    private boolean claimed;
    private volatile boolean twinsEnd;
    private volatile long twinsLast = -1;
    private long givenBackWith;

    @Actor
    public void padder() {
        if (Twin.RUNS) {
            if (!twinsEnd) {
                Pause.some();
                twinsLast = TICK;
                claimed = true;
            }
        } else {
            claimed = held.tryClaim(TICK);
        }
    }

    @Actor
    public void thread() {
        Pause.some();
        if (Twin.RUNS) {
            twinsEnd = true;
            givenBackWith = twinsLast;
        } else {
            held.end();
            held.giveBack(Long.MAX_VALUE);
        }
    }

    @Arbiter
    public void later(L_Result r) {
        r.r1 = !claimed ? "refused" : givenBackWith >= TICK ? "given back with it" : "given back below it";
    }

    private final class RecordedLease extends Small.Unlimited {
        @Override
        public void release(long lastTick) {
            givenBackWith = lastTick;
        }
    }
}
