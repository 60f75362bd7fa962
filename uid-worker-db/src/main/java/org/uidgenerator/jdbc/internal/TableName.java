package org.uidgenerator.jdbc.internal;

import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.uidgenerator.OptionException;
import org.uidgenerator.OptionText;

/**
 * The name of a table, possibly with its schema. It becomes part of SQL statements and is never quoted, so only plain
 * identifiers are allowed, and the database treats their case as that of any other.
 */
public final class TableName {
    private static final String IDENTIFIER = "[A-Za-z_][A-Za-z0-9_$]*";
    private static final Pattern COLUMN = Pattern.compile(IDENTIFIER);
    private static final Pattern TABLE = Pattern.compile("(" + IDENTIFIER + "\\.)?" + IDENTIFIER);

    private final String text;

    private TableName(String text) {
        this.text = text;
    }

    /**
     * Checks the option {@code tableName}.
     *
     * @throws IllegalArgumentException if it is neither a plain identifier nor two with a dot between them
     */
    public static TableName of(String tableName) {
        return new TableName(require(TABLE, "tableName", tableName));
    }

    /**
     * Checks the name of a column.
     *
     * @param option the option that has it
     * @throws IllegalArgumentException if it is no plain identifier
     */
    public static void requireColumn(String option, String column) {
        require(COLUMN, option, column);
    }

    private static String require(Pattern pattern, String option, String value) {
        if (!pattern.matcher(Objects.requireNonNull(value, option)).matches()) {
            throw new OptionException(option, value, OptionText.of("must be a plain SQL identifier %s", pattern));
        }
        return value;
    }

    /** Returns the schema, which for MySQL and MariaDB is the database. */
    Optional<String> schema() {
        int dot = text.indexOf('.');
        return dot < 0 ? Optional.empty() : Optional.of(text.substring(0, dot));
    }

    /** Returns the name without its schema. */
    String table() {
        return text.substring(text.indexOf('.') + 1);
    }

    /** Names another table of the same schema. */
    public TableName beside(String table) {
        return new TableName(schema().map(schema -> schema + "." + table).orElse(table));
    }

    /** Returns the name as it stands in SQL. */
    @Override
    public String toString() {
        return text;
    }
}
