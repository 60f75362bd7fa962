package org.uidgenerator.buffer;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;
import org.uidgenerator.concurrency.Patience;
import org.uidgenerator.concurrency.Pause;
import org.uidgenerator.concurrency.Twin;

/**
 * The padder puts a block while a taker begins to wait for one.
 *
 * <p>Twin: the padder looks for waiting takers before it puts.
 */
@JCStressTest
@State
@Outcome(id = "awake", expect = Expect.ACCEPTABLE, desc = "the taker saw the block, or was woken")
@Outcome(expect = Expect.FORBIDDEN, desc = "a lost wake-up: the taker slept beside a block")
public class PutAgainstWait {
    private final RingBuffer ring = new RingBuffer(2);
    private final RingCopy copy = new RingCopy();

    private void put(UidBlock block) {
        if (Twin.RUNS) {
            lookThenPut(block);
        } else {
            ring.put(block);
        }
    }

    private void lookThenPut(UidBlock block) {
        boolean somebodyWaits = copy.waiting.get() > 0;
        Pause.some();
        copy.put(block);
        if (somebodyWaits) {
            copy.signal();
        }
    }

    @Actor
    public void padder() {
        Pause.some();
        put(new UidBlock(1, 1));
    }

    @Actor
    public void taker(L_Result r) {
        r.r1 = Twin.RUNS ? Patience.SHORT.await(copy::awaitNotEmpty) : Patience.LONG.await(ring::awaitNotEmpty);
    }
}
