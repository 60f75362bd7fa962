package org.uidgenerator.benchmarks.service;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The figures of a start, or the medians of several.
 *
 * @param name the server and the way to start it
 * @param millis the time from the start of the process to the first connection
 * @param cpuMillis the processor time of the process until then
 * @param firstPerSecond requests per second of the first thousand requests
 * @param firstCpuMillis the processor time of the process during the first thousand requests
 */
public record StartFigures(String name, double millis, double cpuMillis, double firstPerSecond, double firstCpuMillis) {
    static StartFigures median(List<StartFigures> some) {
        return new StartFigures(
                some.get(0).name(),
                median(some, StartFigures::millis),
                median(some, StartFigures::cpuMillis),
                median(some, StartFigures::firstPerSecond),
                median(some, StartFigures::firstCpuMillis));
    }

    private static double median(List<StartFigures> some, ToDoubleFunction<StartFigures> figure) {
        return Rounds.median(some.stream().mapToDouble(figure).toArray());
    }
}
