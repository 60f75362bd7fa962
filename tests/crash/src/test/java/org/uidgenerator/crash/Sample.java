package org.uidgenerator.crash;

import java.lang.management.ManagementFactory;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The memory and the threads that a process has.
 *
 * @param millis when, in milliseconds since 1970
 * @param heap bytes in use after a collection of garbage
 * @param threads how many
 */
record Sample(long millis, long heap, int threads) {
    private static final Pattern LINE = Pattern.compile("sample at (\\d+): (\\d+) bytes, (\\d+) threads");

    /** Returns that of this process. */
    static Sample now() {
        System.gc();
        return new Sample(
                System.currentTimeMillis(),
                ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(),
                ManagementFactory.getThreadMXBean().getThreadCount());
    }

    static Stream<Sample> parse(String line) {
        Matcher matcher = LINE.matcher(line);
        return matcher.matches()
                ? Stream.of(new Sample(
                        Long.parseLong(matcher.group(1)),
                        Long.parseLong(matcher.group(2)),
                        Integer.parseInt(matcher.group(3))))
                : Stream.empty();
    }

    /** The line that {@link #parse} reads. */
    @Override
    public String toString() {
        return "sample at " + millis + ": " + heap + " bytes, " + threads + " threads";
    }
}
