package org.uidgenerator.fleet;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.uidgenerator.contract.InMemoryLeaseStore;
import org.uidgenerator.worker.lease.FleetSeams;

/**
 * A fleet in virtual time, on one thread: assigners, leases, acquisition and renewal are the real ones, one of each for
 * a process. A store call takes no time. All hosts have the same clock.
 */
final class FleetSimulation {
    private static final Instant START = Instant.parse("2027-01-04T00:00:00Z");
    private static final int MINUTES_BETWEEN_SAMPLES = 5;
    private static final Duration LONGEST_BACK_OFF = Duration.ofMinutes(5);
    private static final Duration BETWEEN_REPLACEMENT_AND_END = Duration.ofSeconds(20);

    private final FleetPlan plan;
    private final RandomGenerator random;
    private final PriorityQueue<Event> events =
            new PriorityQueue<>(Comparator.comparingLong(Event::nanos).thenComparingLong(Event::number));
    private final InstantSource clock = () -> START.plusNanos(now());
    private final Ledger ledger = new Ledger();
    private final FleetFigures figures = new FleetFigures();
    private final SimulatedStore store;
    private final List<FleetProcess> processes = new ArrayList<>();
    private Queue<FleetProcess> toReplace = new ArrayDeque<>();
    private long number;
    private long now;
    private long countedSecond;
    private long calls;

    private record Event(long nanos, long number, Runnable what) {}

    FleetSimulation(FleetPlan plan) {
        this.plan = plan;
        random = new SplittableRandom(plan.seed());
        store = new SimulatedStore(new InMemoryLeaseStore("fleet", clock), this::now, random, () -> calls++);
    }

    FleetPlan plan() {
        return plan;
    }

    SimulatedStore store() {
        return store;
    }

    InstantSource clock() {
        return clock;
    }

    RandomGenerator random() {
        return random;
    }

    Ledger ledger() {
        return ledger;
    }

    FleetFigures figures() {
        return figures;
    }

    long now() {
        return now;
    }

    void after(Duration pause, Runnable what) {
        events.add(new Event(now + pause.toNanos(), number++, what));
    }

    FleetSimulation run() {
        long end = Duration.ofDays(plan.days()).toNanos();
        minute();
        for (Event next = events.remove(); next.nanos() < end; next = events.remove()) {
            countThrough(next.nanos() / Duration.ofSeconds(1).toNanos());
            now = next.nanos();
            next.what().run();
        }
        return this;
    }

    private void countThrough(long second) {
        while (countedSecond < second) {
            figures.calls(countedSecond++, calls);
            calls = 0;
        }
    }

    private void minute() {
        int day = day();
        int minute = minuteOfDay();
        store.set(FleetPlan.isAway(day, minute), FleetPlan.isSlow(day, minute));
        deploy(FleetPlan.wave(minute));
        scaleTo(plan.target(minute));
        crash(processes.size() / (double) FleetPlan.BETWEEN_CRASHES.toMinutes());
        if (FleetPlan.isNodeFailing(minute)) {
            failNode();
        }
        if (FleetPlan.isCrashLoopBeginning(day, minute)) {
            int looping = (int) Math.ceil(plan.processes() * FleetPlan.IN_CRASH_LOOP);
            for (int i = 0; i < looping; i++) {
                crashAgain(Duration.ofSeconds(10));
            }
        }
        if (FleetPlan.losesSecond(day, minute)) {
            after(Duration.ofMillis(500), this::goBack);
        }
        if (minute % MINUTES_BETWEEN_SAMPLES == 0) {
            sample();
        }
        after(Duration.ofMinutes(1), this::minute);
    }

    /** Starts one within ten seconds. */
    private void start() {
        FleetProcess process = new FleetProcess(this);
        processes.add(process);
        after(seconds(10), process::start);
    }

    private Duration seconds(int most) {
        return Duration.ofNanos(random.nextLong(Duration.ofSeconds(most).toNanos()));
    }

    private void scaleTo(int target) {
        while (processes.size() < target) {
            start();
        }
        while (processes.size() > target) {
            after(seconds(10), removeAny()::stop);
        }
    }

    private FleetProcess removeAny() {
        int index = random.nextInt(processes.size());
        FleetProcess last = processes.remove(processes.size() - 1);
        return index == processes.size() ? last : processes.set(index, last);
    }

    /** Replaces a part of those that ran when the deploy began. */
    private void deploy(int wave) {
        if (wave == 0) {
            toReplace = new ArrayDeque<>(processes);
        }
        if (wave >= 0) {
            int left = FleetPlan.WAVES - wave;
            Set<FleetProcess> replaced = new HashSet<>();
            for (int count = (toReplace.size() + left - 1) / left; count > 0; count--) {
                replaced.add(toReplace.remove());
            }
            replaced.retainAll(processes);
            processes.removeAll(replaced);
            for (FleetProcess old : replaced) {
                start();
                Runnable end = random.nextDouble() < FleetPlan.KILLED_IN_DEPLOY ? old::kill : old::stop;
                if (plan.hasSurge()) {
                    after(BETWEEN_REPLACEMENT_AND_END.plus(seconds(10)), end);
                } else {
                    end.run();
                }
            }
        }
    }

    /** Kills as many as crash within a minute, each of which is started again after ten seconds. */
    private void crash(double expected) {
        int crashes = (int) expected + (random.nextDouble() < expected - (int) expected ? 1 : 0);
        for (int i = 0; i < crashes; i++) {
            removeAny().kill();
            after(Duration.ofSeconds(10), this::start);
        }
    }

    private void failNode() {
        for (int i = (int) Math.ceil(plan.processes() * FleetPlan.KILLED_WITH_NODE); i > 0; i--) {
            removeAny().kill();
            after(Duration.ofMinutes(1), this::start);
        }
    }

    /** Starts a process that is not one of those that count, and crashes as soon as it has its worker id. */
    private void crashAgain(Duration pause) {
        FleetProcess process = new FleetProcess(this);
        process.start();
        process.kill();
        after(pause, () -> {
            Duration next = pause.multipliedBy(2);
            if (FleetPlan.isInCrashLoop(day(), minuteOfDay())) {
                crashAgain(next.compareTo(LONGEST_BACK_OFF) > 0 ? LONGEST_BACK_OFF : next);
            }
        });
    }

    private void goBack() {
        store.loseLastSecond();
        processes.forEach(FleetProcess::storeWentBack);
    }

    private void sample() {
        long storeTick = plan.layout().tickAt(clock.millis());
        long taken = store.all().stream()
                .filter(stored -> FleetSeams.isTaken(stored.row(), storeTick))
                .count();
        long inUse = processes.stream().filter(FleetProcess::hasLease).count();
        figures.sample(new FleetFigures.Sample(
                Duration.ofNanos(now).toSeconds(),
                inUse,
                Math.max(0, taken - inUse),
                store.all().size()));
    }

    private int day() {
        return (int) Duration.ofNanos(now).toDays();
    }

    private int minuteOfDay() {
        return (int) (Duration.ofNanos(now).toMinutes() % (24 * 60));
    }
}
