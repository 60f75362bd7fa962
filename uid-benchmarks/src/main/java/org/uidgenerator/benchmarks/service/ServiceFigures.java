package org.uidgenerator.benchmarks.service;

/**
 * The figures of one kind of request: the medians of all rounds.
 *
 * @param name the request
 * @param perSecond requests per second
 * @param ids the ids of one request
 * @param medianMicros the time of the median request
 * @param p99Micros the time that 1 % of the requests exceed
 * @param cpuMicros the processor time of the server per request; not a number if the server has many processes
 * @param ofServlet the same three, as multiples of those of the servlet in the same round
 */
public record ServiceFigures(
        String name,
        double perSecond,
        int ids,
        double medianMicros,
        double p99Micros,
        double cpuMicros,
        Ratios ofServlet) {
    /**
     * Multiples of the figures of the servlet.
     *
     * @param perSecond requests per second
     * @param p99 the time that 1 % of the requests exceed
     * @param cpu the processor time of the server per request
     */
    public record Ratios(double perSecond, double p99, double cpu) {}
}
