package org.uidgenerator.shardingsphere;

import com.google.common.collect.BoundType;
import com.google.common.collect.Range;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Collection;
import java.util.Locale;
import org.apache.shardingsphere.sharding.api.sharding.standard.PreciseShardingValue;
import org.apache.shardingsphere.sharding.api.sharding.standard.RangeShardingValue;
import org.uidgenerator.UidLayout;

/**
 * All UIDs that a condition of a statement asks for, from the first to the last one.
 *
 * @param first the first one
 * @param last the last one, less than {@code first} if there are none
 */
record UidSpan(long first, long last) {

    /**
     * Returns the UIDs of a layout in a range, which may be open on either side.
     *
     * @throws IllegalArgumentException if an end of the range is no whole number
     */
    static UidSpan of(RangeShardingValue<Comparable<?>> value, UidLayout layout) {
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
        // Either end may lie beyond all UIDs.
        return first.compareTo(last) > 0
                ? new UidSpan(1, 0)
                : new UidSpan(first.longValueExact(), last.longValueExact());
    }

    /**
     * Returns a UID that is given by itself.
     *
     * @throws IllegalArgumentException if it is no UID of the layout
     */
    static long uid(PreciseShardingValue<Comparable<?>> value, UidLayout layout) {
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
        return uid.longValueExact();
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

    /** Returns whether there are any. */
    boolean isEmpty() {
        return first > last;
    }

    /**
     * Returns which tables to ask, given those that the UIDs touch. That is one of them at least, because without any
     * ShardingSphere asks for the logical table, which does not exist: where none is touched, any of them finds
     * nothing.
     *
     * @param names the tables that there are
     * @param touched the names of those that can have such rows, wherever they are
     */
    static Collection<String> route(Collection<String> names, Collection<String> touched) {
        return touched.isEmpty()
                ? names.stream().limit(1).toList()
                : touched.stream().filter(names::contains).toList();
    }
}
