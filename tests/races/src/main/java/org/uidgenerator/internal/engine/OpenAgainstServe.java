package org.uidgenerator.internal.engine;

import java.util.Objects;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;
import org.uidgenerator.generator.Small;
import org.uidgenerator.races.Pause;
import org.uidgenerator.races.Twin;

/**
 * The padder serves a call that waits for a stripe to get UIDs, while another caller wants to open a block in that
 * stripe. Then the first one claims from the stripe.
 *
 * <p>Twin: a caller opens a block although others wait.
 */
@JCStressTest
@State
@Outcome(
        id = "ascending",
        expect = Expect.ACCEPTABLE,
        desc = "whatever is in the stripe is above what the call was given")
@Outcome(expect = Expect.FORBIDDEN, desc = "a thread got a lower UID after a higher one, or waited for ever")
public class OpenAgainstServe {
    private final UidBuffer buffer =
            Small.bufferOf(Small.cached(layout -> new Small.OneTick()).build());
    private final Stripe stripe = buffer.stripes[0];
    private final WaitingLine line = new WaitingLine();
    private final Waiter waiter;

    public OpenAgainstServe() {
        Stripes.useUp(buffer, stripe);
        waiter = Twin.RUNS ? joinTwin() : Stripes.join(buffer, stripe);
        long first = Small.FIRST_OF_TICK_1;
        buffer.ring.put(new UidBlock(first, first + 1, 1, 0));
        buffer.ring.put(new UidBlock(first + 2, first + 3, 1, 0));
    }

    private Waiter joinTwin() {
        stripe.lock.lock();
        try {
            return line.join(stripe, 1);
        } finally {
            stripe.lock.unlock();
        }
    }

    @Actor
    public void padder() {
        if (Twin.RUNS) {
            Pause.some();
            UidBlock block = Objects.requireNonNull(buffer.ring.take());
            line.serve(block.first(), block, line.joined(), call -> true);
        } else {
            buffer.serveLine();
        }
    }

    @Actor
    public void other() {
        buffer.open(stripe); // the twin's waits in another line
    }

    @Arbiter
    public void caller(L_Result r) {
        long given = waiter.take().first();
        long next = stripe.claim();
        r.r1 = next < 0 || next > given ? "ascending" : "descending";
    }
}
