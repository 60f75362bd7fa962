package org.uidgenerator.text;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * Numbers that count 1, 2, 3, ... and start again with each day, month or year, as text.
 *
 * <pre>{@code
 * CounterFormat format = CounterFormat.of("P{yyyyMMdd}-{counter:5}");
 * BusinessNumbers invoices = new BusinessNumbers("invoice", format, ZoneId.of("Asia/Shanghai"), GaplessNumbers.in(dataSource));
 * invoices.next();        // "P20261121-00001"
 * }</pre>
 *
 * <p>The least unit of time in the format is the period. Each period has a count of its own, which is kept and never
 * starts again. So if the clock is set back, counting continues where the earlier period ended. No number comes twice,
 * whatever the clocks of hosts show, and a clock that was once ahead only leaves some numbers in a later period. If the
 * clocks of two hosts differ, one may count in the old period while the other has begun the next. A format without a
 * time has one period, which never ends.
 *
 * <p>{@code GaplessNumbers} of {@code uid-worker-db} counts without gaps: one writer at a time, in the caller's
 * transaction. If gaps do no harm, a {@link org.uidgenerator.segment.SegmentIdGenerator} takes the numbers from ranges
 * of a counter for each period, which makes no caller wait for another, and the first one of a period before it begins.
 * A number is unique among those of one name and one such store.
 *
 * <p>For all threads.
 */
public final class BusinessNumbers {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");

    private final String name;
    private final CounterFormat format;
    private final ZoneId zone;
    private final PeriodCounter counter;
    private final InstantSource clock;

    /** The last period whose next one was prepared: a benign race, since that may be done twice. */
    private volatile String prepared = "";

    /**
     * Names the numbers.
     *
     * @param name 1 to 64 letters, digits, {@code .}, {@code _} and {@code -}
     * @param format how they look, and how long a period is
     * @param zone whose midnight ends a day
     * @param counter counts
     * @throws IllegalArgumentException if {@code name} has other characters or another length
     */
    public BusinessNumbers(String name, CounterFormat format, ZoneId zone, PeriodCounter counter) {
        this(name, format, zone, counter, Clock.systemUTC());
    }

    BusinessNumbers(String name, CounterFormat format, ZoneId zone, PeriodCounter counter, InstantSource clock) {
        Objects.requireNonNull(name, "name");
        if (!NAME.matcher(name).matches()) {
            throw Refusal.of("name must be 1 to 64 letters, digits, '.', '_' and '-': name=%s", name);
        }
        this.name = name;
        this.format = Objects.requireNonNull(format, "format");
        this.zone = Objects.requireNonNull(zone, "zone");
        this.counter = Objects.requireNonNull(counter, "counter");
        this.clock = clock;
    }

    /**
     * Returns the next number of the period that holds the time of this host's clock.
     *
     * @return the next number
     * @throws IllegalArgumentException if the format cannot show the year, in which case nothing is counted, or the
     *     number has outgrown the width that the format has for it
     */
    public String next() {
        return next(clock.instant());
    }

    /**
     * Returns the next number of the period that holds a time, such as the date of an invoice.
     *
     * @param time the time
     * @return the next number of its period
     * @throws IllegalArgumentException if the format cannot show the year, in which case nothing is counted, or the
     *     number has outgrown the width that the format has for it
     */
    public String next(Instant time) {
        return next(time, 0);
    }

    /**
     * Returns the next number, which names a shard, of the period that holds a time. All shards share one counter,
     * unless they have stores of their own.
     *
     * @param time the time
     * @param shard the shard, such as the last digits of a user's id
     * @return the next number of the period, with its shard
     * @throws IllegalArgumentException if the shard does not fit the format or it cannot show the year, in which case
     *     nothing is counted, or the number has outgrown the width that the format has for it
     */
    public String next(Instant time, long shard) {
        LocalDateTime local = LocalDateTime.ofInstant(time, zone);
        LocalDateTime period = format.hasPeriods() ? local : null;
        format.format(new CounterNumber(period, 0, shard, 0)); // refuses the shard before anything is counted
        String digits = format.periodOf(local);
        long number = counter.next(name, digits);
        if (!digits.equals(prepared)) {
            prepareNext(digits);
        }
        return format.format(new CounterNumber(period, number, shard, 0));
    }

    /** Has the next period prepared if this is the present one. */
    private void prepareNext(String period) {
        Instant now = clock.instant();
        LocalDateTime local = LocalDateTime.ofInstant(now, zone);
        if (period.equals(format.periodOf(local))) {
            prepared = period;
            format.endOfPeriod(local)
                    .ifPresent(end -> counter.prepare(
                            name,
                            format.periodOf(end),
                            Duration.between(now, end.atZone(zone).toInstant())));
        }
    }
}
