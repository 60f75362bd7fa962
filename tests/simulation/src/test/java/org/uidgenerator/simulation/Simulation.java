package org.uidgenerator.simulation;

import java.util.ArrayList;
import java.util.List;

/** A run of several processes against one store, from one seed. */
final class Simulation extends Scheduler {
    private final Plan plan;
    private final Weakness weakness;
    private final Store store;
    private final Ledger ledger;
    private final List<Host> hosts = new ArrayList<>();
    private final Actions actions;
    private final long checkNanos;

    Simulation(long seed, Weakness weakness, Store store, Trace trace) {
        super(seed, trace);
        plan = Plan.drawnFrom(chance(), Durability.of(seed));
        this.weakness = weakness;
        this.store = store;
        ledger = new Ledger(plan.layout(), plan.workerIds());
        drawNanoOrigin();
        checkNanos = plan.maxStaleness().toNanos() / 8;
        for (int i = 0; i < plan.hosts(); i++) {
            long offset = chance().between(-1_000, 1_000) * (chance().oneIn(8) ? 3_600 : 1);
            hosts.add(new Host(this, "host" + i, new HostClock(this::nanos, Plan.START.toEpochMilli() + offset)));
        }
        actions = new Actions(this);
    }

    /** Runs to the end. Throws a {@link Violation} as soon as a promise is broken. */
    void run() {
        boolean awaitsReplicas = plan.durability() == Durability.UNACKNOWLEDGED && weakness.awaitsReplicas();
        store.begin(this::nanos, awaitsReplicas);
        say(plan.toString());
        while (hasSteps()) {
            step();
            ledger.requireNoViolation();
        }
        if (!plan.endsSoon()) {
            calmDown();
            new Recovery(this, hosts).run();
        }
    }

    @Override
    int steps() {
        return plan.steps();
    }

    @Override
    long longestStepNanos() {
        return checkNanos / 2;
    }

    @Override
    boolean isViolated() {
        return ledger.isViolated();
    }

    @Override
    void act() {
        Host host = chance().pick(hosts);
        if (!host.isPaused()) {
            actions.takeOne(host);
        }
    }

    @Override
    void runWhatIsDue() {
        for (Host host : hosts) {
            if (host.process() != null && !host.isPaused()) {
                host.process().runWhatIsDue();
            }
        }
    }

    /** Takes steps while a process waits, and until it is not paused. */
    void meanwhile(SimulatedProcess waiting, long steps) {
        meanwhile(steps);
        pass(Math.max(1_000_000, waiting.host().pausedNanos()));
    }

    /** A message of a process is on its way. */
    void delay(SimulatedProcess process) {
        if (isSlow()) {
            meanwhile(process, chance().between(1, 4));
        }
    }

    StoreFault nextFault() {
        return isCalm() || !chance().oneIn(plan.faultsIn())
                ? StoreFault.NONE
                : chance().pick(List.of(StoreFault.values()));
    }

    Plan plan() {
        return plan;
    }

    Weakness weakness() {
        return weakness;
    }

    Store store() {
        return store;
    }

    Ledger ledger() {
        return ledger;
    }
}
