package org.uidgenerator.internal.engine;

import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidRange;
import org.uidgenerator.races.Pause;

/** Opens and retires blocks as their owners do: with the lock held. */
final class Stripes {
    private Stripes() {}

    static Stripe withOpen(long first, long last) {
        Stripe stripe = new Stripe(1);
        open(stripe, first, last);
        return stripe;
    }

    /** With a block open of which this was the only UID. */
    static Stripe usedUp(long uid) {
        Stripe stripe = withOpen(uid, uid);
        stripe.claim();
        return stripe;
    }

    /** With a block open that a thread owns. */
    static OwnedBlock owned(long first, long last) {
        OwnedBlock own = new OwnedBlock(Thread.currentThread(), new Stripe(1), 0);
        open(own, first, last);
        return own;
    }

    /** A block of a thread, for which there is a slot. */
    static OwnedBlock add(OwnedBlocks slots, Thread owner) {
        return Objects.requireNonNull(slots.add(owner, new Stripe(1)));
    }

    /** Claims as the owner does, but pauses in the middle. For twins. */
    static long slowClaim(OwnedBlock own) {
        long end = own.endOpaque();
        long uid = own.valuePlain();
        Pause.some();
        if (uid >= end) {
            return -1;
        }
        own.setValueOpaque(uid + 1);
        return uid;
    }

    static void open(OpenBlock place, long first, long last) {
        place.lock.lock();
        try {
            place.open(first, new UidBlock(first, last, 1, 0));
        } finally {
            place.lock.unlock();
        }
    }

    /** Takes all UIDs that there are. */
    static void useUp(Engine<?> engine, Stripe stripe) {
        while (engine.open(stripe) >= 0) {
            while (stripe.claim() >= 0) {}
        }
    }

    /** Joins the line of blocks that are used up. */
    static Waiter join(Engine<?> engine, Stripe stripe) {
        return Objects.requireNonNull(engine.join(stripe, 1));
    }

    static void retire(OpenBlock place) {
        place.lock.lock();
        try {
            place.retire();
        } finally {
            place.lock.unlock();
        }
    }

    /** What was claimed as one value of a result. */
    static String list(@Nullable UidRange claimed) {
        return claimed == null
                ? "none"
                : claimed.uids().mapToObj(Long::toString).collect(Collectors.joining(" "));
    }
}
