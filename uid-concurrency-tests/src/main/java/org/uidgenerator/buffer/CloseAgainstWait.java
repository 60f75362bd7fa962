package org.uidgenerator.buffer;

import java.util.concurrent.TimeUnit;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** The ring is closed while a taker begins to wait for a block that does not come. */
@Outcome(id = "awake", expect = Expect.ACCEPTABLE, desc = "the taker saw the end, or was woken")
@Outcome(expect = Expect.FORBIDDEN, desc = "a lost wake-up: the taker slept on in a closed ring")
abstract class CloseAgainstWait {
    private final RingBuffer ring = new RingBuffer(2);

    void close() {
        ring.close();
    }

    boolean await() throws InterruptedException {
        return ring.awaitNotEmpty(TimeUnit.SECONDS.toNanos(30));
    }

    public void closer() {
        Pause.upTo(500);
        close();
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
    public static class Real extends CloseAgainstWait {
        @Actor
        @Override
        public void closer() {
            super.closer();
        }

        @Actor
        @Override
        public void taker(L_Result r) {
            super.taker(r);
        }
    }

    @JCStressTest
    @State
    public static class SignalledBeforeClosed extends CloseAgainstWait {
        private final RingCopy ring = new RingCopy();

        @Override
        void close() {
            ring.signal();
            ring.closed = true;
        }

        @Override
        boolean await() throws InterruptedException {
            return ring.awaitNotEmptyOnce();
        }

        @Actor
        @Override
        public void closer() {
            super.closer();
        }

        @Actor
        @Override
        public void taker(L_Result r) {
            super.taker(r);
        }
    }
}
