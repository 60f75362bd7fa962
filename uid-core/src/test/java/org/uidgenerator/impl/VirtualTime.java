package org.uidgenerator.impl;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import org.uidgenerator.contract.VirtualClock;

/** Time that passes only when a test lets it pass, or while somebody parks. Setting the clock is not passing time. */
final class VirtualTime implements Waiting, Alarm {
    static final Instant START = Instant.parse("2026-11-21T10:30:15.400Z");

    final VirtualClock clock = new VirtualClock(START);
    private final PriorityQueue<Due> alarms = new PriorityQueue<>(Comparator.comparing(Due::nanos));
    private long nanos = 4_711_000_000_000L; // since some moment: only differences mean something

    /** Lets time pass, and tasks run when their time has come. */
    void pass(Duration time) {
        long until = nanos + time.toNanos();
        while (!alarms.isEmpty() && alarms.peek().nanos() <= until) {
            Due due = alarms.remove();
            passUntil(due.nanos());
            due.task().run();
        }
        passUntil(until);
    }

    private void passUntil(long nanos) {
        clock.advance(Duration.ofNanos(nanos - this.nanos));
        this.nanos = nanos;
    }

    /** Says how many tasks wait for their time. */
    int alarms() {
        return alarms.size();
    }

    @Override
    public void in(long nanos, Runnable task) {
        alarms.add(new Due(this.nanos + nanos, task));
    }

    @Override
    public long nanoTime() {
        return nanos;
    }

    @Override
    public void park(long nanos) {
        pass(Duration.ofMillis(Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos))));
    }

    private record Due(long nanos, Runnable task) {}
}
