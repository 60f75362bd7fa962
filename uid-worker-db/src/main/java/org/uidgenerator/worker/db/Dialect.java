package org.uidgenerator.worker.db;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The differences among the supported databases: the scripts that create the tables, how moments become numbers, what
 * is set for the duration of a transaction, how to look for a table, how the user is named, which URLs are embedded
 * ones, and how to make an embedded database write what it has committed.
 *
 * <p>A transaction waits two seconds for a row that another one has locked, as H2 does by default. So a process that
 * froze in the middle of a transaction does not block others for longer. In MySQL and MariaDB a transaction also sets
 * the time zone, because columns of type {@code DATETIME} do not know theirs.
 */
enum Dialect {
    /** Writes committed rows half a second late unless told to flush. */
    H2(
            "H2",
            "h2",
            Sql.STANDARD_EPOCH_SECONDS,
            null,
            null,
            "SELECT COUNT(*) > 0 FROM INFORMATION_SCHEMA.TABLES" + Sql.H2_HAS_THE_NAME,
            "SELECT COUNT(*) > 0 FROM INFORMATION_SCHEMA.TABLE_CONSTRAINTS"
                    + Sql.H2_HAS_THE_NAME
                    + " AND CONSTRAINT_TYPE = 'PRIMARY KEY'",
            "QUOTE_IDENT(CURRENT_USER)",
            "jdbc:h2:(?!tcp:|ssl:).*",
            "CHECKPOINT SYNC"),

    /** Also MariaDB when it is reached through the driver of MySQL. */
    MYSQL("MySQL", "mysql", Sql.MYSQL_EPOCH_SECONDS, Sql.MYSQL_SET, Sql.MYSQL_SET_BACK, null, Sql.MYSQL_GRANTEE),

    MARIADB("MariaDB", "mariadb", Sql.MYSQL_EPOCH_SECONDS, Sql.MYSQL_SET, Sql.MYSQL_SET_BACK, null, Sql.MYSQL_GRANTEE),

    POSTGRESQL(
            "PostgreSQL",
            "postgresql",
            Sql.STANDARD_EPOCH_SECONDS,
            "SET LOCAL lock_timeout = '2s'",
            null,
            "SELECT to_regclass(?) IS NOT NULL",
            "quote_ident(current_user)");

    private final String productName;
    private final String scriptSuffix;
    private final String epochSeconds;
    private final @Nullable String set;
    private final @Nullable String setBack;
    private final @Nullable String tableLookup;
    private final @Nullable String keyLookup;
    private final String grantee;
    private final Pattern embeddedUrl;
    private final @Nullable String flushStatement;

    /** Never embedded. */
    Dialect(
            String productName,
            String scriptSuffix,
            String epochSeconds,
            @Nullable String set,
            @Nullable String setBack,
            @Nullable String tableLookup,
            String grantee) {
        this(productName, scriptSuffix, epochSeconds, set, setBack, tableLookup, tableLookup, grantee, "(?!)", null);
    }

    Dialect(
            String productName,
            String scriptSuffix,
            String epochSeconds,
            @Nullable String set,
            @Nullable String setBack,
            @Nullable String tableLookup,
            @Nullable String keyLookup,
            String grantee,
            String embeddedUrl,
            @Nullable String flushStatement) {
        this.productName = productName;
        this.scriptSuffix = scriptSuffix;
        this.epochSeconds = epochSeconds;
        this.set = set;
        this.setBack = setBack;
        this.tableLookup = tableLookup;
        this.keyLookup = keyLookup;
        this.grantee = grantee;
        this.embeddedUrl = Pattern.compile(embeddedUrl);
        this.flushStatement = flushStatement;
    }

    /** Finds the dialect of a product, by the name that its driver reports. */
    static Optional<Dialect> of(String productName) {
        return Arrays.stream(values())
                .filter(dialect -> dialect.productName.equals(productName))
                .findFirst();
    }

    /**
     * Returns the name of the script in {@code sql/}, and in this package, that creates a table such as
     * {@code worker-node}.
     */
    String script(String table) {
        return String.format(Locale.ROOT, "%s-%s.sql", table, scriptSuffix);
    }

    /**
     * Returns an expression for the seconds from 1970 to a moment, which is a column or {@code CURRENT_TIMESTAMP(6)}.
     */
    String epochSeconds(String moment) {
        return String.format(Locale.ROOT, epochSeconds, moment);
    }

    SessionSettings settings() {
        return new SessionSettings(set, setBack);
    }

    /**
     * Returns a query that tells whether a table exists. Its parameter is the name of the table, as it stands in SQL.
     * Empty if the catalogue leaves out tables that the user may not read; in such a database a failed statement does
     * no harm to its transaction.
     */
    Optional<String> tableLookup() {
        return Optional.ofNullable(tableLookup);
    }

    /**
     * Returns a query whether the table of a name is there with its primary key. The same as {@link #tableLookup()},
     * except in H2, which shows others a new table before its key.
     */
    Optional<String> keyLookup() {
        return Optional.ofNullable(keyLookup);
    }

    /** Returns an expression for the database user as {@code GRANT} names it. */
    String grantee() {
        return grantee;
    }

    /** Returns whether a right on a table is useless without one on its schema. */
    boolean hasRightsOnSchemas() {
        return this == POSTGRESQL;
    }

    boolean isEmbedded(String url) {
        return embeddedUrl.matcher(url).matches();
    }

    /** Returns the statement that brings the commits of an embedded database to the disk, if it needs one. */
    Optional<String> flushStatement() {
        return Optional.ofNullable(flushStatement);
    }

    /** Text that several dialects share. */
    private static final class Sql {
        static final String H2_HAS_THE_NAME =
                " WHERE UPPER(?) IN (UPPER(TABLE_NAME), UPPER(TABLE_SCHEMA || '.' || TABLE_NAME))";
        static final String STANDARD_EPOCH_SECONDS = "EXTRACT(EPOCH FROM %s)";
        static final String MYSQL_EPOCH_SECONDS =
                "TIMESTAMPDIFF(MICROSECOND, TIMESTAMP '1970-01-01 00:00:00', %s) / 1000000";
        static final String MYSQL_GRANTEE =
                "CONCAT(QUOTE(SUBSTRING_INDEX(CURRENT_USER(), '@', 1)), '@', QUOTE(SUBSTRING_INDEX(CURRENT_USER(), '@', -1)))";
        static final String MYSQL_SET =
                "SET @UID_LOCK_WAIT = @@SESSION.innodb_lock_wait_timeout, @UID_TIME_ZONE = @@SESSION.time_zone,"
                        + " SESSION innodb_lock_wait_timeout = 2, SESSION time_zone = '+00:00'";
        static final String MYSQL_SET_BACK =
                "SET SESSION innodb_lock_wait_timeout = @UID_LOCK_WAIT, SESSION time_zone = @UID_TIME_ZONE";
    }
}
