package org.uidgenerator.simulation;

/** A machine with a clock of its own, which runs one process at a time. */
final class Host {
    private final Simulation simulation;
    private final String name;
    final HostClock clock;
    private int starts;
    private SimulatedProcess process;
    private long pausedUntil = 0;
    private long cutOffUntil = 0;

    Host(Simulation simulation, String name, HostClock clock) {
        this.simulation = simulation;
        this.name = name;
        this.clock = clock;
    }

    /** The process that runs, or null. */
    SimulatedProcess process() {
        return process;
    }

    void start() {
        if (process == null) {
            process = new SimulatedProcess(simulation, this, name + "#" + ++starts);
            process.start();
        }
    }

    void crash() {
        if (process != null) {
            simulation.say(process + " crashes");
            process.die();
            process = null;
        }
    }

    /** The process has ended. */
    void ended(SimulatedProcess ended) {
        if (process == ended) {
            process = null;
        }
    }

    void pauseFor(long nanos) {
        pausedUntil = simulation.nanos() + nanos;
    }

    boolean isPaused() {
        return pausedNanos() > 0;
    }

    long pausedNanos() {
        return Math.max(0, pausedUntil - simulation.nanos());
    }

    void cutOffFor(long nanos) {
        cutOffUntil = simulation.nanos() + nanos;
    }

    boolean isCutOff() {
        return cutOffUntil > simulation.nanos();
    }

    void mend() {
        pausedUntil = 0;
        cutOffUntil = 0;
        clock.drift(0);
    }

    @Override
    public String toString() {
        return name;
    }
}
