package org.uidgenerator.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The possible next steps and how often they happen: ordinary ones, and faults. */
final class Actions {
    private final Simulation simulation;
    private final Chance chance;
    private final Plan plan;
    private final List<Consumer<Host>> actions = new ArrayList<>();

    Actions(Simulation simulation) {
        this.simulation = simulation;
        chance = simulation.chance();
        plan = simulation.plan();

        often(40, process(process -> process.call(1)));
        often(25, process(this::callForMany));
        often(8, process(this::advancePast));
        often(10, process(SimulatedProcess::runThreads));
        often(10, process(SimulatedProcess::runKeeper));
        often(20, Host::start);
        often(5, host -> deliver());
        often(2, host -> simulation.pass(upToTwice(plan.maxStaleness())));
        often(1, host -> simulation.pass(upToTwice(plan.reservation())));
        often(2, host -> setClock(host, chance.between(-2_000, 2_000)));
        often(1, host -> setClock(host, chance.between(-4, 4) * TimeUnit.HOURS.toMillis(1)));
        often(1, this::drift);
        often(2, this::pause);
        often(1, this::cutOff);
        often(1, host -> takeStoreAway());
        often(plan.durability().losses(), host -> lose());
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

    /** Makes something happen to a host. */
    void takeOne(Host host) {
        chance.pick(actions).accept(host);
    }

    private void callForMany(SimulatedProcess process) {
        process.call((int) chance.between(2, 2 + plan.layout().maxSequence()));
    }

    /** Shows a process a UID that another has handed out, or one near to that. */
    private void advancePast(SimulatedProcess process) {
        long greatest = simulation.ledger().greatest();
        if (greatest >= 0) {
            process.advancePast(Math.max(
                    0, greatest + chance.pick(0, 0, -1, 1, plan.layout().maxSequence())));
        }
    }

    private void deliver() {
        Store store = simulation.store();
        if (store.onTheirWay() > 0) {
            int rows = store.deliver((int) chance.between(0, store.onTheirWay() - 1));
            simulation.say(String.format(Locale.ROOT, "a transaction is committed late and changes %d rows", rows));
        }
    }

    private void lose() {
        if (plan.hasFaults()) {
            plan.durability().lose(simulation);
        }
    }

    private void setClock(Host host, long millis) {
        host.clock.set(host.clock.millis() + millis);
        simulation.say(String.format(Locale.ROOT, "the clock of %s is set by %d ms", host, millis));
    }

    private void drift(Host host) {
        long ppm = chance.between(-1_000, 1_000);
        host.clock.drift(ppm);
        simulation.say(String.format(Locale.ROOT, "the clock of %s goes wrong by %d ppm", host, ppm));
    }

    private void pause(Host host) {
        long nanos = upToTwice(chance.pick(List.of(plan.maxStaleness(), plan.reservation())));
        host.pauseFor(nanos);
        simulation.say(String.format(Locale.ROOT, "%s is paused for %d ms", host, nanos / 1_000_000));
    }

    private void cutOff(Host host) {
        host.cutOffFor(upToTwice(plan.reservation()));
        simulation.say(String.format(Locale.ROOT, "%s is cut off", host));
    }

    private void takeStoreAway() {
        simulation.takeStoreAway(upToTwice(plan.reservation()));
        simulation.say("the store is unavailable");
    }

    private long upToTwice(Duration time) {
        return chance.between(0, 2 * time.toNanos());
    }
}
