package org.uidgenerator.impl;

import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.buffer.RingBuffer;
import org.uidgenerator.buffer.UidBlock;
import org.uidgenerator.concurrency.Patience;
import org.uidgenerator.concurrency.Twin;
import org.uidgenerator.worker.WorkerLease;

/**
 * The store is down when a taker begins to wait, and for one more run of the padder.
 *
 * <p>Twin: the padder does not try again what has failed.
 */
@JCStressTest
@State
@Outcome(id = "awake", expect = Expect.ACCEPTABLE, desc = "a later run has served the taker")
@Outcome(expect = Expect.FORBIDDEN, desc = "the taker slept on: the failed request was lost")
public class FailureAgainstWait {
    private final AtomicInteger failuresToCome = new AtomicInteger();
    private final CachedUidGenerator generator =
            Small.cached(layout -> new DownForAWhile()).build();
    private final RingBuffer ring = generator.ringBuffer;
    private volatile boolean requested;
    private volatile boolean served;

    public FailureAgainstWait() {
        beDown();
        generator.padder.request();
        generator.padder.runOnce(); // puts the block that was left over, fails to claim another
        beDown();
    }

    private void beDown() {
        while (ring.take() != null) {}
        failuresToCome.set(1);
    }

    private void runOnce() {
        if (!Twin.RUNS) {
            generator.padder.runOnce();
        } else if (requested) {
            requested = false;
            if (failuresToCome.getAndDecrement() <= 0) {
                ring.put(new UidBlock(0, 1));
            }
        }
    }

    @Actor
    public void padder() {
        while (!served) {
            runOnce();
        }
    }

    @Actor
    public void taker(L_Result r) {
        requested = true;
        generator.padder.request();
        r.r1 = (Twin.RUNS ? Patience.SHORT : Patience.LONG).await(ring::awaitNotEmpty);
        served = true;
    }

    private final class DownForAWhile implements WorkerLease {
        @Override
        public long workerId() {
            return 0;
        }

        @Override
        public void reserve(long tick) {
            if (failuresToCome.getAndDecrement() > 0) {
                throw new UidGenerateException("the store is down");
            }
        }
    }
}
