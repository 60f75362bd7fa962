package org.uidgenerator.segment.db;

import java.util.Locale;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidRange;
import org.uidgenerator.segment.ExhaustedCounterException;

/**
 * The contents of a counter's row.
 *
 * @param value the last number that was taken, or the next one
 * @param holdsNext whether the value is the next number
 * @param delta how far apart the numbers are
 * @param remainder what remains of each number when it is divided by {@code delta}
 * @param step how many numbers a range has at most, the greatest {@code long} if nothing is said
 * @param max the last number, the greatest {@code long} if nothing is said
 */
record Counter(long value, boolean holdsNext, long delta, long remainder, long step, long max) {

    /** Returns the next numbers, as many as are wanted or left. */
    UidRange next(String tag, String table, long length) {
        if (delta < 1 || remainder < 0 || remainder >= delta) {
            throw new UidGenerateException(String.format(
                    Locale.ROOT,
                    "the counter of tag %s in %s must have 0 <= remainder < delta: remainder=%d, delta=%d",
                    tag,
                    table,
                    remainder,
                    delta));
        }
        if (step < 1) {
            throw new UidGenerateException(String.format(
                    Locale.ROOT,
                    "the counter of tag %s in %s must have a positive %s, or none: %s=%d",
                    tag,
                    table,
                    SettingColumns.STEP,
                    SettingColumns.STEP,
                    step));
        }
        long lowest = Math.max(0, holdsNext ? value : value + 1); // past the greatest long after the very last number
        long first = lowest + Math.floorMod(remainder - lowest, delta);
        long greatest =
                Math.min(max, holdsNext ? Long.MAX_VALUE - 1 : Long.MAX_VALUE); // what is next must fit in as well
        if (value == Long.MAX_VALUE || first < 0 || first > greatest) {
            throw new ExhaustedCounterException(String.format(
                    Locale.ROOT,
                    "the counter of tag %s in %s has come to its end: it stands at %d%s",
                    tag,
                    table,
                    value,
                    max == Long.MAX_VALUE ? "" : ", " + SettingColumns.MAX + "=" + max));
        }
        long size = Math.min(Math.min(length, step) - 1, (greatest - first) / delta) + 1;
        return new UidRange(first, first + (size - 1) * delta, delta);
    }

    /** Returns the value of the row after a range was taken. */
    long after(UidRange taken) {
        return holdsNext ? taken.last() + 1 : taken.last();
    }
}
