package org.uidgenerator.jdbc.internal;

import java.util.Locale;
import java.util.Optional;
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
     * Returns what the database user may not do, and the statements that allow it on a table.
     *
     * @param table the table as it stands in SQL
     */
    String remedy(NestedRuntimeException refused, String rights, String table) {
        Optional<String> user = ask(SqlPiece.GRANTEE, String.class);
        String grantee = user.orElse("<user>");
        String policy = String.format(
                Locale.ROOT,
                "row-level security refuses that: an administrator has to run CREATE POLICY UID_GENERATOR ON %s TO %s USING (TRUE) WITH CHECK (TRUE)",
                table,
                grantee);
        if (ask(SqlPiece.ROW_SECURITY, Boolean.class, rights, table).orElse(false)) {
            return policy;
        }
        String onSchema = schema.flatMap(name -> database.dialect()
                        .sql(SqlPiece.SCHEMA_RIGHT)
                        .map(right ->
                                String.format(Locale.ROOT, "GRANT %s ON SCHEMA %s TO %s; ", right, name, grantee)))
                .orElse("");
        boolean isUnknown =
                user.isEmpty() && database.dialect().sql(SqlPiece.ROW_SECURITY).isPresent();
        return String.format(
                Locale.ROOT,
                "the database user may not %s: an administrator has to run %sGRANT %s ON %s TO %s%s",
                verb(refused),
                onSchema,
                rights,
                table,
                grantee,
                isUnknown ? "; if it has these rights, " + policy : "");
    }

    private static String verb(NestedRuntimeException refused) {
        String sql = refused instanceof BadSqlGrammarException grammar
                ? grammar.getSql()
                : refused instanceof UncategorizedSQLException other ? other.getSql() : null;
        return sql == null ? "do that" : sql.substring(0, (sql + " ").indexOf(' '));
    }

    /**
     * The database knows best how its user is written and which policies it has; this is part of a message, so no
     * answer, as in a transaction that has failed, is no reason to fail.
     */
    private <T> Optional<T> ask(SqlPiece piece, Class<T> type, Object... parameters) {
        try {
            return database.dialect().sql(piece).map(query -> database.jdbc().queryForObject(query, type, parameters));
        } catch (DataAccessException e) {
            return Optional.empty();
        }
    }
}
