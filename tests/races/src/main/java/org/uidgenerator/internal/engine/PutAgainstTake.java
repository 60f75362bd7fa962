package org.uidgenerator.internal.engine;

import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJJ_Result;
import org.uidgenerator.races.Pause;
import org.uidgenerator.races.Twin;

/**
 * The padder puts blocks 1 and 2 while a taker takes twice; a later taker gets what is left.
 *
 * <p>Twin: the index is published before the slot is filled.
 */
@JCStressTest
@State
@Outcome(id = "-1, -1, 1, 2", expect = Expect.ACCEPTABLE, desc = "the ring was empty yet")
@Outcome(
        id = {"-1, 1, 2, -1", "1, -1, 2, -1"},
        expect = Expect.ACCEPTABLE,
        desc = "the taker met the first block")
@Outcome(id = "1, 2, -1, -1", expect = Expect.ACCEPTABLE, desc = "the taker met both")
@Outcome(expect = Expect.FORBIDDEN, desc = "a block was lost, taken twice or out of order")
public class PutAgainstTake {
    private final BlockRing ring = new BlockRing(2);
    private final RingCopy copy = new RingCopy();

    private void put(UidBlock block) {
        if (Twin.RUNS) {
            putIndexFirst(block);
        } else {
            ring.put(block);
        }
    }

    private void putIndexFirst(UidBlock block) {
        long index = copy.puts.get();
        copy.puts.set(index + 1);
        Pause.some();
        copy.slots.set((int) index & 1, block);
    }

    private @Nullable UidBlock take() {
        return Twin.RUNS ? copy.take() : ring.take();
    }

    @Actor
    public void padder() {
        put(new UidBlock(1, 1, 1, 0));
        put(new UidBlock(2, 2, 1, 0));
    }

    @Actor
    public void taker(JJJJ_Result r) {
        r.r1 = RingCopy.first(take());
        r.r2 = RingCopy.first(take());
    }

    @Arbiter
    public void later(JJJJ_Result r) {
        r.r3 = RingCopy.first(take());
        r.r4 = RingCopy.first(take());
    }
}
