package org.uidgenerator.impl;

import org.uidgenerator.buffer.UidBlock;

/** Opens and retires blocks as their owners do: with the lock held. */
final class Stripes {
    private Stripes() {}

    static Stripe withOpen(long next, long last) {
        Stripe stripe = new Stripe();
        open(stripe, next, last);
        return stripe;
    }

    static void open(Stripe stripe, long next, long last) {
        stripe.lock.lock();
        try {
            stripe.open(next, new UidBlock(next, last));
        } finally {
            stripe.lock.unlock();
        }
    }

    static void retire(Stripe stripe) {
        stripe.lock.lock();
        try {
            stripe.retire();
        } finally {
            stripe.lock.unlock();
        }
    }

    /** The claimed UIDs as a result of jcstress shows them. */
    static String list(long[] uids, int claimed) {
        return switch (claimed) {
            case 0 -> "none";
            case 1 -> Long.toString(uids[0]);
            default -> uids[0] + " " + uids[1];
        };
    }
}
