package org.uidgenerator.engine;

import java.util.Objects;

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

    static void open(Stripe stripe, long first, long last) {
        stripe.lock.lock();
        try {
            stripe.open(first, new UidBlock(first, last, 1, 0));
        } finally {
            stripe.lock.unlock();
        }
    }

    /** Takes all UIDs that there are. */
    static void useUp(OpenBlocks openBlocks, Stripe stripe) {
        while (openBlocks.open(stripe) >= 0) {
            while (stripe.claim() >= 0) {}
        }
    }

    /** Joins the line of blocks that are used up. */
    static Waiter join(OpenBlocks openBlocks, Stripe stripe) {
        return Objects.requireNonNull(openBlocks.join(stripe, 1));
    }

    static void retire(Stripe stripe) {
        stripe.lock.lock();
        try {
            stripe.retire();
        } finally {
            stripe.lock.unlock();
        }
    }

    /** The claimed UIDs as one value of a result. */
    static String list(long[] uids, int claimed) {
        return switch (claimed) {
            case 0 -> "none";
            case 1 -> Long.toString(uids[0]);
            default -> uids[0] + " " + uids[1];
        };
    }
}
