package org.uidgenerator.generator;

import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;
import org.uidgenerator.buffer.RejectedTakeBufferHandler;
import org.uidgenerator.internal.engine.UnbufferedBlocks;
import org.uidgenerator.races.Pause;
import org.uidgenerator.races.Twin;
import org.uidgenerator.worker.LeaseRequest;
import org.uidgenerator.worker.WorkerLease;
import org.uidgenerator.worker.WorkerLeaseLostException;

/**
 * A generator is closed while another lease takes the place of a lost one, and an additional one joins it.
 *
 * <p>Twin: the thread that gets the lease does not look whether the end has come.
 */
@JCStressTest
@State
@Outcome(id = "given back", expect = Expect.ACCEPTABLE, desc = "the worker ids are free, whichever thread was first")
@Outcome(id = "not taken", expect = Expect.ACCEPTABLE, desc = "the end came before another worker id was taken")
@Outcome(expect = Expect.FORBIDDEN, desc = "a worker id was taken and forgotten: it is renewed for ever")
public class ReleaseAgainstReplace {
    private final AtomicInteger assigned = new AtomicInteger();
    private final AtomicInteger givenBack = new AtomicInteger();
    private volatile WorkerLease twinsLease = new LostAtOnce();
    private final LeasedTicks ticks = ticks(assigned, givenBack);

    public ReleaseAgainstReplace() {
        ticks.tryReserve(0, ticks.first()); // finds it lost, and would start the thread
    }

    private static LeasedTicks ticks(AtomicInteger assigned, AtomicInteger givenBack) {
        return new LeasedTicks(
                LeaseRequest.of(Small.LAYOUT).withName("race"),
                request -> assigned.getAndIncrement() == 0 ? new LostAtOnce() : new CountedLease(givenBack),
                new TickClock(Small.LAYOUT, InstantSource.fixed(Small.EPOCH), Duration.ZERO),
                new Small.Haste(),
                Small::noThread,
                new UnbufferedBlocks(
                        "race", "race", 1, RejectedTakeBufferHandler.FAIL, new Small.Haste(), Small::noThread),
                null,
                2,
                reading -> 2);
    }

    @Actor
    public void thread() {
        if (Twin.RUNS) {
            assigned.incrementAndGet();
            Pause.some();
            twinsLease = new CountedLease(givenBack);
        } else {
            ticks.run();
        }
    }

    @Actor
    public void closer() {
        Pause.some();
        if (Twin.RUNS) {
            twinsLease.release(-1);
        } else {
            ticks.release();
        }
    }

    @Arbiter
    public void later(L_Result r) {
        if (!Twin.RUNS) {
            ticks.end(); // the last thing that the thread does
        }
        int taken = assigned.get() - 1;
        r.r1 = taken == 0 ? "not taken" : givenBack.get() == taken ? "given back" : "forgotten";
    }

    private static final class CountedLease extends Small.Unlimited {
        private final AtomicInteger givenBack;

        CountedLease(AtomicInteger givenBack) {
            this.givenBack = givenBack;
        }

        @Override
        public long workerId() {
            return 1;
        }

        @Override
        public void release(long lastTick) {
            givenBack.incrementAndGet();
        }
    }

    private static final class LostAtOnce extends Small.Unlimited {
        @Override
        public void reserve(long tick) {
            throw new WorkerLeaseLostException("worker id 0 is lost");
        }
    }
}
