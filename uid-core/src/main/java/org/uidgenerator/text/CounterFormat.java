package org.uidgenerator.text;

import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Writes numbers that a counter has counted, with date, shard and child number, for invoices, orders and parcels.
 *
 * <pre>{@code
 * CounterFormat invoices = CounterFormat.of("P{yyyyMMdd}-{counter:5}");
 * invoices.format(new CounterNumber(LocalDateTime.of(2026, 11, 21, 10, 30), 1));      // "P20261121-00001"
 * invoices.parse("P20261121-00001").counter();                                        // 1
 *
 * CounterFormat parcels = CounterFormat.of("P{counter:5}{shard:2}-{child:1}");
 * parcels.format(new CounterNumber(1).withShard(77).withChild(2));                    // "P0000177-2"
 * }</pre>
 *
 * <p>It does not count: {@link BusinessNumbers} does. A text is unique wherever its number is. A pattern is text with
 * these names in braces, of which only the counter is needed:
 *
 * <ul>
 *   <li>{@code counter}: the number that was counted.
 *   <li>{@code yyyy}, {@code MM}, {@code dd}, {@code HH}, {@code mm}, {@code ss}, {@code SSS}: the time, from the year
 *       down to any unit, none left out, in one pair of braces or in several. The least unit is the <em>period</em> in
 *       which the counter counts. {@code yy} instead of {@code yyyy} is the year in two digits, of 2000 to 2099.
 *   <li>{@code shard}: which of several databases the number lives in, or what that is computed from, such as the last
 *       digits of a user's id. The number alone then leads to the database.
 *   <li>{@code child}: the number of a part under one parent, as of the parcels of an order.
 * </ul>
 *
 * <p>{@code {counter:5}}, {@code {shard:2}} and {@code {child:1}} are padded with zeros to that width, from 1 to 19,
 * which must be given. All numbers of a format have one width, so a number that has outgrown its width is refused and
 * not widened. Choose the width for the greatest number that a period may ever reach. Times are local ones of a zone
 * that the caller knows. {@link SerialNumberFormat} is for numbers that show a UID.
 *
 * <p>Immutable.
 */
public final class CounterFormat {
    private static final String COUNTER = "counter";
    private static final String SHARD = "shard";
    private static final String CHILD = "child";
    private static final List<String> NUMBERS = List.of(COUNTER, SHARD, CHILD);

    private final SerialNumberPattern pattern;

    private CounterFormat(SerialNumberPattern pattern) {
        this.pattern = pattern;
    }

    /**
     * Makes a format.
     *
     * @param pattern text with the names above in braces
     * @return the format
     * @throws IllegalArgumentException if {@code pattern} has a wrong name or brace, lacks the counter, has a name
     *     twice, or has no width of 1 to 19 for a number
     */
    public static CounterFormat of(String pattern) {
        Objects.requireNonNull(pattern, "pattern");
        SerialNumberPattern read = SerialNumberPattern.of(pattern, NUMBERS);
        NUMBERS.forEach(name -> read.requireOnce(name, !name.equals(COUNTER)));
        return new CounterFormat(read.sized(digits -> {
            if (digits.width() == PatternElement.Digits.NO_WIDTH) {
                String name = "{" + digits.name() + "}";
                throw read.refused(name + " must have a width, as {" + digits.name() + ":5}", name);
            }
            return read.requireWidth(digits, 1, "");
        }));
    }

    /**
     * Writes a number.
     *
     * @param number the number
     * @return its text
     * @throws IllegalArgumentException if a part of it is negative or exceeds the width that the pattern has for it,
     *     has no place in the pattern, or lacks a period, or if its year is not one of 0 to 9999, or of 2000 to 2099
     *     with {@code yy}
     */
    public String format(CounterNumber number) {
        LocalDateTime period = number.period();
        if ((period == null) != (pattern.period() == null)) {
            throw Refusal.of(
                    "number must have a period if the pattern has a time, and none otherwise: pattern=\"%s\", period=%s",
                    pattern.text(), period);
        }
        if (period != null) {
            pattern.requireYears(period, period, "period", "period=" + period);
        }
        requireRoom(COUNTER, number.counter());
        requireRoom(SHARD, number.shard());
        requireRoom(CHILD, number.child());
        return pattern.write(new SerialNumberPattern.Contents(
                period == null ? LocalDateTime.MIN : period,
                Map.of(COUNTER, number.counter(), SHARD, number.shard(), CHILD, number.child())));
    }

    private void requireRoom(String name, long value) {
        long max = pattern.max(name);
        if (value < 0 || value > max) {
            throw Refusal.of(
                    "%s must be in [0, %d] to fit the pattern: pattern=\"%s\", %s=%d",
                    name, max, pattern.text(), name, value);
        }
    }

    /**
     * Reads a number.
     *
     * @param text what {@link #format} wrote
     * @return the number, its period being the start of it
     * @throws IllegalArgumentException if this format writes no number in that way, because its width or a character
     *     differs from the pattern, or the time does not exist
     */
    public CounterNumber parse(CharSequence text) {
        SerialNumberPattern.Contents number = pattern.read(text);
        return new CounterNumber(
                pattern.period() == null ? null : number.period(),
                number.get(COUNTER),
                number.get(SHARD),
                number.get(CHILD));
    }

    /** Returns the digits of the period that holds a time: none if there is only one period. */
    String periodOf(LocalDateTime time) {
        return pattern.digitsOf(time);
    }

    /**
     * {@return whether the pattern has a time, so that there is a counter for each period; false if there is only one,
     * which never ends}
     */
    public boolean hasPeriods() {
        return pattern.period() != null;
    }

    /**
     * Returns when the period ends that holds a time, if periods are so long that it is worth preparing the next one.
     */
    Optional<LocalDateTime> endOfPeriod(LocalDateTime time) {
        return Optional.ofNullable(pattern.period())
                .filter(unit -> unit.longest.compareTo(PeriodUnit.MINUTE.longest) >= 0)
                .map(unit -> unit.next(unit.startOf(time)));
    }

    /** Returns the pattern. */
    @Override
    public String toString() {
        return pattern.text();
    }
}
