package org.uidgenerator.segment;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import org.uidgenerator.internal.background.BackgroundTask;
import org.uidgenerator.internal.background.BackgroundWork;

/**
 * The tags of counters that start again with each period. When a period begins, those of earlier periods are forgotten
 * if they have not been used for a while, or there are more than a year has days. The first range of the next period is
 * taken before it begins.
 */
final class PeriodTags implements BackgroundWork {
    /** How many past periods of a counter are kept at most. */
    static final int MOST_PAST = 400;

    private static final Duration LONGEST_LEAD = Duration.ofMinutes(10);
    private static final long KEPT_UNUSED_NANOS = Duration.ofHours(1).toNanos();
    private static final String SEPARATOR = ".";
    private static final String AFTER_SEPARATOR = "/"; // the next character

    private final SegmentIdGenerator generator;

    /** When each tag was used last: those of a counter lie side by side, in the order of their periods. */
    private final ConcurrentNavigableMap<String, AtomicLong> usedAt = new ConcurrentSkipListMap<>();

    /** The next period of each counter. */
    private final ConcurrentMap<String, Upcoming> upcoming = new ConcurrentHashMap<>();

    private final BackgroundTask preparation;

    /** A tag, and when its first range is to be taken. */
    private record Upcoming(String tag, long at) {}

    /** A tag, and for how long it has not been used. */
    private record Past(String tag, long unusedNanos) {}

    PeriodTags(SegmentIdGenerator generator) {
        this.generator = generator;
        preparation = generator.storeThreads.task("prepare the next periods", this, LONGEST_LEAD);
    }

    /** Has the first range of a period taken when a tenth of the time is left. */
    void prepare(String counter, String period, Duration until) {
        Duration tenth = until.dividedBy(10);
        Duration lead = tenth.compareTo(LONGEST_LEAD) < 0 ? tenth : LONGEST_LEAD;
        long at = generator.nanoClock.nanoTime() + until.minus(lead).toNanos();
        upcoming.put(counter, new Upcoming(counter + SEPARATOR + period, at));
        preparation.request();
    }

    @Override
    public long run() {
        long now = generator.nanoClock.nanoTime();
        long next = UNTIL_REQUESTED;
        for (Map.Entry<String, Upcoming> entry : upcoming.entrySet()) {
            Upcoming period = entry.getValue();
            long left = period.at() - now;
            if (left > 0) {
                next = Math.min(next, left);
            } else if (upcoming.remove(entry.getKey(), period)) {
                generator.prepare(period.tag());
                used(entry.getKey(), period.tag());
            }
        }
        return next;
    }

    /** A generator that is suspended or closed prepares nothing: the first call of the period does. */
    @Override
    public void failing(Throwable failure) {}

    @Override
    public void recovered(int failures) {}

    /** Returns the next number of a counter in a period. */
    long next(String counter, String period) {
        String tag = counter + SEPARATOR + period;
        long uid = generator.getUID(tag);
        used(counter, tag);
        return uid;
    }

    private void used(String counter, String tag) {
        AtomicLong used = usedAt.get(tag);
        if (used != null) {
            used.setOpaque(generator.nanoClock.nanoTime());
        } else {
            usedAt.put(tag, new AtomicLong(generator.nanoClock.nanoTime()));
            forgetPast(counter, tag);
        }
    }

    /** The latest period stays, which may only be prepared, and the one before. */
    private void forgetPast(String counter, String begun) {
        long now = generator.nanoClock.nanoTime();
        List<Past> periods = usedAt.subMap(counter + SEPARATOR, counter + AFTER_SEPARATOR).entrySet().stream()
                .filter(entry -> isPeriod(entry.getKey(), counter.length() + 1, begun.length()))
                .map(entry -> new Past(entry.getKey(), now - entry.getValue().getOpaque()))
                .toList();
        List<Past> recentFirst = periods.stream()
                .limit(Math.max(0, periods.size() - 2))
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
