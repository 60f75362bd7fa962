package org.uidgenerator.segment.db;

import org.jspecify.annotations.Nullable;
import org.uidgenerator.OptionException;
import org.uidgenerator.OptionText;
import org.uidgenerator.jdbc.internal.TableName;

/**
 * The columns of a table that holds counters, and what the table is called unless it is named. Names are not quoted, so
 * the database treats their case as that of any other.
 *
 * @param tableName the table, possibly with its schema and a dot before it
 * @param tag the column with the name of the counter, which is unique
 * @param value the column with the number that the counter stands at
 * @param holdsNext whether that is the next number, and not the last one that was taken
 * @param step the column that says how far a range moves {@code value}, whatever length is wanted; null if a range is
 *     as long as wanted
 * @param delta the column that says how far apart numbers are, or null if they are consecutive
 * @param remainder the column that says what remains of each number when it is divided by {@code delta}; null if
 *     {@code delta} is
 */
public record SegmentColumns(
        String tableName,
        String tag,
        String value,
        boolean holdsNext,
        @Nullable String step,
        @Nullable String delta,
        @Nullable String remainder) {
    /** The table {@code SEGMENT} as {@code sql/segment-*.sql} creates it. */
    public static final SegmentColumns STANDARD =
            new SegmentColumns("SEGMENT", "TAG", "LAST_UID", false, null, null, null);

    /**
     * The table {@code leaf_alloc} of Leaf, whose {@code max_id} is the next number. Leaf servers may use it at the
     * same time.
     */
    public static final SegmentColumns LEAF =
            new SegmentColumns("leaf_alloc", "biz_tag", "max_id", true, "step", null, null);

    /**
     * The table {@code tiny_id_info} of TinyId, whose {@code max_id} is the last number that was taken. TinyId servers
     * may use it at the same time.
     */
    public static final SegmentColumns TINY_ID =
            new SegmentColumns("tiny_id_info", "biz_type", "max_id", false, "step", "delta", "remainder");

    /**
     * Names table and columns.
     *
     * @param tableName the table, possibly with its schema and a dot before it
     * @param tag the column with the name of the counter
     * @param value the column with the number that the counter stands at
     * @param holdsNext whether that is the next number
     * @param step the column that says how far a range moves {@code value}, or null
     * @param delta the column that says how far apart numbers are, or null
     * @param remainder the column that says what remains of each number, or null
     * @throws IllegalArgumentException if a name is not a plain SQL identifier, or one of {@code delta} and
     *     {@code remainder} is missing
     */
    public SegmentColumns {
        TableName.of(tableName);
        TableName.requireColumn("tag", tag);
        TableName.requireColumn("value", value);
        if (step != null) {
            TableName.requireColumn("step", step);
        }
        if ((delta == null) != (remainder == null)) {
            throw OptionException.inWords(
                    "delta",
                    delta,
                    OptionText.of("{delta} and {remainder} go together"),
                    OptionText.of("{delta}=%s, {remainder}=%s", delta, remainder));
        }
        if (delta != null && remainder != null) {
            TableName.requireColumn("delta", delta);
            TableName.requireColumn("remainder", remainder);
        }
    }

    /** Returns whether the columns are those of the scripts, whatever the table is called. */
    boolean areStandard() {
        return equals(
                new SegmentColumns(tableName, STANDARD.tag, STANDARD.value, STANDARD.holdsNext, null, null, null));
    }
}
