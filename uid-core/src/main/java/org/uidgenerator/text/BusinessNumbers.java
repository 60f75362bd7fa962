package org.uidgenerator.text;

import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Locale;
import java.util.Objects;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;

/**
 * Numbers that count 1, 2, 3, ... and start again with each day, month or year, as text.
 *
 * <pre>{@code
 * CounterFormat format = CounterFormat.of("P{yyyyMMdd}-{counter:5}");
 * BusinessNumbers invoices = new BusinessNumbers("invoice", format, ZoneId.of("Asia/Shanghai"), gapless::next);
 * invoices.next();        // "P20261121-00001"
 * }</pre>
 *
 * <p>The least unit of time in the format is the period. Each period has a counter of its own, which is named after both: {@code
 * invoice.20261121}. Counters are kept and never start again, so a clock that is set back finds the counter of the earlier period
 * where that ended and continues with it. No number comes twice, whatever the clocks of hosts say, and a clock that was once ahead
 * leaves some numbers in a later period and no other trace. Two hosts whose clocks differ count in two periods while one has begun
 * the next. A format without a time has one period, which never ends.
 *
 * <p>What counts is a function from the name of a counter to its next number, the first of which is 1. With {@code GaplessNumbers}
 * there are no gaps, one writer at a time, and a transaction; with {@code SegmentIdGenerator} there are gaps and no waiting, and
 * counters must be created on demand. A number is unique among those of one name and one such store.
 *
 * <p>For all threads.
 */
public final class BusinessNumbers {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");

    private final String name;
    private final CounterFormat format;
    private final ZoneId zone;
    private final ToLongFunction<String> counters;
    private final InstantSource clock;

    /**
     * Names the numbers.
     *
     * @param name 1 to 64 letters, digits, {@code .}, {@code _} and {@code -}
     * @param format how they look, and how long a period is
     * @param zone whose midnight ends a day
     * @param counters returns the next number of a counter, from 1, such as {@code gapless::next} or {@code segments::getUID}
     * @throws IllegalArgumentException if {@code name} has other characters or another length
     */
    public BusinessNumbers(String name, CounterFormat format, ZoneId zone, ToLongFunction<String> counters) {
        this(name, format, zone, counters, Clock.systemUTC());
    }

    BusinessNumbers(
            String name, CounterFormat format, ZoneId zone, ToLongFunction<String> counters, InstantSource clock) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT, "name must be 1 to 64 letters, digits, '.', '_' and '-': name=%s", name));
        }
        this.name = name;
        this.format = Objects.requireNonNull(format, "format");
        this.zone = Objects.requireNonNull(zone, "zone");
        this.counters = Objects.requireNonNull(counters, "counters");
        this.clock = clock;
    }

    /**
     * Counts on in the period that holds the time of this host's clock.
     *
     * @return the next number
     * @throws IllegalArgumentException if the number has outgrown the width that the format has for it
     */
    public String next() {
        return next(clock.instant());
    }

    /**
     * Counts on in the period that holds a time, as of the date of an invoice.
     *
     * @param time the time
     * @return the next number of its period
     * @throws IllegalArgumentException if the number has outgrown the width that the format has for it
     */
    public String next(Instant time) {
        return next(time, 0);
    }

    /**
     * Counts on in the period that holds a time, for a number that names a shard. All shards share one counter, unless they have
     * stores of their own.
     *
     * @param time the time
     * @param shard the shard, such as the last digits of a user's id
     * @return the next number of the period, with its shard
     * @throws IllegalArgumentException if the shard does not fit the format, in which case nothing is counted, or the number has
     *     outgrown the width that the format has for it
     */
    public String next(Instant time, long shard) {
        LocalDateTime local = LocalDateTime.ofInstant(time, zone);
        LocalDateTime period = format.hasPeriods() ? local : null;
        format.format(new CounterNumber(period, 0, shard, 0)); // refuses the shard before anything is counted
        long counter = counters.applyAsLong(format.counterIn(local, name));
        return format.format(new CounterNumber(period, counter, shard, 0));
    }
}
