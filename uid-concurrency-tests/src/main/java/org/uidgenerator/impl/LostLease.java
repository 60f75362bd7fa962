package org.uidgenerator.impl;

import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;
import org.uidgenerator.concurrency.Pause;
import org.uidgenerator.concurrency.Twin;
import org.uidgenerator.worker.WorkerLease;
import org.uidgenerator.worker.WorkerLeaseLostException;

/**
 * Two callers reserve a tick, and both hear that worker id 0 is lost.
 *
 * <p>Twin: each takes another worker id without looking whether the other has done so.
 */
@JCStressTest
@State
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "both go on under the next worker id")
@Outcome(expect = Expect.FORBIDDEN, desc = "a worker id was taken and forgotten")
public class LostLease {
    private final AtomicLong assigned = new AtomicLong();
    private volatile WorkerLease lease = new LostAtOnce();
    private final LeasedTicks ticks = new LeasedTicks(
            Small.LAYOUT,
            layout -> assign(),
            new TickClock(Small.LAYOUT, InstantSource.fixed(Small.EPOCH), Duration.ZERO));

    private WorkerLease assign() {
        long workerId = assigned.getAndIncrement();
        return workerId == 0 ? new LostAtOnce() : WorkerLease.of(workerId);
    }

    private long reserve() {
        if (Twin.RUNS) {
            return reserveInVain();
        }
        return Small.LAYOUT.decode(ticks.reserveAfter(-1)).workerId();
    }

    private long reserveInVain() {
        WorkerLease lease = this.lease;
        if (lease instanceof LostAtOnce) {
            Pause.some();
            lease = assign();
            this.lease = lease;
        }
        return lease.workerId();
    }

    @Actor
    public void one(JJ_Result r) {
        r.r1 = reserve();
    }

    @Actor
    public void other(JJ_Result r) {
        r.r2 = reserve();
    }

    private static final class LostAtOnce implements WorkerLease {
        @Override
        public long workerId() {
            return 0;
        }

        @Override
        public void reserve(long tick) {
            throw new WorkerLeaseLostException("worker id 0 is lost");
        }
    }
}
