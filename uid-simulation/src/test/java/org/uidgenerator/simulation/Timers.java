package org.uidgenerator.simulation;

import java.util.ArrayList;
import java.util.List;

/** The tasks that a process wants to be run later. */
final class Timers {
    private final Simulation simulation;
    private final List<Timer> pending = new ArrayList<>();
    private Timer newest;

    Timers(Simulation simulation) {
        this.simulation = simulation;
    }

    void start(long nanos, Runnable task) {
        newest = new Timer(simulation.nanos() + nanos, task);
        pending.add(newest);
    }

    boolean areDue() {
        return pending.stream().anyMatch(this::isDue);
    }

    private boolean isDue(Timer timer) {
        return timer.atNanos() <= simulation.nanos();
    }

    /** Whether the timer that was started last has not run yet: the one that looks after what is open now. */
    boolean newestIsPending() {
        return pending.contains(newest);
    }

    boolean newestIsDue() {
        return newestIsPending() && isDue(newest);
    }

    /** Runs what is due. */
    void run() {
        List<Timer> due = pending.stream().filter(this::isDue).toList();
        pending.removeAll(due);
        due.forEach(timer -> timer.task().run());
    }

    private record Timer(long atNanos, Runnable task) {}
}
