package org.uidgenerator.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * A run of several processes against one store, from one seed. One thread takes one step after the other; where a
 * process waits for the store, for its padder or for time, the next steps are taken from there, and those of the
 * process come after them.
 */
final class Simulation {
    private static final int DEEPEST = 4;
    private static final long LONGEST_NANOS = TimeUnit.DAYS.toNanos(1); // of the time that passes, not of clocks

    private final Chance chance;
    private final Plan plan;
    private final Weakness weakness;
    private final Store store;
    private final Trace trace;
    private final Ledger ledger;
    private final List<Host> hosts = new ArrayList<>();
    private final Actions actions;
    private final long nanoOrigin;
    private final long checkNanos;

    private long nanos;
    private int taken;
    private int depth;
    private boolean calm;
    private long storeAwayUntil;

    Simulation(long seed, Weakness weakness, Store store, Trace trace) {
        chance = new Chance(seed);
        plan = Plan.drawnFrom(chance, Durability.of(seed));
        this.weakness = weakness;
        this.store = store;
        this.trace = trace;
        ledger = new Ledger(plan.layout(), plan.workerIds());
        nanoOrigin = chance.pick(1, -5_000_000_000L, Long.MAX_VALUE - 5_000_000_000L);
        checkNanos = plan.maxStaleness().toNanos() / 8;
        for (int i = 0; i < plan.hosts(); i++) {
            long offset = chance.between(-1_000, 1_000) * (chance.oneIn(8) ? 3_600 : 1);
            hosts.add(new Host(this, "host" + i, new HostClock(this::nanos, Plan.START.toEpochMilli() + offset)));
        }
        actions = new Actions(this);
    }

    /** Runs to the end. Throws a {@link Violation} as soon as a promise is broken. */
    void run() {
        boolean awaitsReplicas = plan.durability() == Durability.UNACKNOWLEDGED && weakness.awaitsReplicas();
        store.begin(this::nanos, awaitsReplicas);
        say(plan.toString());
        while (taken < plan.steps()) {
            step();
            ledger.requireNoViolation();
        }
        if (!plan.endsSoon()) {
            calm = true;
            storeAwayUntil = 0;
            new Recovery(this, hosts).run();
        }
    }

    private void step() {
        taken++;
        pass(chance.oneIn(3) ? 0 : chance.between(0, checkNanos / 2));
        if (taken > plan.steps() || ledger.isViolated()) {
            return;
        }
        runWhatIsDue();
        Host host = chance.pick(hosts);
        if (!host.isPaused()) {
            actions.takeOne(host);
        }
    }

    void runWhatIsDue() {
        for (Host host : hosts) {
            if (host.process() != null && !host.isPaused()) {
                host.process().runWhatIsDue();
            }
        }
    }

    /** Takes steps while a process waits, and until it is not paused. */
    void meanwhile(SimulatedProcess waiting, long steps) {
        if (depth < DEEPEST && !calm) {
            depth++;
            for (long i = 0; i < steps; i++) {
                step();
            }
            depth--;
        }
        pass(Math.max(1_000_000, waiting.host().pausedNanos()));
    }

    /** A message of a process is on its way. */
    void delay(SimulatedProcess process) {
        if (!calm && depth < DEEPEST && chance.oneIn(8)) {
            meanwhile(process, chance.between(1, 4));
        }
    }

    StoreFault nextFault() {
        return calm || !chance.oneIn(plan.faultsIn()) ? StoreFault.NONE : chance.pick(List.of(StoreFault.values()));
    }

    void pass(long nanos) {
        this.nanos += nanos;
        requireAnEnd(this.nanos);
    }

    /** Otherwise a wait without an end would hide its seed. */
    static void requireAnEnd(long nanos) {
        if (nanos > LONGEST_NANOS) {
            throw new Violation("somebody waits for ever", null);
        }
    }

    /** Whether nothing goes wrong any more, and nobody is slow. */
    boolean isCalm() {
        return calm;
    }

    void takeStoreAway(long forNanos) {
        storeAwayUntil = nanos + forNanos;
    }

    boolean storeIsAway() {
        return storeAwayUntil > nanos;
    }

    void say(String what) {
        if (ledger.isViolated()) {
            return; // what unwinds now would hide what happened
        }
        trace.add(String.format(Locale.ROOT, "%,d us %s%s", nanos / 1_000, "  ".repeat(depth), what));
    }

    long nanos() {
        return nanos;
    }

    long nanoTime() {
        return nanoOrigin + nanos;
    }

    Chance chance() {
        return chance;
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
