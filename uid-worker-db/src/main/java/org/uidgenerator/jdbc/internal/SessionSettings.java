package org.uidgenerator.jdbc.internal;

import java.util.function.Supplier;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.uidgenerator.jdbc.SqlDialect;
import org.uidgenerator.jdbc.SqlPiece;

/** What a dialect sets for the duration of a transaction, on a connection that others use as well. */
record SessionSettings(SqlDialect dialect, JdbcTemplate jdbc) {

    /** Runs statements under these settings, on the connection of the thread's transaction. */
    <T> T during(Supplier<T> statements) {
        dialect.sql(SqlPiece.SET).ifPresent(jdbc::execute);
        T result;
        try {
            result = statements.get();
        } catch (RuntimeException | Error failure) {
            try {
                dialect.sql(SqlPiece.SET_BACK).ifPresent(jdbc::execute);
            } catch (DataAccessException e) {
                failure.addSuppressed(e);
            }
            throw failure;
        }
        dialect.sql(SqlPiece.SET_BACK).ifPresent(jdbc::execute);
        return result;
    }
}
