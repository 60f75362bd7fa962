package org.uidgenerator.generator;

import org.uidgenerator.UidGenerator;
import org.uidgenerator.worker.WorkerLease;

/** Makes UIDs in a runtime that may lack modules. */
final class SmallRuntimeProgram {
    private SmallRuntimeProgram() {}

    public static void main(String[] args) {
        try (UidGenerator cached = CachedUidGenerator.builder(layout -> WorkerLease.neverReused(1))
                        .build();
                UidGenerator standard = DefaultUidGenerator.builder(layout -> WorkerLease.neverReused(2))
                        .build()) {
            System.out.println("made " + (cached.getUID() > 0 && standard.getUID() > 0) + " with jdk.jfr "
                    + ModuleLayer.boot().findModule("jdk.jfr").isPresent());
        }
    }
}
