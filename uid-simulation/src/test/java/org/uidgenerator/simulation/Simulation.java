package org.uidgenerator.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A run of several processes against one store, from one seed. One thread takes one step after the other; where a process waits
 * for the store, for its padder or for time, the next steps are taken from there, and those of the process come after them.
 */
final class Simulation {
    private static final int DEEPEST = 4;
    private static final int HEALING_ROUNDS = 300;

    private final Chance chance;
    private final Plan plan;
    private final Weakness weakness;
    private final Store store;
    private final Trace trace;
    private final Ledger ledger;
    private final List<Host> hosts = new ArrayList<>();
    private final List<Consumer<Host>> actions = new ArrayList<>();
    private final long nanoOrigin;
    private final long checkNanos;

    private long nanos;
    private int taken;
    private int depth;
    private boolean calm;
    private long storeAwayUntil;

    Simulation(long seed, Weakness weakness, Store store, Trace trace) {
        chance = new Chance(seed);
        plan = Plan.drawnFrom(chance);
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
        listActions();
    }

    private void listActions() {
        often(40, process(process -> process.call(1)));
        often(
                25,
                process(process ->
                        process.call((int) chance.between(2, 2 + plan.layout().maxSequence()))));
        often(10, process(SimulatedProcess::runPadder));
        often(10, process(SimulatedProcess::runKeeper));
        often(20, Host::launch);
        often(5, host -> deliver());
        often(2, host -> pass(chance.between(0, 2 * plan.maxStaleness().toNanos())));
        often(1, host -> pass(chance.between(0, 2 * plan.reservation().toNanos())));
        often(2, host -> setClock(host, chance.between(-2_000, 2_000)));
        often(1, host -> setClock(host, chance.between(-4, 4) * TimeUnit.HOURS.toMillis(1)));
        often(1, this::drift);
        often(2, this::pause);
        often(1, this::cutOff);
        often(1, host -> takeStoreAway());
        often(2, host -> lose());
        often(2, Host::crash);
        often(3, process(SimulatedProcess::close));
        often(9, process(SimulatedProcess::endIfClosed));
    }

    private void often(int times, Consumer<Host> action) {
        for (int i = 0; i < times; i++) {
            actions.add(action);
        }
    }

    private static Consumer<Host> process(Consumer<SimulatedProcess> action) {
        return host -> {
            if (host.process() != null) {
                action.accept(host.process());
            }
        };
    }

    /** Runs to the end. Throws a {@link Violation} as soon as a promise is broken. */
    void run() {
        store.clear();
        say(plan.toString());
        while (taken < plan.steps()) {
            step();
            ledger.requireNoViolation();
        }
        if (!plan.endsSoon()) {
            heal();
            closeAll();
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
            chance.pick(actions).accept(host);
        }
    }

    private void runWhatIsDue() {
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
    }

    private void deliver() {
        if (store.onTheirWay() > 0) {
            int rows = store.deliver((int) chance.between(0, store.onTheirWay() - 1));
            say("a transaction is committed late and changes %d rows".formatted(rows));
        }
    }

    private void lose() {
        List<LeaseTableRow> losable = store.losable();
        if (!losable.isEmpty() && plan.faultsIn() < 1_000) {
            LeaseTableRow before = chance.pick(losable);
            store.lose(before);
            say("the store has lost its last write and says %s".formatted(before));
        }
    }

    private void setClock(Host host, long millis) {
        host.clock.set(host.clock.millis() + millis);
        say("the clock of %s is set by %d ms".formatted(host, millis));
    }

    private void drift(Host host) {
        long ppm = chance.between(-1_000, 1_000);
        host.clock.drift(ppm);
        say("the clock of %s goes wrong by %d ppm".formatted(host, ppm));
    }

    private void pause(Host host) {
        long pause = chance.between(
                0,
                2
                        * chance.pick(List.of(plan.maxStaleness(), plan.reservation()))
                                .toNanos());
        host.pauseFor(pause);
        say("%s is paused for %d ms".formatted(host, pause / 1_000_000));
    }

    private void cutOff(Host host) {
        host.cutOffFor(chance.between(0, 2 * plan.reservation().toNanos()));
        say("%s is cut off".formatted(host));
    }

    private void takeStoreAway() {
        storeAwayUntil = nanos + chance.between(0, 2 * plan.reservation().toNanos());
        say("the store is away");
    }

    /** Whether nothing goes wrong any more, and nobody is slow. */
    boolean isCalm() {
        return calm;
    }

    boolean storeIsAway() {
        return storeAwayUntil > nanos;
    }

    /** Without further faults, and when the ticks that were reserved have passed, each process must hand out UIDs again. */
    private void heal() {
        calm = true;
        storeAwayUntil = 0;
        long millis = 0;
        for (LeaseTableRow row : store.read()) {
            millis = Math.max(
                    millis, plan.layout().timeOf(row.greatestTick() + 1).toEpochMilli());
        }
        for (Host host : hosts) {
            millis = Math.max(millis, host.clock.millis());
        }
        for (Host host : hosts) {
            host.heal();
            host.clock.drift(0);
            // Worker ids whose store has gone back are free again after what could have been reserved under them at
            // most.
            host.clock.set(millis + TimeUnit.DAYS.toMillis(30));
        }
        say("all is well again");
        for (Host host : hosts) {
            heal(host);
        }
    }

    private void heal(Host host) {
        long uids = ledger.uids();
        SimulatedProcess answered = null;
        for (int round = 0; answered == null; round++) {
            if (round == HEALING_ROUNDS) {
                ledger.violated("%s hands out no UIDs after %s".formatted(host, Duration.ofNanos(nanos)));
            }
            pass(TimeUnit.MILLISECONDS.toNanos(100));
            runWhatIsDue();
            process(SimulatedProcess::endIfClosed).accept(host);
            host.launch();
            for (int attempt = 0; attempt < 3; attempt++) {
                process(process -> process.call(1)).accept(host);
                process(SimulatedProcess::runPadder).accept(host); // calls that found nothing have asked for it
            }
            ledger.requireNoViolation();
            answered = ledger.uids() > uids
                            && host.process() != null
                            && host.process().isReady()
                    ? host.process()
                    : null;
        }
    }

    private void closeAll() {
        for (Host host : hosts) {
            SimulatedProcess process = host.process();
            process.close();
            process.call(1);
            process.endIfClosed();
            ledger.requireNoViolation();
            heal(host); // its successor
        }
    }

    void say(String what) {
        if (ledger.isViolated()) {
            return; // what unwinds now would hide what happened
        }
        trace.add("%,d us %s%s".formatted(nanos / 1_000, "  ".repeat(depth), what));
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
