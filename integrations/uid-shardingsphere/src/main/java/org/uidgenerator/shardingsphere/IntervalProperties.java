package org.uidgenerator.shardingsphere;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.uidgenerator.OptionException;
import org.uidgenerator.OptionText;

/** The properties that say which intervals there are, all counted by the local clock of a time zone. */
final class IntervalProperties {
    static final String ZONE = "zone-id";
    static final String PREFIX = "logic-name-prefix";
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

    private final ZoneId zone;
    private final String prefix;
    private final String pattern;
    private final DateTimeFormatter suffix;
    private final ChronoUnit unit;
    private final long amount;
    private final LocalDateTime lower;
    private final LocalDateTime upper;

    /**
     * Reads the properties.
     *
     * @throws IllegalArgumentException if one is missing or out of its range
     */
    IntervalProperties(AlgorithmProperties set) {
        zone = set.read(ZONE, "UTC", OptionText.plain("must be a time zone, as Asia/Shanghai"), ZoneId::of);
        prefix = set.required(PREFIX);
        pattern = set.required(SUFFIX);
        suffix = set.read(
                SUFFIX,
                OptionText.plain("must be a pattern of dates and times, as yyyyMM"),
                IntervalProperties::formatter);
        unit = set.read(UNIT, OptionText.plain("must be HOURS, DAYS, MONTHS or YEARS"), IntervalProperties::unit);
        amount = set.count(AMOUNT, "1", MOST);
        OptionText aDateTime = OptionText.plain("must be a date and time, as 2026-01-01 00:00:00");
        lower = set.read(LOWER, aDateTime, text -> LocalDateTime.parse(text, DATE_TIME));
        upper = set.read(UPPER, aDateTime, text -> LocalDateTime.parse(text, DATE_TIME));
        if (!lower.equals(startOfUnit(lower))) {
            throw new OptionException(
                    LOWER,
                    DATE_TIME.format(lower),
                    OptionText.of(
                            "must be the start of one of the {" + UNIT + "} %s, as %s",
                            unit.name(),
                            DATE_TIME.format(startOfUnit(lower))));
        }
        if (upper.isBefore(lower)) {
            throw new OptionException(
                    UPPER,
                    DATE_TIME.format(upper),
                    OptionText.of("must not be before {" + LOWER + "} (%s)", DATE_TIME.format(lower)));
        }
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

    private LocalDateTime startOfUnit(LocalDateTime time) {
        return switch (unit) {
            case YEARS -> time.withDayOfYear(1).truncatedTo(ChronoUnit.DAYS);
            case MONTHS -> time.withDayOfMonth(1).truncatedTo(ChronoUnit.DAYS);
            default -> time.truncatedTo(unit);
        };
    }

    /**
     * Makes all intervals, from the one that starts at the lower bound to the one that holds the upper one.
     *
     * @throws IllegalArgumentException if two of them have one suffix, or if there are more than 10,000
     */
    NamedIntervals intervals() {
        NavigableMap<Instant, String> names = new TreeMap<>();
        Map<String, LocalDateTime> starts = new HashMap<>();
        LocalDateTime start = lower;
        while (!start.isAfter(upper)) {
            if (starts.size() == MOST) {
                throw new OptionException(
                        UPPER,
                        DATE_TIME.format(upper),
                        OptionText.of("must be at most %d intervals after {" + LOWER + "}", MOST));
            }
            String name = prefix + suffix.format(start);
            LocalDateTime other = starts.put(name, start);
            if (other != null) {
                throw new OptionException(
                        SUFFIX,
                        pattern,
                        OptionText.of(
                                "must name each interval, but those of %s and %s are both %s",
                                DATE_TIME.format(other), DATE_TIME.format(start), name));
            }
            names.put(start.atZone(zone).toInstant(), name);
            start = start.plus(amount, unit);
        }
        return new NamedIntervals(names, start.atZone(zone).toInstant());
    }
}
