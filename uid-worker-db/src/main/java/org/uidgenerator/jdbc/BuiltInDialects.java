package org.uidgenerator.jdbc;

import static org.uidgenerator.jdbc.SqlFailure.DEADLOCK;
import static org.uidgenerator.jdbc.SqlFailure.DUPLICATE_KEY;
import static org.uidgenerator.jdbc.SqlFailure.LOCK_TIMEOUT;
import static org.uidgenerator.jdbc.SqlFailure.MISSING_RIGHT;
import static org.uidgenerator.jdbc.SqlFailure.NO_SUCH_TABLE;
import static org.uidgenerator.jdbc.SqlFailure.STALE_SNAPSHOT;

/** The constants of {@link SqlDialect}. */
final class BuiltInDialects {
    private static final String EXTRACT_EPOCH = "EXTRACT(EPOCH FROM {moment})";
    private static final String FOR_UPDATE = "FOR UPDATE";

    private static final String H2_HAS_THE_NAME =
            " WHERE UPPER(REPLACE(?, '\"', '')) IN (UPPER(TABLE_NAME), UPPER(TABLE_SCHEMA || '.' || TABLE_NAME))";

    private static final String ON_CONFLICT = "INSERT INTO {table} AS COUNTER (NAME, LAST_NUMBER) VALUES (?, {step})"
            + " ON CONFLICT (NAME) DO UPDATE SET LAST_NUMBER = COUNTER.LAST_NUMBER + {step}";

    private static final String MYSQL_EPOCH_SECONDS =
            "TIMESTAMPDIFF(MICROSECOND, TIMESTAMP '1970-01-01 00:00:00', {moment}) / 1000000";

    private BuiltInDialects() {}

    static SqlDialect h2() {
        return SqlDialect.builder("H2")
                .sql(SqlPiece.SCRIPT_SUFFIX, "h2")
                .sql(SqlPiece.EPOCH_SECONDS, EXTRACT_EPOCH)
                .sql(SqlPiece.NOW, "SELECT EXTRACT(EPOCH FROM CURRENT_TIMESTAMP(6))")
                .sql(SqlPiece.TABLE_LOOKUP, "SELECT 1 FROM INFORMATION_SCHEMA.TABLES" + H2_HAS_THE_NAME)
                .sql(SqlPiece.GRANTEE, "SELECT QUOTE_IDENT(CURRENT_USER)")
                .sql(SqlPiece.EMBEDDED_URL, "jdbc:h2:(?!tcp:|ssl:).*")
                .sql(SqlPiece.FLUSH, "CHECKPOINT SYNC")
                .sql(
                        SqlPiece.UPSERT,
                        "MERGE INTO {table} USING (VALUES (CAST(? AS VARCHAR))) COUNTER (NAME) ON {table}.NAME = COUNTER.NAME"
                                + " WHEN MATCHED THEN UPDATE SET LAST_NUMBER = LAST_NUMBER + {step}"
                                + " WHEN NOT MATCHED THEN INSERT (NAME, LAST_NUMBER) VALUES (COUNTER.NAME, {step})")
                .sql(SqlPiece.FOR_UPDATE, FOR_UPDATE)
                .failure(NO_SUCH_TABLE, "42S02", "42S03", "42S04")
                .failure(MISSING_RIGHT, 90_096)
                .failure(LOCK_TIMEOUT, "HYT00")
                .failure(DEADLOCK, 40_001)
                .failure(STALE_SNAPSHOT, 90_131)
                .build();
    }

