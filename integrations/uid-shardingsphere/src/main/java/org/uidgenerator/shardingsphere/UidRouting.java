package org.uidgenerator.shardingsphere;

import com.google.common.collect.BoundType;
import com.google.common.collect.Range;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.apache.shardingsphere.sharding.api.sharding.standard.PreciseShardingValue;
import org.apache.shardingsphere.sharding.api.sharding.standard.RangeShardingValue;
import org.apache.shardingsphere.sharding.api.sharding.standard.StandardShardingAlgorithm;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidLayout;

/** A sharding algorithm that reads from the UID of a row in which table or data source the row is. */
abstract sealed class UidRouting implements StandardShardingAlgorithm<Comparable<?>>
        permits UidIntervalAlgorithm, UidShardAlgorithm {
    static final String LAYOUT = "layout";
    static final String PREFIX = "logic-name-prefix";

    /** The layout of the UIDs, which {@code init} sets. */
    UidLayout layout = UidLayout.DEFAULT;

    /**
     * Returns the table or data source of a row, whether it exists or not.
     *
     * @throws IllegalArgumentException if there can be no such row
     */
    abstract String nameOf(long uid, PreciseShardingValue<Comparable<?>> value);

    /** Returns the tables or data sources of the rows from one UID to another, whether they exist or not. */
    abstract Collection<String> namesOf(long first, long last);

    /**
     * Returns where a row is.
     *
     * @param names the tables or data sources that there are
     * @param value the UID of the row
     * @return the name of one of them, or null if it is not among them
     * @throws IllegalArgumentException if the value is no UID of the layout, or its time lies in no interval
     */
    @Override
    public final @Nullable String doSharding(Collection<String> names, PreciseShardingValue<Comparable<?>> value) {
        BigInteger uid = number(value.getLogicTableName(), value.getColumnName(), value.getValue());
        if (uid.signum() < 0 || uid.bitLength() > layout.totalBits()) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "%s.%s must be a UID of %s: %s=%s",
                    value.getLogicTableName(),
                    value.getColumnName(),
                    layout,
                    value.getColumnName(),
                    uid));
        }
        String name = nameOf(uid.longValueExact(), value);
        return names.contains(name) ? name : null;
    }

    /**
     * Returns where the rows of a range can be.
     *
     * @param names the tables or data sources that there are
     * @param value the range, which may be open on either side
     * @return the names of those that it touches. One of them if it touches none, because without any ShardingSphere
     *     asks for the logical table, which does not exist
     * @throws IllegalArgumentException if an end of the range is no whole number
     */
    @Override
    public final Collection<String> doSharding(Collection<String> names, RangeShardingValue<Comparable<?>> value) {
        Range<Comparable<?>> range = value.getValueRange();
        BigInteger first = BigInteger.ZERO;
        if (range.hasLowerBound()) {
            BigInteger lower = number(value.getLogicTableName(), value.getColumnName(), range.lowerEndpoint());
            first = first.max(range.lowerBoundType() == BoundType.OPEN ? lower.add(BigInteger.ONE) : lower);
        }
        BigInteger last = BigInteger.ONE.shiftLeft(layout.totalBits()).subtract(BigInteger.ONE);
        if (range.hasUpperBound()) {
            BigInteger upper = number(value.getLogicTableName(), value.getColumnName(), range.upperEndpoint());
            last = last.min(range.upperBoundType() == BoundType.OPEN ? upper.subtract(BigInteger.ONE) : upper);
        }
        Collection<String> touched = first.compareTo(last) > 0 // either end may lie beyond all UIDs
                ? List.of()
                : namesOf(first.longValueExact(), last.longValueExact());
        return touched.isEmpty()
                ? names.stream().limit(1).toList()
                : touched.stream().filter(names::contains).toList();
    }

    /** Drivers and literals have several types for a whole number. */
    private static BigInteger number(String table, String column, Object value) {
        try {
            return new BigDecimal(value.toString()).toBigIntegerExact();
        } catch (ArithmeticException | NumberFormatException e) {
            throw new IllegalArgumentException(
                    String.format(Locale.ROOT, "%s.%s must be a whole number: %s=%s", table, column, column, value), e);
        }
    }
}
