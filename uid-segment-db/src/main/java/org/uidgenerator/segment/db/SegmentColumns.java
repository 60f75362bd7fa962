package org.uidgenerator.segment.db;

import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The table that holds counters, and its columns. Names are not quoted, so the database treats their case as that of
 * any other; a table may be named with its schema.
 *
 * @param table the table
 * @param tag the column with the name of the counter, which is unique
 * @param value the column with the number that the counter stands at
 * @param holdsNext whether that is the next number, and not the last one that was taken
 * @param delta the column that says how far apart numbers are, or null if they are consecutive
 * @param remainder the column that says what remains of each number when it is divided by {@code delta}; null if
 *     {@code delta} is
 */
public record SegmentColumns(
        String table,
        String tag,
        String value,
        boolean holdsNext,
        @Nullable String delta,
        @Nullable String remainder) {
    private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_][A-Za-z0-9_$]*");
    private static final Pattern TABLE = Pattern.compile("(" + IDENTIFIER + "\\.)?" + IDENTIFIER);

    /** The table {@code SEGMENT} as {@code sql/segment-*.sql} creates it. */
    public static final SegmentColumns STANDARD = new SegmentColumns("SEGMENT", "TAG", "LAST_UID", false, null, null);

    /**
     * The table {@code leaf_alloc} of Leaf, whose {@code max_id} is the next number. Leaf servers may use it at the
     * same time.
     */
    public static final SegmentColumns LEAF = new SegmentColumns("leaf_alloc", "biz_tag", "max_id", true, null, null);

    /**
     * The table {@code tiny_id_info} of TinyId, whose {@code max_id} is the last number that was taken. TinyId servers
     * may use it at the same time.
     */
    public static final SegmentColumns TINY_ID =
            new SegmentColumns("tiny_id_info", "biz_type", "max_id", false, "delta", "remainder");

    /**
     * Names table and columns.
     *
     * @param table the table, with its schema if there is one
     * @param tag the column with the name of the counter
     * @param value the column with the number that the counter stands at
     * @param holdsNext whether that is the next number
     * @param delta the column that says how far apart numbers are, or null
     * @param remainder the column that says what remains of each number, or null
     * @throws IllegalArgumentException if a name is not a plain SQL identifier, or one of {@code delta} and
     *     {@code remainder} is missing
     */
    public SegmentColumns {
        requireTable(table);
        require(IDENTIFIER, "tag", tag);
        require(IDENTIFIER, "value", value);
        if ((delta == null) != (remainder == null)) {
            throw new IllegalArgumentException(
                    "delta and remainder go together: delta=" + delta + ", remainder=" + remainder);
        }
        if (delta != null && remainder != null) {
            require(IDENTIFIER, "delta", delta);
            require(IDENTIFIER, "remainder", remainder);
        }
    }

    /** Returns the name of a table, which may have its schema. */
    static String requireTable(String table) {
        require(TABLE, "table", table);
        return table;
    }

    /** Names become part of SQL statements, so only plain identifiers are allowed. */
    private static void require(Pattern pattern, String property, String name) {
        if (!pattern.matcher(Objects.requireNonNull(name, property)).matches()) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT, "%s must be a plain SQL identifier %s: %s=%s", property, pattern, property, name));
        }
    }

    /**
     * Names another table with the same columns.
     *
     * @param table the table, with its schema if there is one
     * @return the columns of that table
     * @throws IllegalArgumentException if the name is not a plain SQL identifier
     */
    public SegmentColumns in(String table) {
        return new SegmentColumns(table, tag, value, holdsNext, delta, remainder);
    }

    /** Returns whether the columns are those of the scripts, whatever the table is called. */
    boolean areStandard() {
        return equals(STANDARD.in(table));
    }
}
