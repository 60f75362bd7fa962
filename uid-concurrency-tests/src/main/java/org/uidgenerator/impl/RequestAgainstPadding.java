package org.uidgenerator.impl;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;
import org.uidgenerator.buffer.RingBuffer;
import org.uidgenerator.buffer.UidBlock;
import org.uidgenerator.concurrency.Pause;
import org.uidgenerator.concurrency.Twin;
import org.uidgenerator.worker.WorkerLease;

/**
 * The padder runs as it was asked to while a taker empties the ring and asks again. Then the padder runs once more.
 *
 * <p>Twin: the padder takes note of the request after it has padded.
 */
@JCStressTest
@State
@Outcome(id = "blocks", expect = Expect.ACCEPTABLE, desc = "one run or the other has served the taker")
@Outcome(expect = Expect.FORBIDDEN, desc = "the request was lost")
public class RequestAgainstPadding {
    private final CachedUidGenerator generator =
            Small.cached(layout -> WorkerLease.of(0)).build();
    private final RingBuffer ring = generator.ringBuffer;
    private volatile boolean requested;

    public RequestAgainstPadding() {
        request();
    }

    private void request() {
        if (!Twin.RUNS) {
            generator.padder.request();
        } else if (!requested) {
            requested = true;
        }
    }

    private void runOnce() {
        if (!Twin.RUNS) {
            generator.padder.runOnce();
        } else if (requested) {
            ring.put(new UidBlock(0, 1));
            Pause.some();
            requested = false;
        }
    }

    @Actor
    public void padder() {
        runOnce();
    }

    @Actor
    public void taker() {
        while (ring.take() != null) {}
        request();
    }

    @Arbiter
    public void later(L_Result r) {
        runOnce();
        r.r1 = ring.size() > 0 ? "blocks" : "none";
    }
}
