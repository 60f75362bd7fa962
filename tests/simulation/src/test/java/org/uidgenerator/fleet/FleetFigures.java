package org.uidgenerator.fleet;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;

/** What a fleet has cost its store, and what it had to wait for. */
final class FleetFigures {
    /**
     * The worker ids at one time.
     *
     * @param second of the simulation
     * @param inUse how many processes have one
     * @param resting how many no process uses or may take yet
     * @param rows how many the store keeps
     */
    record Sample(long second, long inUse, long resting, long rows) {}

    private final Map<FleetPlan.Phase, LongSummaryStatistics> callsPerSecond = new EnumMap<>(FleetPlan.Phase.class);
    private final List<Long> callsAroundFailover = new ArrayList<>();
    private final List<Sample> samples = new ArrayList<>();
    private long starts;
    private long refusals;
    private long delayed;
    private Duration longestDelay = Duration.ZERO;
    private Duration withoutTicks = Duration.ZERO;

    FleetFigures() {
        for (FleetPlan.Phase phase : FleetPlan.Phase.values()) {
            callsPerSecond.put(phase, new LongSummaryStatistics());
        }
    }

    void calls(long second, long calls) {
        callsPerSecond.get(FleetPlan.phase(second)).accept(calls);
        long ofDay = second % 86_400;
        if (second < 86_400 && ofDay >= 170 * 60 && ofDay < 195 * 60) {
            callsAroundFailover.add(calls);
        }
    }

    void sample(Sample sample) {
        samples.add(sample);
    }

    void started(Duration delay) {
        starts++;
        if (!delay.isZero()) {
            delayed++;
            longestDelay = delay.compareTo(longestDelay) > 0 ? delay : longestDelay;
        }
    }

    void refused() {
        refusals++;
    }

    void withoutTicks(Duration time) {
        withoutTicks = withoutTicks.plus(time);
    }

    LongSummaryStatistics callsPerSecond(FleetPlan.Phase phase) {
        return callsPerSecond.get(phase);
    }

    List<Long> callsAroundFailover() {
        return callsAroundFailover;
    }

    List<Sample> samples() {
        return samples;
    }

    long starts() {
        return starts;
    }

    /** How often a start was refused, each time it was tried. */
    long refusals() {
        return refusals;
    }

    /** How many starts had to be tried again. */
    long delayed() {
        return delayed;
    }

    Duration longestDelay() {
        return longestDelay;
    }

    /** How long processes had no ticks reserved, in total. */
    Duration withoutTicks() {
        return withoutTicks;
    }
}
