package org.uidgenerator.internal.engine;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.generator.Ordering;
import org.uidgenerator.generator.Small;
import org.uidgenerator.races.Pause;
import org.uidgenerator.races.Twin;
import org.uidgenerator.worker.WorkerLease;

/**
 * A thread that opens its second block, and gets a slot for it, while the generator is closed.
 *
 * <p>Twin: slots are taken back before the stripes are visited, under whose locks they are filled.
 */
@JCStressTest
@State
@Outcome(id = "taken back", expect = Expect.ACCEPTABLE, desc = "no thread owns a block of the closed generator")
@Outcome(expect = Expect.FORBIDDEN, desc = "a thread kept its block after the end")
public class StopAgainstOwner {
    private final UidBuffer buffer = Small.bufferOf(Small.cached(layout -> WorkerLease.neverReused(0))
            .ordering(Ordering.PER_THREAD)
            .build());
    private final OwnedBlocks slots = Twin.RUNS ? new OwnedBlocks(1) : buffer.owned;
    private final Stripe stripe = new Stripe(1);
    private volatile boolean closed;

    @Actor
    public void caller() {
        if (Twin.RUNS) {
            openUnlessClosed();
        } else {
            ownABlock();
        }
    }

    private void ownABlock() {
        OpenBlock place = buffer.place();
        try {
            for (int blocks = 0; blocks < 2; blocks++) {
                buffer.open(place);
                while (place.claim() >= 0) {}
            }
        } catch (UidGenerateException isClosed) {
            return;
        }
    }

    private void openUnlessClosed() {
        stripe.lock.lock();
        try {
            if (!closed) {
                Pause.some();
                Stripes.open(Stripes.add(slots, Thread.currentThread()), 0, 1);
            }
        } finally {
            stripe.lock.unlock();
        }
    }

    @Actor
    public void closer() {
        if (Twin.RUNS) {
            closed = true;
            slots.all().forEach(slots::remove);
            Stripes.retire(stripe);
        } else {
            buffer.stop(RunState.CLOSED);
        }
    }

    @Arbiter
    public void later(L_Result r) {
        r.r1 = slots.all().isEmpty() && (Twin.RUNS || buffer.leastFreshness() < 0) ? "taken back" : "kept";
    }
}
