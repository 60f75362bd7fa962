package org.uidgenerator.jdbc.internal;

import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.core.NestedRuntimeException;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.jdbc.UncategorizedSQLException;
import org.uidgenerator.jdbc.SqlFailure;
import org.uidgenerator.jdbc.SqlPiece;

/** Says which statement to run when the database user lacks a right. */
record MissingRight(Database database, Optional<String> schema) {

    /** Returns whether a statement was refused because the user lacks a right. */
    boolean isWhy(NestedRuntimeException refused) {
        return database.isWhy(SqlFailure.MISSING_RIGHT, refused);
    }

    /**
     * Returns what the database user may not do, and the statements that grant it rights on a table.
     *
     * @param table the table as it stands in SQL
     */
    String remedy(NestedRuntimeException refused, String rights, String table) {
        String grantee = grantee().orElse("<user>");
        String onSchema = schema.flatMap(name -> database.dialect()
                        .sql(SqlPiece.SCHEMA_RIGHT)
                        .map(right ->
                                String.format(Locale.ROOT, "GRANT %s ON SCHEMA %s TO %s; ", right, name, grantee)))
                .orElse("");
        return String.format(
                Locale.ROOT,
                "the database user may not %s: an administrator has to run %sGRANT %s ON %s TO %s",
                verb(refused),
                onSchema,
                rights,
                table,
                grantee);
    }

    private static String verb(NestedRuntimeException refused) {
        String sql = sql(refused);
        return sql == null ? "do that" : sql.substring(0, (sql + " ").indexOf(' '));
    }

    private static @Nullable String sql(NestedRuntimeException refused) {
        if (refused instanceof BadSqlGrammarException grammar) {
            return grammar.getSql();
        }
        return refused instanceof UncategorizedSQLException other ? other.getSql() : null;
    }

    /**
     * The database knows best how its user is written; this is part of a message, so no answer is no reason to fail.
     */
    private Optional<String> grantee() {
        try {
            return database.dialect()
                    .sql(SqlPiece.GRANTEE)
                    .map(query -> database.jdbc().queryForObject(query, String.class));
        } catch (DataAccessException e) {
            return Optional.empty();
        }
    }
}
