package org.uidgenerator.benchmarks.contestants;

import java.time.Duration;
import java.util.OptionalLong;
import org.uidgenerator.UidLayout;
import org.uidgenerator.generator.DefaultUidGenerator;
import org.uidgenerator.generator.Overflow;
import org.uidgenerator.worker.WorkerLease;

/** {@link DefaultUidGenerator} in two settings. */
final class Unbuffered implements Contestant {
    private final DefaultUidGenerator generator;

    private Unbuffered(DefaultUidGenerator.Builder builder) {
        generator = builder.build();
    }

    /** A billion UIDs a second, so that no call waits for the clock. */
    static Unbuffered wide() {
        return new Unbuffered(builder().layout(UidLayout.of(31, 2, 30)));
    }

    /** The default layout, ahead of the clock in a burst. */
    static Unbuffered defaultLayout(Duration maxBorrow) {
        return new Unbuffered(builder()
                .overflow(maxBorrow.isZero() ? Overflow.WAIT : Overflow.BORROW)
                .maxBorrow(maxBorrow));
    }

    private static DefaultUidGenerator.Builder builder() {
        return DefaultUidGenerator.builder(anyLayout -> WorkerLease.neverReused(1));
    }

    @Override
    public long next() {
        return generator.getUID();
    }

    @Override
    public OptionalLong epochMilli(long newest) {
        return OptionalLong.of(generator.layout().decode(newest).time().toEpochMilli());
    }

    @Override
    public void close() {
        generator.close();
    }
}
