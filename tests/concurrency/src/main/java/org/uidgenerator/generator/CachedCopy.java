package org.uidgenerator.generator;

/** {@link CachedUidGenerator} in small, with one stripe and a ring of two blocks: twins break one rule of it each. */
class CachedCopy extends GeneratorCopy {
    volatile long droppedThrough = -1;
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

    private boolean openBlockNow() {
        stripe.lock.lock();
        try {
            if (closed || nextTick > 1) {
                return false;
            }
            long first = Small.LAYOUT.encode(nextTick, 0, 0);
            if (nextTick++ > droppedThrough) {
                stripe.open(first, new UidBlock(first, first + 1));
            }
            return true;
        } finally {
            stripe.lock.unlock();
        }
    }
}
