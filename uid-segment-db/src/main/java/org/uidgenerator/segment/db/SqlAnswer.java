package org.uidgenerator.segment.db;

import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.core.NestedRuntimeException;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.transaction.TransactionException;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.segment.SegmentStoreException;

/** Translates the answer of a database into that of a store of counters. */
final class SqlAnswer {
    private SqlAnswer() {}

    /**
     * Calls the database.
     *
     * @param table what is asked
     * @param advice what to do where the statement makes no sense to the database
     */
    static <T> T of(Supplier<T> call, String table, String advice) {
        try {
            return call.get();
        } catch (BadSqlGrammarException e) { // our statements are known to be well-formed
            throw new UidGenerateException(
                    String.format(Locale.ROOT, "no range from %s: %s; %s", table, said(e), advice), e);
        } catch (DataAccessException | TransactionException e) {
            throw new SegmentStoreException(said(e), e);
        }
    }

    /** Returns what the database said: Spring's message has the whole statement. */
    private static @Nullable String said(NestedRuntimeException e) {
        return e.getCause() != null ? e.getCause().getMessage() : e.getMessage();
    }
}
