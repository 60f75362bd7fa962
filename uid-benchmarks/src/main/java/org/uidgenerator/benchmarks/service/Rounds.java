package org.uidgenerator.benchmarks.service;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** One result of each kind of request per round; a slow minute of the machine affects all of a round. */
final class Rounds {
    /** The request that the others are compared with. */
    static final String FLOOR = "servlet";

    /**
     * A result.
     *
     * @param nanos the times of all requests, ascending
     * @param seconds the length of the window
     * @param cpuSeconds the processor time of the server; not a number if it is unknown
     */
    record Window(long[] nanos, double seconds, double cpuSeconds) {
        double perSecond() {
            return nanos.length / seconds;
        }

        double micros(double quantile) {
            return nanos[(int) (nanos.length * quantile)] / 1e3;
        }

        double cpuMicros() {
            return cpuSeconds * 1e6 / nanos.length;
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
                        median(each.getValue(), window -> window.micros(0.5)),
                        median(each.getValue(), window -> window.micros(0.99)),
                        median(each.getValue(), Window::cpuMicros),
                        new ServiceFigures.Ratios(
                                ratio(each.getValue(), Window::perSecond),
                                ratio(each.getValue(), window -> window.micros(0.99)),
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

    /** {@return the median, or the greater of the two in the middle; not a number if there are none} */
    static double median(double... some) {
        double[] ascending = some.clone();
        Arrays.sort(ascending);
        return ascending.length == 0 ? Double.NaN : ascending[ascending.length / 2];
    }
}
