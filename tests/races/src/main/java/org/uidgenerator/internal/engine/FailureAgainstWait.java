package org.uidgenerator.internal.engine;

import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.generator.Small;
import org.uidgenerator.internal.NanoClock;
import org.uidgenerator.races.Patience;
import org.uidgenerator.races.Twin;

/**
 * The padder fails when a caller joins the line, and again after that.
 *
 * <p>Twin: the padder does not try again what has failed.
 */
@JCStressTest
@State
@Outcome(id = "awake", expect = Expect.ACCEPTABLE, desc = "a later run has served the caller")
@Outcome(expect = Expect.FORBIDDEN, desc = "the caller slept on: the failed request was lost")
public class FailureAgainstWait {
    private final AtomicInteger failuresToCome = new AtomicInteger();
    private final UidBuffer buffer =
            Small.bufferOf(Small.cached(layout -> new DownForAWhile()).build());
    private final Stripe stripe = buffer.stripes[0];
    private volatile boolean requested;
    private volatile boolean served;

    public FailureAgainstWait() {
        beDown();
        buffer.padder().task.runOnce(); // puts the block that was left over, fails to claim another
        beDown();
    }

    private void beDown() {
        while (buffer.ring.take() != null) {}
        failuresToCome.set(1);
    }

    private void runOnce() {
        if (!Twin.RUNS) {
            buffer.padder().task.runOnce();
        } else if (requested) {
            requested = false;
            if (failuresToCome.getAndDecrement() <= 0) {
                buffer.serveLine();
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
    public void caller(L_Result r) {
        Waiter waiter = Stripes.join(buffer, stripe);
        requested = true;
        buffer.padder().task.request();
        r.r1 = (Twin.RUNS ? Patience.SHORT : Patience.LONG).await(nanos -> waiter.await(nanos, NanoClock.SYSTEM));
        served = true;
    }

    private final class DownForAWhile extends Small.Unlimited {
        @Override
        public void reserve(long tick) {
            if (failuresToCome.getAndDecrement() > 0) {
                throw new UidGenerateException("the store is down");
            }
        }
    }
}
