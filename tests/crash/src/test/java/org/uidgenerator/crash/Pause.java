package org.uidgenerator.crash;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A time in which a thread of a process got no UID or number.
 *
 * @param kind what it takes, as in the name of its file
 * @param begin in milliseconds since 1970, by the clock of this machine, which no fault sets
 * @param end likewise
 */
record Pause(String kind, long begin, long end) {
    /** Shorter ones are not told. */
    static final long LEAST_MILLIS = 500;

    private static final Pattern LINE = Pattern.compile("pause of (\\S+): (\\d+) (\\d+)");

    static Stream<Pause> parse(String line) {
        Matcher matcher = LINE.matcher(line);
        return matcher.matches()
                ? Stream.of(
                        new Pause(matcher.group(1), Long.parseLong(matcher.group(2)), Long.parseLong(matcher.group(3))))
                : Stream.empty();
    }

    /** Returns whether it is one of UIDs, not of numbers. */
    boolean isOfUids() {
        return kind.equals(IssuingProcess.BATCHES) || kind.equals(IssuingProcess.SINGLES);
    }

    long millis() {
        return end - begin;
    }

    /** The line that {@link #parse} reads. */
    @Override
    public String toString() {
        return "pause of " + kind + ": " + begin + " " + end;
    }
}
