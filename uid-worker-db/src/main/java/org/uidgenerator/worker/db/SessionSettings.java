package org.uidgenerator.worker.db;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Settings for the duration of a transaction, on a connection that others use as well.
 *
 * @param set the statement that sets it, or null if nothing needs to be set
 * @param setBack the statement that sets it back, or null if it ends with the transaction
 */
record SessionSettings(@Nullable String set, @Nullable String setBack) {
    static final SessionSettings NONE = new SessionSettings(null, null);

    /** Runs statements under these settings, on the connection of the thread's transaction. */
    <T> T during(JdbcTemplate jdbc, Supplier<T> statements) {
        execute(jdbc, set);
        T result;
        try {
            result = statements.get();
        } catch (RuntimeException | Error failure) {
            try {
                execute(jdbc, setBack);
            } catch (DataAccessException e) {
                failure.addSuppressed(e);
            }
            throw failure;
        }
        execute(jdbc, setBack);
        return result;
    }

    private static void execute(JdbcTemplate jdbc, @Nullable String statement) {
        if (statement != null) {
            jdbc.execute(statement);
        }
    }
}
