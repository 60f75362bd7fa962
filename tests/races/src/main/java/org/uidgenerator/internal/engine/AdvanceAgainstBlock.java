package org.uidgenerator.internal.engine;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.generator.Small;
import org.uidgenerator.races.Pause;
import org.uidgenerator.races.Twin;
import org.uidgenerator.worker.WorkerLease;

/**
 * A CachedUidGenerator is shown the last UID of a block while a caller opens that block.
 *
 * <p>Twin: the open blocks are retired before the floor is raised.
 */
@JCStressTest
@State
@Outcome(id = "above", expect = Expect.ACCEPTABLE, desc = "the caller that began afterwards got a greater UID")
@Outcome(id = "none", expect = Expect.ACCEPTABLE, desc = "the caller got the only greater UID")
@Outcome(expect = Expect.FORBIDDEN, desc = "the caller that began afterwards got the rest of the block")
public class AdvanceAgainstBlock {
    private static final long SHOWN = Small.LAYOUT.encode(0, 0, 1);

    private final UidGenerator generator = Twin.RUNS
            ? new RetiresBeforeRaising()
            : Small.cached(layout -> WorkerLease.neverReused(0)).build();

    @Actor
    public void caller() {
        Small.ask(generator);
    }

    @Actor
    public void advancer() {
        generator.advancePast(SHOWN);
    }

    @Arbiter
    public void later(L_Result r) {
        r.r1 = Small.askAbove(generator, SHOWN);
    }

    private static final class RetiresBeforeRaising extends CachedCopy {
        @Override
        public void advancePast(long uid) {
            Stripes.retire(stripe);
            Pause.some();
            floor = uid;
        }
    }
}
