package org.uidgenerator.crash;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Counts faults and prints each as it happens. For any threads. */
final class Events {
    private final String run;
    private final long start = System.nanoTime();
    private final Map<Fault, Integer> counts = new EnumMap<>(Fault.class);

    Events(String run) {
        this.run = run;
    }

    synchronized void happened(Fault fault, String what) {
        counts.merge(fault, 1, Integer::sum);
        say(fault + ": " + what);
    }

    void say(String what) {
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
        System.out.printf(Locale.ROOT, "%-14s %6.1f s  %s%n", run, millis / 1e3, what);
    }

    synchronized int count(Fault fault) {
        return counts.getOrDefault(fault, 0);
    }
}