    /** MySQL or MariaDB. A transaction sets the time zone, because columns of type DATETIME do not know theirs. */
    static SqlDialect mySql(String productName, String scriptSuffix) {
        return SqlDialect.builder(productName)
                .sql(SqlPiece.SCRIPT_SUFFIX, scriptSuffix)
                .sql(SqlPiece.EPOCH_SECONDS, MYSQL_EPOCH_SECONDS)
                .sql(SqlPiece.NOW, "SELECT " + MYSQL_EPOCH_SECONDS.replace("{moment}", "CURRENT_TIMESTAMP(6)"))
                .sql(
                        SqlPiece.SET,
                        "SET @UID_LOCK_WAIT = @@SESSION.innodb_lock_wait_timeout, @UID_TIME_ZONE = @@SESSION.time_zone,"
                                + " SESSION innodb_lock_wait_timeout = 2, SESSION time_zone = '+00:00'")
                .sql(
                        SqlPiece.SET_BACK,
                        "SET SESSION innodb_lock_wait_timeout = @UID_LOCK_WAIT, SESSION time_zone = @UID_TIME_ZONE")
                .sql(SqlPiece.GRANTS, "SHOW GRANTS")
                .sql(
                        SqlPiece.GRANTEE,
                        "SELECT CONCAT(QUOTE(SUBSTRING_INDEX(CURRENT_USER(), '@', 1)), '@',"
                                + " QUOTE(SUBSTRING_INDEX(CURRENT_USER(), '@', -1)))")
                .sql(
                        SqlPiece.ENGINE_WITHOUT_ROLLBACK,
                        "SELECT ENGINE FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ?"
                                + " AND ENGINE IN (SELECT ENGINE FROM INFORMATION_SCHEMA.ENGINES WHERE TRANSACTIONS = 'NO')")
                .sql(
                        SqlPiece.KEEP_ROWS,
                        "SELECT 'ENGINE = InnoDB' FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ?"
                                + " AND ENGINE IN ('MEMORY', 'BLACKHOLE')")
                .sql(
                        SqlPiece.UPSERT,
                        "INSERT INTO {table} (NAME, LAST_NUMBER) VALUES (?, {step})"
                                + " ON DUPLICATE KEY UPDATE LAST_NUMBER = LAST_NUMBER + {step}")
                .sql(SqlPiece.FOR_UPDATE, FOR_UPDATE)
                .failure(NO_SUCH_TABLE, "42S02")
                .failure(NO_SUCH_TABLE, 1049) // nor such a database
                .failure(MISSING_RIGHT, 1044, 1142) // on a database, and on a table
                .failure(LOCK_TIMEOUT, 1205)
                .failure(DEADLOCK, 1213)
                .failure(STALE_SNAPSHOT, 1020)
                .build();
    }

    static SqlDialect postgreSql() {
        return SqlDialect.builder("PostgreSQL")
                .sql(SqlPiece.SCRIPT_SUFFIX, "postgresql")
                .sql(SqlPiece.EPOCH_SECONDS, EXTRACT_EPOCH)
                .sql(SqlPiece.NOW, "SELECT EXTRACT(EPOCH FROM CURRENT_TIMESTAMP)")
                .sql(SqlPiece.SET, "SET LOCAL lock_timeout = '2s'")
                .sql(SqlPiece.TABLE_LOOKUP, "SELECT 1 WHERE to_regclass(?) IS NOT NULL")
                .sql(SqlPiece.GRANTEE, "SELECT quote_ident(current_user)")
                .sql(SqlPiece.SCHEMA_RIGHT, "USAGE")
                .sql(
                        SqlPiece.ROW_SECURITY,
                        "SELECT row_security_active(T)"
                                + " AND (SELECT bool_and(has_table_privilege(T, R)) FROM unnest(string_to_array(?, ', ')) R)"
                                + " FROM to_regclass(?) T")
                .sql(
                        SqlPiece.KEEP_ROWS,
                        "SELECT 'SET LOGGED' FROM pg_class WHERE relnamespace = to_regnamespace(quote_ident(?))"
                                + " AND relname = ? AND relpersistence = 'u'")
                .sql(SqlPiece.UPSERT, ON_CONFLICT)
                .sql(SqlPiece.FOR_UPDATE, FOR_UPDATE)
                .sql(SqlPiece.IF_ABSENT, "ON CONFLICT DO NOTHING")
                .failure(NO_SUCH_TABLE, "42P01")
                .failure(MISSING_RIGHT, "42501")
                .failure(LOCK_TIMEOUT, "55P03")
                .failure(DEADLOCK, "40P01")
                .failure(STALE_SNAPSHOT, "40001")
                .build();
    }

