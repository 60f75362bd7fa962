package org.uidgenerator.internal.engine;

import org.uidgenerator.generator.CachedUidGenerator;
import org.uidgenerator.generator.Small;

/** A small {@link CachedUidGenerator}, with one stripe and a ring of two blocks. Each twin breaks one of its rules. */
class CachedCopy extends GeneratorCopy {
    volatile boolean revoked;
    volatile long floor = -1;
    private long nextTick; // guarded by the stripe's lock

    @Override
    public long getUID() {
        while (true) {
            long uid = stripe.claim();
            if (uid >= 0 || !openBlockNow()) {
                return uid;
            }
        }
    }

    boolean openBlockNow() {
        stripe.lock.lock();
        try {
            return openBlockNow(!revoked);
        } finally {
            stripe.lock.unlock();
        }
    }

    /** Lock held. */
    boolean openBlockNow(boolean fresh) {
        while (Small.LAYOUT.encode(nextTick, 0, 1) <= floor) {
            nextTick++;
        }
        if (closed || nextTick > 1 || !fresh) {
            return false;
        }
        long first = Small.LAYOUT.encode(nextTick++, 0, 0);
        stripe.open(first, new UidBlock(first, first + 1, 1, 0));
        return true;
    }
}
