package org.uidgenerator.buffer;

import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** Two takers take while one block is left. */
@Outcome(id = {"1, -1", "-1, 1"}, expect = Expect.ACCEPTABLE, desc = "one gets it")
@Outcome(expect = Expect.FORBIDDEN, desc = "both get it, or none")
abstract class LastBlock {
    private final RingBuffer ring = new RingBuffer(2);

    LastBlock() {
        ring.put(new UidBlock(1, 1));
    }

    @Nullable
    UidBlock take() {
        return ring.take();
    }

    private long first() {
        UidBlock block = take();
        return block == null ? -1 : block.first();
    }

    public void one(JJ_Result r) {
        r.r1 = first();
    }

    public void other(JJ_Result r) {
        r.r2 = first();
    }

    @JCStressTest
    @State
    public static class Real extends LastBlock {
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
    public static class ReadThenAdvance extends LastBlock {
        private final RingCopy ring = new RingCopy();

        public ReadThenAdvance() {
            ring.put(new UidBlock(1, 1));
        }

        @Override
        @Nullable
        UidBlock take() {
            long index = ring.takes.get();
            if (index == ring.puts.get()) {
                return null;
            }
            ring.takes.set(index + 1);
            return ring.slots.get((int) index & 1);
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
