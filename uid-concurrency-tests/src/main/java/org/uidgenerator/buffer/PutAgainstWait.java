package org.uidgenerator.buffer;

import java.util.concurrent.TimeUnit;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** The padder puts a block while a taker begins to wait for one. */
@Outcome(id = "awake", expect = Expect.ACCEPTABLE, desc = "the taker saw the block, or was woken")
@Outcome(expect = Expect.FORBIDDEN, desc = "a lost wake-up: the taker slept beside a block")
abstract class PutAgainstWait {
    private final RingBuffer ring = new RingBuffer(2);

    void put(UidBlock block) {
        ring.put(block);
    }

    /** Waits long, as a padder may be without a processor for a while. */
    boolean await() throws InterruptedException {
        long start = System.nanoTime();
        boolean notEmpty = ring.awaitNotEmpty(TimeUnit.SECONDS.toNanos(30));
        return notEmpty && System.nanoTime() - start < TimeUnit.SECONDS.toNanos(30);
    }

    public void padder() {
        Pause.upTo(500);
        put(new UidBlock(1, 1));
    }

    public void taker(L_Result r) {
        try {
            r.r1 = await() ? "awake" : "asleep";
        } catch (InterruptedException e) {
            r.r1 = "interrupted";
        }
    }

    @JCStressTest
    @State
    public static class Real extends PutAgainstWait {
        @Actor
        @Override
        public void padder() {
            super.padder();
        }

        @Actor
        @Override
        public void taker(L_Result r) {
            super.taker(r);
        }
    }

    @JCStressTest
    @State
    public static class LooksForWaitersBeforePutting extends PutAgainstWait {
        private final RingCopy ring = new RingCopy();

        @Override
        void put(UidBlock block) {
            boolean somebodyWaits = ring.waiting.get() > 0;
            ring.add(block);
            if (somebodyWaits) {
                ring.signal();
            }
        }

        @Override
        boolean await() throws InterruptedException {
            return ring.awaitNotEmptyOnce();
        }

        @Actor
        @Override
        public void padder() {
            super.padder();
        }

        @Actor
        @Override
        public void taker(L_Result r) {
            super.taker(r);
        }
    }
}
