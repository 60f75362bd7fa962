package org.uidgenerator.benchmarks.contestants;

import java.util.OptionalLong;
import org.uidgenerator.UidLayout;
import org.uidgenerator.generator.DefaultUidGenerator;
import org.uidgenerator.worker.WorkerLease;

/** {@link DefaultUidGenerator} with a layout of a billion UIDs a second, so that no call waits for the clock. */
final class Unbuffered implements Contestant {
    private final DefaultUidGenerator generator = DefaultUidGenerator.builder(layout -> WorkerLease.of(1))
            .layout(UidLayout.of(31, 2, 30))
            .build();

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
