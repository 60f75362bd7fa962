package org.uidgenerator.buffer;

import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJJ_Result;

/** The padder puts blocks 1 and 2 while a taker takes twice; who comes later takes what is left. */
@Outcome(id = "-1, -1, 1, 2", expect = Expect.ACCEPTABLE, desc = "the ring was empty yet")
@Outcome(id = {"-1, 1, 2, -1", "1, -1, 2, -1"}, expect = Expect.ACCEPTABLE, desc = "the taker met the first block")
@Outcome(id = "1, 2, -1, -1", expect = Expect.ACCEPTABLE, desc = "the taker met both blocks")
@Outcome(expect = Expect.FORBIDDEN, desc = "a block was lost, taken twice or out of order")
abstract class PutAgainstTake {
    private final RingBuffer ring = new RingBuffer(2);

    void put(UidBlock block) {
        ring.put(block);
    }

    @Nullable
    UidBlock take() {
        return ring.take();
    }

    private long first() {
        UidBlock block = take();
        return block == null ? -1 : block.first();
    }

    public void padder() {
        put(new UidBlock(1, 1));
        put(new UidBlock(2, 2));
    }

    public void taker(JJJJ_Result r) {
        r.r1 = first();
        r.r2 = first();
    }

    public void later(JJJJ_Result r) {
        r.r3 = first();
        r.r4 = first();
    }

    @JCStressTest
    @State
    public static class Real extends PutAgainstTake {
        @Actor
        @Override
        public void padder() {
            super.padder();
        }

        @Actor
        @Override
        public void taker(JJJJ_Result r) {
            super.taker(r);
        }

        @Arbiter
        @Override
        public void later(JJJJ_Result r) {
            super.later(r);
        }
    }

    @JCStressTest
    @State
    public static class IndexBeforeSlot extends PutAgainstTake {
        private final RingCopy ring = new RingCopy();

        @Override
        void put(UidBlock block) {
            long index = ring.puts.get();
            ring.puts.set(index + 1);
            ring.slots.set((int) index & 1, block);
        }

        @Override
        @Nullable
        UidBlock take() {
            return ring.take();
        }

        @Actor
        @Override
        public void padder() {
            super.padder();
        }

        @Actor
        @Override
        public void taker(JJJJ_Result r) {
            super.taker(r);
        }

        @Arbiter
        @Override
        public void later(JJJJ_Result r) {
            super.later(r);
        }
    }
}
