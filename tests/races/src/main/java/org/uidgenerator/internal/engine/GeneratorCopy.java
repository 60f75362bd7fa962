package org.uidgenerator.internal.engine;

import java.time.Duration;
import java.util.OptionalLong;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.UidLayout;
import org.uidgenerator.UidRange;
import org.uidgenerator.generator.Small;

/** The common part of the copies of both generators. If a generator would throw, a copy returns a negative number. */
abstract class GeneratorCopy implements UidGenerator {
    final Stripe stripe = new Stripe(1);
    volatile boolean closed;

    @Override
    public OptionalLong tryGetUID(Duration timeout) {
        throw new UnsupportedOperationException("no race gives a copy a time limit");
    }

    @Override
    public UidRange claim(int atMost) {
        throw new UnsupportedOperationException("no race asks a copy for many UIDs");
    }

    @Override
    public void advancePast(long uid) {
        throw new UnsupportedOperationException("no race takes this copy past a UID");
    }

    @Override
    public UidLayout layout() {
        return Small.LAYOUT;
    }

    @Override
    public void close() {
        stripe.lock.lock();
        try {
            closed = true;
            stripe.retire();
        } finally {
            stripe.lock.unlock();
        }
    }
}
