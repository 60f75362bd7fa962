package org.uidgenerator.segment.db;

import java.sql.Types;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.SqlParameterValue;
import org.uidgenerator.segment.CounterSettings;

/**
 * The statements on a table of counters.
 *
 * @param select reads the tag, the value, what {@link SegmentColumns#delta()} and {@link SegmentColumns#remainder()}
 *     name, the step, the last number, and from standard columns the store identity, of all counters; a condition on
 *     the tag follows
 * @param raise sets the value of a counter, of this tag and with this value
 * @param lock locks the counter of a tag, where a query cannot
 * @param insert adds a counter to a table of the standard columns
 */
record CounterStatements(String select, String raise, String lock, String insert) {
    static final String STEP = "STEP";
    static final String MAX = "MAX_UID";

    static CounterStatements on(Object table, SegmentColumns columns) {
        boolean standard = columns.areStandard();
        String select = "SELECT " + columns.tag() + ", " + columns.value()
                + (columns.delta() == null ? ", 1, 0" : ", " + columns.delta() + ", " + columns.remainder())
                + (standard
                        ? ", " + STEP + ", " + MAX + ", (" + IdentityRow.select(table) + ")"
                        : ", " + Objects.requireNonNullElse(columns.step(), "" + Long.MAX_VALUE) + ", "
                                + Long.MAX_VALUE)
                + " FROM " + table + " WHERE " + (standard ? IdentityRow.OTHERS : "1 = 1");
        String ofTag = " WHERE " + columns.tag() + " = ?";
        String update = "UPDATE " + table + " SET " + columns.value() + " = ";
        return new CounterStatements(
                select,
                update + "?" + (standard ? ", MODIFIED = CURRENT_TIMESTAMP" : "") + ofTag + " AND " + columns.value()
                        + " = ?",
                update + columns.value() + ofTag,
                "INSERT INTO " + table + " (" + columns.tag() + ", " + columns.value() + ", " + STEP + ", " + MAX
                        + ", DESCRIPTION, MODIFIED) VALUES (?, ?, ?, ?, ?, CURRENT_TIMESTAMP)");
    }

    /** Returns the values of {@link #insert}. */
    static Object[] row(String tag, long last, CounterSettings settings) {
        return new Object[] {
            tag,
            last,
            number(settings.step()),
            number(settings.max()),
            new SqlParameterValue(Types.VARCHAR, settings.description().orElse(null))
        };
    }

    private static SqlParameterValue number(OptionalLong number) {
        @Nullable Long value = number.isPresent() ? number.getAsLong() : null;
        return new SqlParameterValue(Types.BIGINT, value);
    }
}
