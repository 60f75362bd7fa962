package org.uidgenerator.jdbc.internal;

import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.uidgenerator.OptionException;
import org.uidgenerator.OptionText;

/**
 * The name of a table, possibly with its schema, as it stands in SQL: the database treats the case of a plain
 * identifier as that of any other, and that of a quoted one as it is written.
 *
 * @param schema the schema, which for MySQL and MariaDB is the database
 * @param table the name without its schema
 */
public record TableName(Optional<String> schema, String table) {
    private static final String IDENTIFIER = "[A-Za-z_][A-Za-z0-9_$]*";
    private static final Pattern COLUMN = Pattern.compile(IDENTIFIER);
    private static final String PLAIN = "(" + IDENTIFIER + "\\.)?" + IDENTIFIER;
    private static final String PART = "(" + IDENTIFIER + "|\"[^\"]+\"|`[^`]+`)";
    private static final Pattern TABLE = Pattern.compile("(?:" + PART + "\\.)?" + PART);

    /**
     * Checks the option {@code tableName}.
     *
     * @throws IllegalArgumentException if it is neither an identifier nor two with a dot between them
     */
    public static TableName of(String tableName) {
        Matcher name = TABLE.matcher(Objects.requireNonNull(tableName, "tableName"));
        if (!name.matches()) {
            throw new OptionException(
                    "tableName", tableName, OptionText.of("must be a plain SQL identifier %s, or a quoted one", PLAIN));
        }
        return new TableName(Optional.ofNullable(name.group(1)), name.group(2));
    }

    /**
     * Checks the name of a column.
     *
     * @param option the option that has it
     * @throws IllegalArgumentException if it is no plain identifier
     */
    public static void requireColumn(String option, String column) {
        if (!COLUMN.matcher(Objects.requireNonNull(column, option)).matches()) {
            throw new OptionException(option, column, OptionText.of("must be a plain SQL identifier %s", COLUMN));
        }
    }

    /** Names an index of the table. */
    String key() {
        return isQuoted(table)
                ? new StringBuilder(table).insert(table.length() - 1, "_KEY").toString()
                : table + "_KEY";
    }

    static boolean isQuoted(String identifier) {
        return identifier.startsWith("\"") || identifier.startsWith("`");
    }

    /** Names another table of the same schema. */
    public TableName beside(String table) {
        return new TableName(schema, table);
    }

    /** Returns the name as it stands in SQL. */
    @Override
    public String toString() {
        return schema.isPresent() ? schema.get() + "." + table : table;
    }
}
