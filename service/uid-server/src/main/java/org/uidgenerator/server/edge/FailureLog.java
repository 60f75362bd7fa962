package org.uidgenerator.server.edge;

import static java.lang.System.Logger.Level.DEBUG;
import static java.lang.System.Logger.Level.ERROR;

import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.springframework.core.NestedExceptionUtils;

/**
 * Writes why requests failed: one line of at most {@value #LONGEST_LINE} characters in ten seconds, however many fail,
 * because clients choose what fails and how often. A line counts the failures that got none. The level {@code DEBUG}
 * shows all of them, with their stack traces. Safe for use by any thread.
 */
final class FailureLog {
    private static final System.Logger LOG = System.getLogger(FailureLog.class.getName());

    static final int LONGEST_LINE = 600;
    static final Duration PAUSE = Duration.ofSeconds(10);

    private static final String OURS = "org.uidgenerator.";

    private final Pause pause;
    private final AtomicLong unwritten = new AtomicLong();

    FailureLog(LongSupplier nanoClock) {
        pause = new Pause(PAUSE, nanoClock);
    }

    void write(Throwable failure) {
        LOG.log(DEBUG, "a request failed", failure);
        if (pause.isOver()) {
            LOG.log(ERROR, line(failure, unwritten.getAndSet(0)));
        } else {
            unwritten.incrementAndGet();
        }
    }

    static String line(Throwable failure, long unwritten) {
        Throwable root = NestedExceptionUtils.getMostSpecificCause(failure);
        String line = String.format(
                Locale.ROOT,
                "a request failed, and %d before it without a line: %s%s",
                unwritten,
                place(root.getStackTrace()),
                root);
        return Problems.printable(line, LONGEST_LINE);
    }

    /** Returns where it was thrown, and the nearest of our methods. */
    private static String place(StackTraceElement[] trace) {
        if (trace.length == 0) {
            return "";
        }
        String thrown = "at " + trace[0] + ": ";
        return Stream.of(trace)
                .filter(element -> element.getClassName().startsWith(OURS))
                .findFirst()
                .map(ours -> ours.equals(trace[0]) ? thrown : "at " + trace[0] + ", called by " + ours + ": ")
                .orElse(thrown);
    }
}
