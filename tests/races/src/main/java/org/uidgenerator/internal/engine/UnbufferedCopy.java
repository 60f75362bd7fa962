package org.uidgenerator.internal.engine;

import org.uidgenerator.generator.DefaultUidGenerator;
import org.uidgenerator.generator.Small;

/** {@link DefaultUidGenerator} in small, in a time that is always late enough. Each twin breaks one of its rules. */
class UnbufferedCopy extends GeneratorCopy {
    volatile long lastTick = -1;

    @Override
    public long getUID() {
        while (true) {
            long uid = stripe.claim();
            if (uid >= 0) {
                return uid;
            }
            long last = lastTick;
            if (closed) {
                return -1;
            }
            if (!stripe.hasLeft()) {
                openAfter(last);
            }
        }
    }

    void openAfter(long last) {
        stripe.lock.lock();
        try {
            if (!closed && lastTick == last) {
                open(last + 1);
            }
        } finally {
            stripe.lock.unlock();
        }
    }

    void open(long tick) {
        lastTick = tick;
        long first = Small.LAYOUT.encode(tick, 0, 0);
        Stripes.open(stripe, first, first + 1);
    }
}
