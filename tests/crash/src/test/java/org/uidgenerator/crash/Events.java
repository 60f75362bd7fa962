package org.uidgenerator.crash;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Keeps faults and prints each as it happens. For any threads. */
final class Events {
    /** The holder of a fault that all processes notice. */
    static final String ALL = "all";

    private final String run;
    private final long start = System.nanoTime();
    private final List<Event> events = new ArrayList<>();

    Events(String run) {
        this.run = run;
    }

    /**
     * A fault that happened.
     *
     * @param fault its kind
     * @param holder the process that it happened to, or {@link #ALL}
     * @param begin in milliseconds since 1970
     * @param end likewise
     */
    record Event(Fault fault, String holder, long begin, long end) {}

    /**
     * Says that a fault has happened.
     *
     * @param fault its kind
     * @param holder the process that it happened to, or {@link #ALL}
     * @param begin when it began, in milliseconds since 1970
     * @param end when it ended, or will
     * @param what what there is to say of it
     */
    synchronized void happened(Fault fault, String holder, long begin, long end, String what) {
        events.add(new Event(fault, holder, begin, end));
        say(fault + ": " + what);
    }

    synchronized List<Event> all() {
        return List.copyOf(events);
    }

    void say(String what) {
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
        System.out.printf(Locale.ROOT, "%-14s %6.1f s  %s%n", run, millis / 1e3, what);
    }

    int count(Fault fault) {
        return (int) all().stream().filter(event -> event.fault() == fault).count();
    }
}
