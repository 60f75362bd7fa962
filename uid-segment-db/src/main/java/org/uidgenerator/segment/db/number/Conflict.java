package org.uidgenerator.segment.db.number;

import java.sql.SQLException;
import java.util.Arrays;
import java.util.Optional;

/** The ways in which other transactions can make one fail that takes a number, and the way out. */
enum Conflict {
    DEADLOCK(
            "the database has rolled this transaction back to end a deadlock: run it again, and let transactions that take"
                    + " several numbers take them in one order",
            "40P01",
            1213,
            40001),

    LOCK_TIMEOUT(
            "the transaction that has taken the number before lasts longer than the lock timeout: take numbers late in a"
                    + " transaction and end it soon",
            "55P03",
            1205,
            50200),

    STALE_SNAPSHOT(
            "another transaction has taken a number since this one began to read: run it again, or with READ COMMITTED",
            "40001",
            1020,
            90131);

    private final String wayOut;
    private final String postgresqlState;
    private final int mysqlCode;
    private final int h2Code;

    /**
     * Describes a conflict.
     *
     * @param postgresqlState its SQL state in PostgreSQL, which has no codes
     * @param mysqlCode its code in MySQL and MariaDB, whose states are too general
     * @param h2Code its code in H2
     */
    Conflict(String wayOut, String postgresqlState, int mysqlCode, int h2Code) {
        this.wayOut = wayOut;
        this.postgresqlState = postgresqlState;
        this.mysqlCode = mysqlCode;
        this.h2Code = h2Code;
    }

    /** Finds the one that a database reports. */
    static Optional<Conflict> of(Throwable reported) {
        return Arrays.stream(values())
                .filter(conflict -> reported instanceof SQLException failure && conflict.isCodeOf(failure))
                .findFirst();
    }

    private boolean isCodeOf(SQLException failure) {
        int code = failure.getErrorCode();
        return code == 0 ? postgresqlState.equals(failure.getSQLState()) : code == mysqlCode || code == h2Code;
    }

    /** Returns what has happened and what to do. */
    String wayOut() {
        return wayOut;
    }
}
