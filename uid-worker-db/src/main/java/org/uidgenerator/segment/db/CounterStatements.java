package org.uidgenerator.segment.db;

import java.util.Objects;

/**
 * The statements on a table of counters.
 *
 * @param keepSettings whether the table has the {@link SettingColumns}
 * @param select reads the tag, the value, what {@link SegmentColumns#delta()} and {@link SegmentColumns#remainder()}
 *     name, the step, and the last number, of all counters; a condition on the tag follows
 * @param selectWithSpace reads the id space, too
 * @param raise sets the value of a counter, of this tag and with this value
 * @param lock locks the counter of a tag, where a query cannot
 * @param insert adds a counter, with all that is kept of it
 */
record CounterStatements(
        boolean keepSettings, String select, String selectWithSpace, String raise, String lock, String insert) {

    /**
     * Writes the statements.
     *
     * @param table the table
     * @param columns the columns that it has in any case
     * @param keepSettings whether it has the {@link SettingColumns}
     */
    static CounterStatements on(Object table, SegmentColumns columns, boolean keepSettings) {
        String selected = "SELECT " + columns.tag() + ", " + columns.value()
                + (columns.delta() == null ? ", 1, 0" : ", " + columns.delta() + ", " + columns.remainder())
                + (keepSettings
                        ? ", " + SettingColumns.STEP + ", " + SettingColumns.MAX
                        : ", " + Objects.requireNonNullElse(columns.step(), "" + Long.MAX_VALUE) + ", "
                                + Long.MAX_VALUE);
        String counters = " FROM " + table + " WHERE " + (columns.areStandard() ? SpaceRow.OTHERS : "1 = 1");
        String ofTag = " WHERE " + columns.tag() + " = ?";
        String update = "UPDATE " + table + " SET " + columns.value() + " = ";
        return new CounterStatements(
                keepSettings,
                selected + counters,
                selected + ", (" + SpaceRow.select(table) + ")" + counters,
                update + "?" + (keepSettings ? ", " + SettingColumns.MODIFIED + " = CURRENT_TIMESTAMP" : "") + ofTag
                        + " AND " + columns.value() + " = ?",
                update + columns.value() + ofTag,
                "INSERT INTO " + table + " (" + columns.tag() + ", " + columns.value()
                        + (keepSettings
                                ? ", " + SettingColumns.NAMES + ") VALUES (?, ?, ?, ?, ?, CURRENT_TIMESTAMP)"
                                : ") VALUES (?, ?)"));
    }
}
