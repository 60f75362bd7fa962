package org.uidgenerator.segment.db;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.OptionText;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidRange;
import org.uidgenerator.segment.ExhaustedCounterException;

/**
 * The contents of a counter's row.
 *
 * @param columns the columns of the row
 * @param value the last number that was taken, or the next one
 * @param delta how far apart the numbers are
 * @param remainder what remains of each number when it is divided by {@code delta}
 * @param step how far a range moves the value if {@code columns} name a step, or else how many numbers a range has at
 *     most; null if the row has no step
 * @param max the last number, the greatest {@code long} if nothing is said
 */
record Counter(
        SegmentColumns columns,
        long value,
        long delta,
        long remainder,
        @Nullable Long step,
        long max) {

    /**
     * Returns the next numbers: as many as are wanted, or as the row's own step says, and at most those that are left.
     */
    UidRange next(String tag, String table, long length) {
        if (delta < 1 || remainder < 0 || remainder >= delta) {
            throw new UidGenerateException(OptionText.of(
                    "the counter of tag %s in %s must have 0 <= remainder < delta: remainder=%d, delta=%d",
                    tag, table, remainder, delta));
        }
        boolean holdsNext = columns.holdsNext();
        boolean fixed = columns.step() != null;
        long most = step != null ? step : fixed ? 0 : Long.MAX_VALUE;
        if (most < 1) {
            String name = Objects.requireNonNullElse(columns.step(), JdbcSegmentStore.STEP);
            throw new UidGenerateException(OptionText.of(
                    "the counter of tag %s in %s must have a positive %s%s: %s=%s",
                    tag, table, name, fixed ? "" : ", or none", name, step));
        }
        long lowest = Math.max(0, holdsNext ? value : value + 1); // past the greatest long after the very last number
        long first = lowest + Math.floorMod(remainder - lowest, delta);
        long greatest =
                Math.min(max, holdsNext ? Long.MAX_VALUE - 1 : Long.MAX_VALUE); // what is next must fit in as well
        if (value == Long.MAX_VALUE || first < 0 || first > greatest) {
            throw new ExhaustedCounterException("the counter of tag " + tag + " in " + table
                    + " is exhausted: it stands at " + value
                    + (max == Long.MAX_VALUE ? "" : ", " + JdbcSegmentStore.MAX + "=" + max));
        }
        // Of a step that is shorter than delta, one number, because a range has at least one.
        long wanted = fixed ? (most - 1 - (first - lowest)) / delta + 1 : Math.min(length, most);
        long size = Math.min(wanted - 1, (greatest - first) / delta) + 1;
        return new UidRange(first, first + (size - 1) * delta, delta);
    }

    /** Returns the value of the row before a range was taken. */
    long before(UidRange taken) {
        return columns.holdsNext() ? taken.first() : taken.first() - 1;
    }

    /** Returns the value of the row after a range was taken. A step also covers numbers above the last one. */
    long after(UidRange taken) {
        long after = columns.holdsNext() ? taken.last() + 1 : taken.last();
        return columns.step() == null || step == null
                ? after
                : Math.max(after, Math.min(value, Long.MAX_VALUE - step) + step);
    }
}
