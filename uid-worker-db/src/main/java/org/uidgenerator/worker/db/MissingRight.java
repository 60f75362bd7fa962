package org.uidgenerator.worker.db;

import java.sql.SQLException;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.NestedRuntimeException;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.jdbc.UncategorizedSQLException;
import org.springframework.jdbc.core.JdbcTemplate;

/** Says which statement to run when the database user lacks a right. */
final class MissingRight {
    /** PostgreSQL's. */
    private static final String DENIED_STATE = "42501";

    /** On a database and on a table: MySQL's and MariaDB's. On a table: H2's. */
    private static final Set<Integer> DENIED_CODES = Set.of(1044, 1142, 90_096);

    private final JdbcTemplate jdbc;
    private final @Nullable String schemaName;

    MissingRight(JdbcTemplate jdbc, @Nullable String schemaName) {
        this.jdbc = jdbc;
        this.schemaName = schemaName;
    }

    /** Returns whether a statement was refused because the user lacks a right. */
    static boolean isWhy(Throwable refused) {
        return Stream.iterate(refused, Objects::nonNull, Throwable::getCause)
                .filter(SQLException.class::isInstance)
                .map(SQLException.class::cast)
                .anyMatch(
                        said -> DENIED_STATE.equals(said.getSQLState()) || DENIED_CODES.contains(said.getErrorCode()));
    }

    /**
     * Returns what the database user may not do, and the statements that grant it rights on a table.
     *
     * @param table the table as it stands in SQL
     */
    String remedy(NestedRuntimeException refused, Optional<Dialect> dialect, String rights, String table) {
        String grantee = dialect.flatMap(this::grantee).orElse("<user>");
        boolean onSchema = schemaName != null
                && dialect.filter(Dialect::hasRightsOnSchemas).isPresent();
        String usage =
                onSchema ? String.format(Locale.ROOT, "GRANT USAGE ON SCHEMA %s TO %s; ", schemaName, grantee) : "";
        return String.format(
                Locale.ROOT,
                "the database user may not %s: an administrator has to run %sGRANT %s ON %s TO %s",
                verb(refused),
                usage,
                rights,
                table,
                grantee);
    }

    private static String verb(NestedRuntimeException refused) {
        String sql = null;
        if (refused instanceof BadSqlGrammarException grammar) {
            sql = grammar.getSql();
        } else if (refused instanceof UncategorizedSQLException other) {
            sql = other.getSql();
        }
        return sql == null ? "do that" : sql.substring(0, (sql + " ").indexOf(' '));
    }

    /**
     * The database knows best how its user is written; this is part of a message, so no answer is no reason to fail.
     */
    private Optional<String> grantee(Dialect dialect) {
        try {
            return Optional.ofNullable(jdbc.queryForObject("SELECT " + dialect.grantee(), String.class));
        } catch (DataAccessException e) {
            return Optional.empty();
        }
    }
}
