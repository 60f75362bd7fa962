package org.uidgenerator.segment;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import org.uidgenerator.internal.NanoClock;

/**
 * The tags of counters that start again with each period. When a period begins, those of earlier periods are forgotten
 * if nobody has used them for a while, or there are more than a year has days.
 */
final class PeriodTags {
    /** How many past periods of a counter are kept at most. */
    static final int MOST_PAST = 400;

    private static final long KEPT_UNUSED_NANOS = Duration.ofHours(1).toNanos();
    private static final String SEPARATOR = ".";
    private static final String AFTER_SEPARATOR = "/"; // the next character

    private final SegmentIdGenerator generator;
    private final NanoClock nanoClock;

    /** When each tag was used last: those of a counter lie side by side, in the order of their periods. */
    private final ConcurrentNavigableMap<String, AtomicLong> usedAt = new ConcurrentSkipListMap<>();

    /** A tag, and for how long nobody has used it. */
    private record Past(String tag, long unusedNanos) {}

    PeriodTags(SegmentIdGenerator generator, NanoClock nanoClock) {
        this.generator = generator;
        this.nanoClock = nanoClock;
    }

    /** Returns the next number of a counter in a period. */
    long next(String counter, String period) {
        String tag = counter + SEPARATOR + period;
        long uid = generator.getUID(tag);
        AtomicLong used = usedAt.get(tag);
        if (used != null) {
            used.setOpaque(nanoClock.nanoTime());
        } else {
            usedAt.put(tag, new AtomicLong(nanoClock.nanoTime()));
            forgetPast(counter, tag);
        }
        return uid;
    }

    private void forgetPast(String counter, String begun) {
        long now = nanoClock.nanoTime();
        List<Past> periods = usedAt.subMap(counter + SEPARATOR, counter + AFTER_SEPARATOR).entrySet().stream()
                .filter(entry -> isPeriod(entry.getKey(), counter.length() + 1, begun.length()))
                .map(entry -> new Past(entry.getKey(), now - entry.getValue().getOpaque()))
                .toList();
        List<Past> recentFirst = periods.stream()
                .limit(Math.max(0, periods.size() - 1)) // without the latest
                .sorted(Comparator.comparingLong(Past::unusedNanos).thenComparing(Past::tag, Comparator.reverseOrder()))
                .toList();
        for (int i = 0; i < recentFirst.size(); i++) {
            Past past = recentFirst.get(i);
            if (i >= MOST_PAST || past.unusedNanos() > KEPT_UNUSED_NANOS) {
                generator.forget(past.tag());
            }
        }
    }

    /** Returns whether a tag is of a period of this counter: another counter may be called {@code order.x}. */
    private static boolean isPeriod(String tag, int begin, int length) {
        return tag.length() == length && tag.chars().skip(begin).allMatch(digit -> digit >= '0' && digit <= '9');
    }

    /** Forgets when a tag was used. */
    void forget(String tag) {
        usedAt.remove(tag);
    }
}
