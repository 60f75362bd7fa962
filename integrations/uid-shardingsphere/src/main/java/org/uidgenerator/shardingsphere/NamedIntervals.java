package org.uidgenerator.shardingsphere;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.OptionException;
import org.uidgenerator.OptionText;

/**
 * Intervals of time that lie next to each other, each with a name, all counted by the local clock of a time zone.
 * Immutable.
 *
 * @param namesByStart the name of each, by its first instant
 * @param end the first instant after the last one
 */
record NamedIntervals(NavigableMap<Instant, String> namesByStart, Instant end) {
    static final String ZONE = "zone-id";
    static final String SUFFIX = "sharding-suffix-pattern";
    static final String UNIT = "datetime-interval-unit";
    static final String AMOUNT = "datetime-interval-amount";
    static final String LOWER = "datetime-lower";
    static final String UPPER = "datetime-upper";

    private static final int MOST = 10_000;

    private static final List<ChronoUnit> UNITS =
            List.of(ChronoUnit.HOURS, ChronoUnit.DAYS, ChronoUnit.MONTHS, ChronoUnit.YEARS);

    private static final DateTimeFormatter DATE_TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT).withResolverStyle(ResolverStyle.STRICT);

    /**
     * Makes the intervals that properties describe, from the one that starts at the lower bound to the one that holds
     * the upper one.
     *
     * @throws IllegalArgumentException if a property is missing or out of its range, if two intervals have one suffix,
     *     or if there are more than 10,000
     */
    static NamedIntervals of(AlgorithmProperties set) {
        ZoneId zone = set.read(ZONE, "UTC", OptionText.plain("must be a time zone, as Asia/Shanghai"), ZoneId::of);
        String prefix = set.required(UidRouting.PREFIX);
        DateTimeFormatter suffix = set.read(
                SUFFIX, OptionText.plain("must be a pattern of dates and times, as yyyyMM"), NamedIntervals::formatter);
        ChronoUnit unit =
                set.read(UNIT, OptionText.plain("must be HOURS, DAYS, MONTHS or YEARS"), NamedIntervals::unit);
        long amount = set.count(AMOUNT, "1", MOST);
        OptionText aDateTime = OptionText.plain("must be a date and time, as 2026-01-01 00:00:00");
        LocalDateTime lower = set.read(LOWER, aDateTime, text -> LocalDateTime.parse(text, DATE_TIME));
        LocalDateTime upper = set.read(UPPER, aDateTime, text -> LocalDateTime.parse(text, DATE_TIME));
        requireBounds(lower, upper, unit);

        NavigableMap<Instant, String> names = new TreeMap<>();
        Map<String, LocalDateTime> starts = new HashMap<>();
        LocalDateTime start = lower;
        for (; !start.isAfter(upper); start = start.plus(amount, unit)) {
            if (starts.size() == MOST) {
                throw refused(UPPER, upper, "must be at most %d intervals after {" + LOWER + "}", MOST);
            }
            String name = prefix + suffix.format(start);
            LocalDateTime other = starts.put(name, start);
            if (other != null) {
                throw new OptionException(
                        SUFFIX,
                        set.text(SUFFIX),
                        OptionText.of(
                                "must name each interval, but those of %s and %s are both %s",
                                DATE_TIME.format(other), DATE_TIME.format(start), name));
            }
            names.put(start.atZone(zone).toInstant(), name);
        }
        return new NamedIntervals(names, start.atZone(zone).toInstant());
    }

    private static void requireBounds(LocalDateTime lower, LocalDateTime upper, ChronoUnit unit) {
        LocalDateTime startOfUnit = switch (unit) {
            case YEARS -> lower.withDayOfYear(1).truncatedTo(ChronoUnit.DAYS);
            case MONTHS -> lower.withDayOfMonth(1).truncatedTo(ChronoUnit.DAYS);
            default -> lower.truncatedTo(unit);
        };
        if (!lower.equals(startOfUnit)) {
            throw refused(
                    LOWER,
                    lower,
                    "must be the start of one of the {" + UNIT + "} %s, as %s",
                    unit.name(),
                    DATE_TIME.format(startOfUnit));
        }
        if (upper.isBefore(lower)) {
            throw refused(UPPER, upper, "must not be before {" + LOWER + "} (%s)", DATE_TIME.format(lower));
        }
    }

    private static OptionException refused(String bound, LocalDateTime value, String rule, Object... arguments) {
        return new OptionException(bound, DATE_TIME.format(value), OptionText.of(rule, arguments));
    }

    /** Returns the formatter of a pattern that has no letters but those of local dates and times. */
    private static DateTimeFormatter formatter(String pattern) {
        DateTimeFormatter formatter = DateTimeFormatter.ofPattern(pattern, Locale.ROOT);
        formatter.formatTo(LocalDateTime.of(2026, 1, 1, 0, 0), new StringBuilder());
        return formatter;
    }

    private static ChronoUnit unit(String name) {
        return UNITS.stream()
                .filter(unit -> unit.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new DateTimeException(name));
    }

    /** Returns the name of the interval that holds an instant, or null if there is none. */
    @Nullable
    String at(Instant time) {
        return time.isBefore(end) && !time.isBefore(namesByStart.firstKey())
                ? namesByStart.floorEntry(time).getValue()
                : null;
    }

    /** Returns the names of all intervals between those that hold two instants, and of these. */
    Collection<String> between(Instant first, Instant last) {
        if (!first.isBefore(end) || last.isBefore(namesByStart.firstKey())) {
            return List.of();
        }
        Instant from = namesByStart.floorKey(first);
        return (from == null ? namesByStart : namesByStart.tailMap(from, true))
                .headMap(last, true)
                .values();
    }

    /** Returns the bounds, as in {@code [2026-01-01T00:00:00Z, 2027-01-01T00:00:00Z)}. */
    @Override
    public String toString() {
        return String.format(Locale.ROOT, "[%s, %s)", namesByStart.firstKey(), end);
    }
}
