package org.uidgenerator.internal.engine;

import java.time.Duration;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;
import org.uidgenerator.generator.Small;
import org.uidgenerator.internal.NanoClock;
import org.uidgenerator.internal.background.BackgroundTask;
import org.uidgenerator.internal.background.BackgroundThreads;
import org.uidgenerator.internal.background.BackgroundWork;
import org.uidgenerator.races.Patience;
import org.uidgenerator.races.Pause;
import org.uidgenerator.races.Twin;

/**
 * The padder puts a block and serves the line, while a caller that has found the ring empty joins the line and requests
 * the padder.
 *
 * <p>Twin: the caller requests the padder before it joins.
 */
@JCStressTest
@State
@Outcome(id = "awake", expect = Expect.ACCEPTABLE, desc = "the caller was served by this run of the padder or the next")
@Outcome(expect = Expect.FORBIDDEN, desc = "the caller slept beside a block")
public class ServeAgainstJoin implements BackgroundWork {
    private final UidBuffer buffer =
            Small.bufferOf(Small.cached(layout -> new Small.OneTick()).build());
    private final Stripe stripe = buffer.stripes[0];
    private final BackgroundTask padder =
            new BackgroundThreads("padder", 1, NanoClock.SYSTEM, Small::noThread).task(this, Duration.ofSeconds(1));
    private boolean put;
    private volatile boolean over;

    public ServeAgainstJoin() {
        Stripes.useUp(buffer, stripe);
        padder.start(Duration.ZERO);
        padder.request();
    }

    @Override
    public long run() {
        if (!put) {
            put = buffer.ring.put(new UidBlock(Small.FIRST_OF_TICK_1, Small.FIRST_OF_TICK_1, 1, 0));
        }
        buffer.serveLine();
        return Long.MAX_VALUE;
    }

    @Override
    public void failing(Throwable failure) {
        throw new AssertionError(failure);
    }

    @Override
    public void recovered(int failures) {}

    @Actor
    public void padder() {
        while (!over) {
            if (padder.isRequested()) {
                padder.runOnce();
            }
        }
    }

    @Actor
    public void caller(L_Result r) {
        Waiter waiter;
        if (Twin.RUNS) {
            padder.request();
            Pause.some();
            waiter = Stripes.join(buffer, stripe);
        } else {
            waiter = Stripes.join(buffer, stripe);
            padder.request();
        }
        r.r1 = (Twin.RUNS ? Patience.SHORT : Patience.LONG).await(nanos -> waiter.await(nanos, NanoClock.SYSTEM));
        over = true;
    }
}
