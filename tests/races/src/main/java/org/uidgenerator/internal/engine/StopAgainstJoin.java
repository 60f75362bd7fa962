package org.uidgenerator.internal.engine;

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
import org.uidgenerator.races.Pause;
import org.uidgenerator.races.Twin;

/**
 * The generator is closed while a caller that has found no UID joins the line.
 *
 * <p>Twin: those that wait are refused before the generator is marked as closed.
 */
@JCStressTest
@State
@Outcome(id = "awake", expect = Expect.ACCEPTABLE, desc = "the caller was refused, in the line or before it")
@Outcome(expect = Expect.FORBIDDEN, desc = "a lost refusal: the caller slept in the line of a closed generator")
public class StopAgainstJoin {
    private final UidBuffer buffer =
            Small.bufferOf(Small.cached(layout -> new Small.OneTick()).build());
    private final Stripe stripe = buffer.stripes[0];
    private final WaitingLine line = new WaitingLine();
    private volatile boolean closed;

    public StopAgainstJoin() {
        Stripes.useUp(buffer, stripe);
    }

    @Actor
    public void closer() {
        Pause.some();
        if (Twin.RUNS) {
            line.refuseWhile(() -> RunState.CLOSED.refusal("twin"));
            Pause.some();
            closed = true;
        } else {
            buffer.stop(RunState.CLOSED);
        }
    }

    @Actor
    public void caller(L_Result r) {
        try {
            Waiter waiter = Twin.RUNS ? joinUnlessClosed() : Stripes.join(buffer, stripe);
            r.r1 = (Twin.RUNS ? Patience.SHORT : Patience.LONG).await(nanos -> waiter.await(nanos, NanoClock.SYSTEM));
        } catch (UidGenerateException refused) {
            r.r1 = "awake";
        }
    }

    private Waiter joinUnlessClosed() {
        stripe.lock.lock();
        try {
            if (closed) {
                throw RunState.CLOSED.refusal("twin");
            }
            return line.join(stripe, 1);
        } finally {
            stripe.lock.unlock();
        }
    }
}
