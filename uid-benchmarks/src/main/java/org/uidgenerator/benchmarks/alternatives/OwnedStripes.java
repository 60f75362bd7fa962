package org.uidgenerator.benchmarks.alternatives;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.benchmarks.contestants.Contestant;

/**
 * Stripes with owners. The first thread that comes to a stripe adds plainly to a block of its own; the others that
 * share the stripe add atomically to another block, because they look for no other stripe, and none becomes free when
 * its owner ends.
 */
public final class OwnedStripes implements Contestant {
    private final Stripe[] stripes =
            new Stripe[Integer.highestOneBit(8 * Runtime.getRuntime().availableProcessors() - 1)];

    public OwnedStripes() {
        AtomicLong blocks = new AtomicLong();
        for (int i = 0; i < stripes.length; i++) {
            stripes[i] = new Stripe(new OpenBlock(blocks), new OpenBlock(blocks));
        }
    }

    @Override
    public long next() {
        final Stripe[] stripes = this.stripes;
        Thread caller = Thread.currentThread();
        return stripes[(int) caller.getId() & (stripes.length - 1)].claim(caller);
    }

    private static final class Stripe {
        private final OpenBlock owned;
        private final OpenBlock shared;

        @Nullable
        private Thread owner;

        Stripe(OpenBlock owned, OpenBlock shared) {
            this.owned = owned;
            this.shared = shared;
        }

        /** The race on the owner is benign: a thread compares it only with itself. */
        long claim(Thread caller) {
            return owner == caller || (owner == null && own(caller)) ? owned.claimOwned() : shared.claimShared();
        }

        private synchronized boolean own(Thread caller) {
            if (owner == null) {
                owner = caller;
            }
            return owner == caller;
        }
    }
}
