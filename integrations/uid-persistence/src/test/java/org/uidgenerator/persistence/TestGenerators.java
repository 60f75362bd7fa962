package org.uidgenerator.persistence;

import org.uidgenerator.UidGenerator;
import org.uidgenerator.UidLayout;
import org.uidgenerator.generator.DefaultUidGenerator;
import org.uidgenerator.worker.WorkerLease;

/** Generators whose UIDs tell by their worker id which one made them. */
public final class TestGenerators {
    private TestGenerators() {}

    public static UidGenerator ofWorker(long workerId) {
        return DefaultUidGenerator.builder(layout -> WorkerLease.neverReused(workerId))
                .build();
    }

    /** Returns one that has 4 UIDs a second, so that each fifth call waits. */
    public static UidGenerator slow() {
        return DefaultUidGenerator.builder(layout -> WorkerLease.neverReused(9))
                .layout(UidLayout.builder().totalBits(47).seqBits(2).build())
                .build();
    }

    public static long workerOf(long uid) {
        return UidLayout.DEFAULT.decode(uid).workerId();
    }
}
