package org.uidgenerator.internal.engine;

import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;
import org.uidgenerator.races.Pause;
import org.uidgenerator.races.Twin;

/**
 * Two takers take while one block is left.
 *
 * <p>Twin: takers read their index and advance it then, instead of claiming it.
 */
@JCStressTest
@State
@Outcome(
        id = {"1, -1", "-1, 1"},
        expect = Expect.ACCEPTABLE,
        desc = "one gets it")
@Outcome(expect = Expect.FORBIDDEN, desc = "both get it, or none")
public class LastBlock {
    private final BlockRing ring = new BlockRing(2);
    private final RingCopy copy = new RingCopy();

    public LastBlock() {
        ring.put(new UidBlock(1, 1, 1, 0));
        copy.put(new UidBlock(1, 1, 1, 0));
    }

    private @Nullable UidBlock take() {
        return Twin.RUNS ? readThenAdvance() : ring.take();
    }

    private @Nullable UidBlock readThenAdvance() {
        long index = copy.takes.get();
        if (index == copy.puts.get()) {
            return null;
        }
        Pause.some();
        copy.takes.set(index + 1);
        return copy.slots.get((int) index & 1);
    }

    @Actor
    public void one(JJ_Result r) {
        r.r1 = RingCopy.first(take());
    }

    @Actor
    public void other(JJ_Result r) {
        r.r2 = RingCopy.first(take());
    }
}
