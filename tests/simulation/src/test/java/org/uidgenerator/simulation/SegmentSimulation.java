package org.uidgenerator.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** A run of several processes that take ranges of the same counters, from one seed. */
final class SegmentSimulation extends Scheduler {
    private static final long LONGEST_STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long LOOKS_NANOS = TimeUnit.SECONDS.toNanos(15); // a busy tag becomes quiet within that time
    private static final int ROUNDS = 400;

    private final SegmentPlan plan;
    private final SegmentWeakness weakness;
    private final NumberLedger ledger = new NumberLedger();
    private final List<String> tags;
    private final CounterStore store;
    private final List<SegmentProcess> processes = new ArrayList<>();
    private final List<Consumer<SegmentProcess>> actions = new ArrayList<>();
    private int starts;

    SegmentSimulation(long seed, SegmentWeakness weakness, Trace trace) {
        super(seed, trace);
        plan = SegmentPlan.drawnFrom(chance());
        this.weakness = weakness;
        drawNanoOrigin();
        tags = IntStream.range(0, plan.tags()).mapToObj(i -> "tag" + i).toList();
        store = new CounterStore(this);
        often(20, process -> call(process, 1));
        often(10, process -> call(process, (int) chance().between(2, 40)));
        often(12, process -> call(process, (int) chance().between(250, 1_200)));
        often(8, process -> process.anyCaller().callKept(tag(), (int) chance().between(1, 300)));
        often(8, process -> process.anyCaller().claim(tag(), (int) chance().between(1, 50)));
        often(12, process -> process.anyCaller().callNumbers((int) chance().between(1, 40)));
        often(10, SegmentProcess::runThreads);
        often(4, process -> pass(chance().between(0, LOOKS_NANOS)));
        often(2, SegmentProcess::suspend);
        often(6, SegmentProcess::resume);
        often(2, process -> store.deliver());
        often(1, process -> takeStoreAway(chance().between(0, LOOKS_NANOS)));
        if (plan.losesSeconds()) {
            often(2, process -> store.crash(chance().between(0, CounterStore.GRACE.toNanos())));
        }
        if (plan.goesBack()) { // others, and a process that has forgotten a tag, cannot notice that
            often(3, process -> store.goBack(tag(), chance().pick(1, 2, chance().between(0, 2 * plan.maxStep()))));
        } else {
            often(2, process -> process.forget(tag()));
            often(2, this::replace);
        }
        for (int i = 0; i < plan.processes(); i++) {
            processes.add(start());
        }
    }

    private void often(int times, Consumer<SegmentProcess> action) {
        for (int i = 0; i < times; i++) {
            actions.add(action);
        }
    }

    private SegmentProcess start() {
        return new SegmentProcess(this, "process" + ++starts);
    }

    private void call(SegmentProcess process, int times) {
        process.anyCaller().call(tag(), times);
    }

    private String tag() {
        return chance().pick(tags);
    }

    /** A process crashes or is closed, and starts again. */
    private void replace(SegmentProcess process) {
        int index = processes.indexOf(process);
        if (index >= 0) {
            if (chance().oneIn(2)) {
                process.crash();
            } else {
                process.close();
            }
            processes.set(index, start());
        }
    }

    /** Runs to the end. Throws a {@link Violation} as soon as a promise is broken. */
    void run() {
        say(plan.toString());
        while (hasSteps()) {
            step();
            processes.forEach(SegmentProcess::requireBounds);
            ledger.requireNoViolation();
        }
        calmDown();
        say("all is well again");
        for (SegmentProcess process : processes) {
            process.resume();
            tags.stream()
                    .filter(tag -> !store.isAtItsEnd(tag))
                    .forEach(tag -> requireNumbers(
                            process, tag, () -> process.anyCaller().call(tag, 1)));
            requireNumbers(process, "the period", () -> process.anyCaller().callNumbers(1));
            process.close();
            process.anyCaller().call(tag(), 1);
            process.anyCaller().callNumbers(1);
            requireEnd(process);
        }
        ledger.requireNoViolation();
    }

    private void requireNumbers(SegmentProcess process, String tag, BooleanSupplier call) {
        for (int round = 0; !call.getAsBoolean(); round++) {
            if (round == ROUNDS) {
                ledger.violated(
                        process + " hands out no number of " + tag + " after " + Duration.ofNanos(nanos()), null);
            }
            ledger.requireNoViolation();
            pass(LONGEST_STEP_NANOS);
            runWhatIsDue();
            process.runThreads();
        }
    }

    private void requireEnd(SegmentProcess process) {
        process.runThreads();
        if (!process.hasEnded()) {
            ledger.violated(process + " has not ended", null);
        }
    }

    @Override
    int steps() {
        return plan.actions();
    }

    @Override
    long longestStepNanos() {
        return LONGEST_STEP_NANOS;
    }

    @Override
    boolean isViolated() {
        return ledger.isViolated();
    }

    @Override
    void runWhatIsDue() {
        List.copyOf(processes).forEach(SegmentProcess::runWhatIsDue);
    }

    @Override
    void act() {
        chance().pick(actions).accept(chance().pick(processes));
    }

    /** A message of a process is on its way. */
    void delay(SegmentProcess process) {
        if (!process.isDead() && isSlow()) {
            meanwhile(chance().between(1, 4));
            pass(1_000_000);
        }
    }

    StoreFault nextFault() {
        return isCalm() || !plan.hasFaults() || !chance().oneIn(plan.faultsIn())
                ? StoreFault.NONE
                : chance().pick(List.of(StoreFault.values()));
    }

    SegmentPlan plan() {
        return plan;
    }

    SegmentWeakness weakness() {
        return weakness;
    }

    List<String> tags() {
        return tags;
    }

    CounterStore store() {
        return store;
    }

    NumberLedger ledger() {
        return ledger;
    }
}
