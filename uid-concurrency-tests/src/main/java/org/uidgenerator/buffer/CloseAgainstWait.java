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
 * The ring is closed while a taker begins to wait for a block that does not come.
 *
 * <p>Twin: the waiting takers are signalled before the ring is marked as closed.
 */
@JCStressTest
@State
@Outcome(id = "awake", expect = Expect.ACCEPTABLE, desc = "the taker saw the end, or was woken")
@Outcome(expect = Expect.FORBIDDEN, desc = "a lost wake-up: the taker slept on in a closed ring")
public class CloseAgainstWait {
    private final RingBuffer ring = new RingBuffer(2);
    private final RingCopy copy = new RingCopy();

    private void close() {
        if (Twin.RUNS) {
            copy.signal();
            Pause.some();
            copy.closed = true;
        } else {
            ring.close();
        }
    }

    @Actor
    public void closer() {
        Pause.some();
        close();
    }

    @Actor
    public void taker(L_Result r) {
        r.r1 = Twin.RUNS ? Patience.SHORT.await(copy::awaitNotEmpty) : Patience.LONG.await(ring::awaitNotEmpty);
    }
}
