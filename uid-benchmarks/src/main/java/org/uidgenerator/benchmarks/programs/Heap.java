package org.uidgenerator.benchmarks.programs;

import java.lang.management.ManagementFactory;

/** The heap of this JVM. */
final class Heap {
    private Heap() {}

    /** Returns how many bytes are in use after a collection. */
    static long used() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
