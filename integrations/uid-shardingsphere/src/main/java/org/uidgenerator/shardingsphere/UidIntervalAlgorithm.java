package org.uidgenerator.shardingsphere;

import java.time.Instant;
import java.util.Collection;
import java.util.Locale;
import java.util.Objects;
import java.util.Properties;
import org.apache.shardingsphere.sharding.api.sharding.standard.PreciseShardingValue;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidLayout;

/**
 * The sharding algorithm of type {@code UID_INTERVAL}. A row is in the table or data source of the interval that holds
 * the time in its UID. Its properties are those of ShardingSphere's {@code COSID_INTERVAL}, and the layout:
 *
 * <ul>
 *   <li>{@code layout}: the layout of the UIDs, in the form of {@link UidLayout#parse}; {@link UidLayout#DEFAULT}
 *       unless set. The time must be its first field.
 *   <li>{@code zone-id}: the time zone of all that follows, {@code UTC} unless set
 *   <li>{@code logic-name-prefix}: what the names of the tables or data sources begin with, as {@code orders_}
 *   <li>{@code sharding-suffix-pattern}: what follows in the names, which is the start of the interval in the form of
 *       {@link java.time.format.DateTimeFormatter}, as {@code yyyyMM}
 *   <li>{@code datetime-interval-unit}: {@code HOURS}, {@code DAYS}, {@code MONTHS} or {@code YEARS}
 *   <li>{@code datetime-interval-amount}: how many units an interval is long, 1 unless set
 *   <li>{@code datetime-lower}: the start of the first interval, as {@code 2026-01-01 00:00:00}; also the start of a
 *       unit
 *   <li>{@code datetime-upper}: any moment of the last interval, all of which counts
 * </ul>
 *
 * <p>At most 10,000 intervals. A UID whose time lies in none of them is refused. Of a range, the part within the
 * intervals counts. The time in a UID may be later than that of the insertion, by up to {@code maxBorrow}, so a table
 * must exist that long before its interval begins.
 */
public final class UidIntervalAlgorithm extends UidRouting {
    private @Nullable NamedIntervals intervals;

    /** Called by ShardingSphere. */
    public UidIntervalAlgorithm() {}

    /**
     * Reads the properties. Called by ShardingSphere.
     *
     * @param properties those of this algorithm
     * @throws IllegalArgumentException if one is missing, unknown or out of its range, or if two intervals have the
     *     same suffix
     */
    @Override
    public void init(Properties properties) {
        AlgorithmProperties set = new AlgorithmProperties(
                "the sharding algorithm UID_INTERVAL",
                properties,
                LAYOUT,
                NamedIntervals.ZONE,
                PREFIX,
                NamedIntervals.SUFFIX,
                NamedIntervals.UNIT,
                NamedIntervals.AMOUNT,
                NamedIntervals.LOWER,
                NamedIntervals.UPPER);
        String text = set.text(LAYOUT);
        layout = text == null ? UidLayout.DEFAULT : UidLayout.parse(text).requireTimeFirst();
        intervals = NamedIntervals.of(set);
    }

    @Override
    String nameOf(long uid, PreciseShardingValue<Comparable<?>> value) {
        Instant time = layout.decode(uid).time();
        String name = initialized().at(time);
        if (name == null) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "%s.%s must have a time in %s, which is from %s to %s: %s=%d, time=%s",
                    value.getLogicTableName(),
                    value.getColumnName(),
                    intervals,
                    NamedIntervals.LOWER,
                    NamedIntervals.UPPER,
                    value.getColumnName(),
                    uid,
                    time));
        }
        return name;
    }

    @Override
    Collection<String> namesOf(long first, long last) {
        return initialized()
                .between(layout.decode(first).time(), layout.decode(last).time());
    }

    private NamedIntervals initialized() {
        return Objects.requireNonNull(intervals, "init() has not been called");
    }

    @Override
    public String getType() {
        return "UID_INTERVAL";
    }
}
