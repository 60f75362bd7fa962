package org.uidgenerator.benchmarks.service;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.openjdk.jmh.util.ListStatistics;

/** One result of each kind of request per round; a slow minute of the machine affects all of a round. */
final class Rounds {
    /** The request that the others are compared with. */
    static final String FLOOR = "servlet";

    /**
     * A result.
     *
     * @param perSecond requests per second
     * @param medianMicros the time of the median request
     * @param p99Micros the time that 1 % of the requests exceed
     * @param cpuMicros the processor time of the server per request; not a number if it is unknown
     */
    record Window(double perSecond, double medianMicros, double p99Micros, double cpuMicros) {
        /**
         * Returns the result of a window.
         *
         * @param nanos the times of all requests, ascending
         * @throws IllegalArgumentException if there are none, because the window is too short
         */
        static Window of(long[] nanos, double seconds, double cpuSeconds) {
            if (nanos.length == 0) {
                throw new IllegalArgumentException("a window must have answers: seconds=" + seconds);
            }
            return new Window(
                    nanos.length / seconds, micros(nanos, 0.5), micros(nanos, 0.99), cpuSeconds * 1e6 / nanos.length);
        }

        private static double micros(long[] nanos, double quantile) {
            return nanos[(int) (nanos.length * quantile)] / 1e3;
        }
    }

    private final Map<String, List<Window>> windows = new LinkedHashMap<>();
    private final Map<String, Integer> ids = new LinkedHashMap<>();

    void add(String name, int idsPerRequest, Window window) {
        windows.computeIfAbsent(name, any -> new ArrayList<>()).add(window);
        ids.put(name, idsPerRequest);
    }

    List<ServiceFigures> figures() {
        return windows.entrySet().stream()
                .map(each -> new ServiceFigures(
                        each.getKey(),
                        median(each.getValue(), Window::perSecond),
                        ids.getOrDefault(each.getKey(), 1),
                        median(each.getValue(), Window::medianMicros),
                        median(each.getValue(), Window::p99Micros),
                        median(each.getValue(), Window::cpuMicros),
                        new ServiceFigures.Ratios(
                                ratio(each.getValue(), Window::perSecond),
                                ratio(each.getValue(), Window::p99Micros),
                                ratio(each.getValue(), Window::cpuMicros))))
                .toList();
    }

    private static double median(List<Window> some, ToDoubleFunction<Window> figure) {
        return median(some.stream().mapToDouble(figure).toArray());
    }

    private double ratio(List<Window> some, ToDoubleFunction<Window> figure) {
        List<Window> floor = windows.getOrDefault(FLOOR, List.of());
        return median(IntStream.range(0, Math.min(some.size(), floor.size()))
                .mapToDouble(i -> figure.applyAsDouble(some.get(i)) / figure.applyAsDouble(floor.get(i)))
                .toArray());
    }

    /** {@return the median; not a number if there are none} */
    static double median(double... some) {
        return new ListStatistics(some).getPercentile(50);
    }
}