    /** A transaction locks whole tables unless the database was set to MVCC. */
    static SqlDialect hsqldb() {
        return SqlDialect.builder("HSQL Database Engine")
                .sql(SqlPiece.SCRIPT_SUFFIX, "hsqldb")
                .sql(SqlPiece.EPOCH_SECONDS, "UNIX_MILLIS({moment}) / 1000.0")
                .sql(SqlPiece.NOW, "VALUES (UNIX_MILLIS() / 1000.0)")
                .sql(SqlPiece.EMBEDDED_URL, "jdbc:hsqldb:(mem|file|res):.*")
                .sql(
                        SqlPiece.UPSERT,
                        "MERGE INTO {table} USING (VALUES (CAST(? AS VARCHAR(129)))) AS COUNTER (NAME)"
                                + " ON {table}.NAME = COUNTER.NAME"
                                + " WHEN MATCHED THEN UPDATE SET LAST_NUMBER = LAST_NUMBER + {step}"
                                + " WHEN NOT MATCHED THEN INSERT (NAME, LAST_NUMBER) VALUES (COUNTER.NAME, {step})")
                .failure(NO_SUCH_TABLE, "42501", "3F000")
                .failure(MISSING_RIGHT, "42501")
                .failure(DEADLOCK, "40001")
                .build();
    }

    /** Its columns do not know a time zone, so it keeps the time of its own. */
    static SqlDialect derby() {
        return SqlDialect.builder("Apache Derby")
                .sql(SqlPiece.SCRIPT_SUFFIX, "derby")
                .sql(
                        SqlPiece.TABLE_LOOKUP,
                        "SELECT 1 FROM SYS.SYSTABLES T JOIN SYS.SYSSCHEMAS S ON S.SCHEMAID = T.SCHEMAID"
                                + " WHERE UPPER(CAST(? AS VARCHAR(257))) IN (T.TABLENAME, UPPER('\"' || T.TABLENAME || '\"'), S.SCHEMANAME || '.' || T.TABLENAME)")
                .sql(SqlPiece.EMBEDDED_URL, "jdbc:derby:(?!//).*")
                .failure(NO_SUCH_TABLE, "42X05", "42Y07")
                .failure(MISSING_RIGHT, "42500", "42502", "42507", "42508")
                .failure(LOCK_TIMEOUT, "40XL1", "40XL2")
                .failure(DEADLOCK, "40001")
                .build();
    }

    /** Has one writer at the same time, and neither users nor schemas. */
    static SqlDialect sqlite() {
        return SqlDialect.builder("SQLite")
                .sql(SqlPiece.SCRIPT_SUFFIX, "sqlite")
                .sql(SqlPiece.EPOCH_SECONDS, "unixepoch({moment}, 'subsec')")
                .sql(SqlPiece.NOW, "SELECT unixepoch('now', 'subsec')")
                .sql(
                        SqlPiece.TABLE_LOOKUP,
                        "SELECT 1 FROM sqlite_master WHERE type = 'table'"
                                + " AND UPPER(REPLACE(?, '\"', '')) IN (UPPER(name), 'MAIN.' || UPPER(name))")
                .sql(SqlPiece.EMBEDDED_URL, "jdbc:sqlite:.*")
                .sql(SqlPiece.UPSERT, ON_CONFLICT)
                .failure(NO_SUCH_TABLE, 1)
                .failure(DUPLICATE_KEY, 19)
                .failure(LOCK_TIMEOUT, 5)
                .build();
    }

    /**
     * No such table: H2, MySQL and ODBC; PostgreSQL; HSQLDB; SQL Server; DB2; Derby; and Oracle, whose state is that of
     * syntax.
     */
    static SqlDialect standard(String productName) {
        return SqlDialect.builder(productName)
                .unproved()
                .failure(NO_SUCH_TABLE, "42S02", "42S04", "42P01", "42501", "S0002", "42704", "42X05", "3F000", "42Y07")
                .failure(NO_SUCH_TABLE, 942)
                .failure(MISSING_RIGHT, "42501")
                .failure(DEADLOCK, "40001", "40P01")
                .failure(LOCK_TIMEOUT, "HYT00", "55P03", "40XL1")
                .build();
    }
}
