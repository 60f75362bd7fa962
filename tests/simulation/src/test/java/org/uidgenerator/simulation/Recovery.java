package org.uidgenerator.simulation;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** The end of a run, without further faults: each process must hand out UIDs again, and so must its successor. */
final class Recovery {
    private static final int ROUNDS = 300;
    private static final long NANOS_PER_ROUND = TimeUnit.MILLISECONDS.toNanos(100);
    private static final int CALLS_PER_ROUND = 3;

    /** More than a process can have reserved ahead of the clock, so worker ids are free again after it. */
    private static final long MILLIS_UNTIL_ALL_TICKS_HAVE_PASSED = TimeUnit.DAYS.toMillis(30);

    private final Simulation simulation;
    private final List<Host> hosts;

    Recovery(Simulation simulation, List<Host> hosts) {
        this.simulation = simulation;
        this.hosts = hosts;
    }

    void run() {
        mend();
        hosts.forEach(this::requireUids);
        for (Host host : hosts) {
            SimulatedProcess process = host.process();
            process.close();
            process.call(1);
            process.endIfClosed();
            requireUids(host);
        }
    }

    private void mend() {
        long latest =
                hosts.stream().mapToLong(host -> host.clock.millis()).max().orElseThrow();
        for (Host host : hosts) {
            host.mend();
            host.clock.set(latest + MILLIS_UNTIL_ALL_TICKS_HAVE_PASSED);
        }
        simulation.say("all is well again");
    }

    private void requireUids(Host host) {
        long before = simulation.ledger().uids();
        for (int round = 0; simulation.ledger().uids() == before || !isWell(host.process()); round++) {
            if (round == ROUNDS) {
                simulation
                        .ledger()
                        .violated(String.format(
                                Locale.ROOT, "%s is not well after %s", host, Duration.ofNanos(simulation.nanos())));
            }
            simulation.pass(NANOS_PER_ROUND);
            simulation.runWhatIsDue();
            host.start();
            SimulatedProcess process = host.process();
            if (process != null) {
                process.endIfClosed();
                for (int i = 0; i < CALLS_PER_ROUND; i++) {
                    process.call(1);
                    process.runThreads(); // a call that found nothing has asked for it
                }
            }
            simulation.ledger().requireNoViolation();
        }
    }

    private static boolean isWell(SimulatedProcess process) {
        return process != null && process.isReady() && process.failure() == null;
    }
}
