package org.uidgenerator.segment.db;

import java.sql.ResultSetMetaData;
import java.sql.Types;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.ResultSetExtractor;
import org.springframework.jdbc.core.SqlParameterValue;
import org.uidgenerator.segment.CounterSettings;

/** The columns of the table SEGMENT that say more of a counter than where it stands. Older tables lack them. */
final class SettingColumns {
    static final String STEP = "STEP";
    static final String MAX = "MAX_UID";
    static final String MODIFIED = "MODIFIED";
    static final String NAMES = STEP + ", " + MAX + ", DESCRIPTION, " + MODIFIED;

    /** A line of a script that defines one of them, without what makes it part of its statement. */
    private static final Pattern DEFINITION =
            Pattern.compile("(?m)^ +((?:" + NAMES.replace(", ", "|") + ") [^\\n]*?),?(?: *--[^\\n]*)?$");

    private SettingColumns() {}

    /** Returns whether a table has all of them. It is asked by a query that reads no row. */
    static boolean areIn(Object table, JdbcTemplate jdbc) {
        ResultSetExtractor<Set<String>> names = rows -> {
            ResultSetMetaData columns = rows.getMetaData();
            Set<String> found = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
            for (int i = 1; i <= columns.getColumnCount(); i++) {
                found.add(columns.getColumnName(i));
            }
            return found;
        };
        Set<String> found = jdbc.query("SELECT * FROM " + table + " WHERE 1 = 0", names);
        return found != null && found.containsAll(List.of(NAMES.split(", ")));
    }

    /** Returns what makes the columns, as the script that creates the table defines them. */
    static String alter(Object table, String script) {
        StringBuilder statements = new StringBuilder();
        Matcher definition = DEFINITION.matcher(script);
        while (definition.find()) {
            statements
                    .append("ALTER TABLE ")
                    .append(table)
                    .append(" ADD ")
                    .append(definition.group(1).replaceAll(" +", " "))
                    .append("; ");
        }
        return statements.toString().strip();
    }

    /** Returns the values of {@link CounterStatements#insert()} for a table that has the columns. */
    static Object[] row(String tag, long last, CounterSettings settings) {
        return new Object[] {
            tag,
            last,
            new SqlParameterValue(
                    Types.BIGINT, settings.step().isPresent() ? settings.step().getAsLong() : null),
            new SqlParameterValue(
                    Types.BIGINT, settings.max().isPresent() ? settings.max().getAsLong() : null),
            new SqlParameterValue(Types.VARCHAR, settings.description().orElse(null))
        };
    }
}
