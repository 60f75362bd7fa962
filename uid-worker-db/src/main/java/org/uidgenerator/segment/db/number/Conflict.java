package org.uidgenerator.segment.db.number;

import java.util.Arrays;
import java.util.Optional;
import org.uidgenerator.jdbc.SqlFailure;
import org.uidgenerator.jdbc.internal.Database;

/** The ways in which other transactions can make one fail that takes a number, and the way out. */
enum Conflict {
    DEADLOCK(
            SqlFailure.DEADLOCK,
            "the database has rolled this transaction back to end a deadlock: run it again, and let transactions that take"
                    + " several numbers take them in one order"),

    LOCK_TIMEOUT(
            SqlFailure.LOCK_TIMEOUT,
            "the transaction that has taken the number before lasts longer than the lock timeout: take numbers late in a"
                    + " transaction and end it soon"),

    STALE_SNAPSHOT(
            SqlFailure.STALE_SNAPSHOT,
            "another transaction has taken a number since this one began to read: run it again, or with READ COMMITTED");

    private final SqlFailure failure;
    private final String wayOut;

    Conflict(SqlFailure failure, String wayOut) {
        this.failure = failure;
        this.wayOut = wayOut;
    }

    /** Finds the one that a database reports. */
    static Optional<Conflict> of(Database database, Throwable reported) {
        return Arrays.stream(values())
                .filter(conflict -> database.isWhy(conflict.failure, reported))
                .findFirst();
    }

    /** Returns what has happened and what to do. */
    String wayOut() {
        return wayOut;
    }
}
