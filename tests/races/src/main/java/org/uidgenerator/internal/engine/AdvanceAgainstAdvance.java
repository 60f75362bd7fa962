package org.uidgenerator.internal.engine;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.generator.Small;
import org.uidgenerator.races.Pause;
import org.uidgenerator.races.Twin;
import org.uidgenerator.worker.WorkerLease;

/**
 * Two threads show a CachedUidGenerator the same UID, of a block that is open, and then ask it for one.
 *
 * <p>Twin: a caller that finds the floor raised has nothing to do, although the open blocks are not retired yet.
 */
@JCStressTest
@State
@Outcome(id = "above, above", expect = Expect.ACCEPTABLE, desc = "both got a greater UID")
@Outcome(
        id = {"above, none", "none, above"},
        expect = Expect.ACCEPTABLE,
        desc = "only one was left")
@Outcome(expect = Expect.FORBIDDEN, desc = "one got the rest of the block")
public class AdvanceAgainstAdvance {
    private static final long SHOWN = Small.LAYOUT.encode(0, 0, 1);

    private final UidGenerator generator = Twin.RUNS
            ? new PassesWithTheFloor()
            : Small.cached(layout -> WorkerLease.neverReused(0)).build();

    public AdvanceAgainstAdvance() {
        generator.getUID(); // opens the block
    }

    @Actor
    public void one(LL_Result r) {
        r.r1 = advance();
    }

    @Actor
    public void other(LL_Result r) {
        r.r2 = advance();
    }

    private String advance() {
        generator.advancePast(SHOWN);
        return Small.askAbove(generator, SHOWN);
    }

    private static final class PassesWithTheFloor extends CachedCopy {
        @Override
        public void advancePast(long uid) {
            if (floor < uid) {
                floor = uid;
                Pause.some();
                Stripes.retire(stripe);
            }
        }
    }
}
