package org.uidgenerator.segment.db.number;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * The statement of each database that adds to a row and locks it, or inserts it if there is none. One statement,
 * because a database that finds no row may lock the gap where it would be, and two transactions that both hold such a
 * lock cannot both insert.
 */
enum Upsert {
    H2("MERGE INTO %1$s USING (VALUES (CAST(? AS VARCHAR))) COUNTER (NAME) ON %1$s.NAME = COUNTER.NAME"
            + " WHEN MATCHED THEN UPDATE SET LAST_NUMBER = LAST_NUMBER + %2$d"
            + " WHEN NOT MATCHED THEN INSERT (NAME, LAST_NUMBER) VALUES (COUNTER.NAME, %2$d)"),

    MYSQL(Upsert.ON_DUPLICATE_KEY),

    MARIADB(Upsert.ON_DUPLICATE_KEY),

    POSTGRESQL("INSERT INTO %1$s AS COUNTER (NAME, LAST_NUMBER) VALUES (?, %2$d)"
            + " ON CONFLICT (NAME) DO UPDATE SET LAST_NUMBER = COUNTER.LAST_NUMBER + %2$d");

    private static final String ON_DUPLICATE_KEY = "INSERT INTO %1$s (NAME, LAST_NUMBER) VALUES (?, %2$d)"
            + " ON DUPLICATE KEY UPDATE LAST_NUMBER = LAST_NUMBER + %2$d";

    private final String statement;

    Upsert(String statement) {
        this.statement = statement;
    }

    /** Finds that of a product, by the name that its driver reports. */
    static Optional<Upsert> of(String productName) {
        return Arrays.stream(values())
                .filter(upsert -> upsert.name().equalsIgnoreCase(productName))
                .findFirst();
    }

    /** Returns the statement that adds to a row of a table. Its parameter is the name of the row. */
    String into(String table, int step) {
        return String.format(Locale.ROOT, statement, table, step);
    }

    /** Returns the script in {@code sql/}, and in the jar, that creates the table. */
    String script() {
        return "gapless-number-" + name().toLowerCase(Locale.ROOT) + ".sql";
    }
}
