package org.uidgenerator.jdbc;

import java.sql.SQLException;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Everything in which SQL databases differ for the stores, as data: a few pieces of SQL, and the states and codes of
 * failures. A store finds the dialect of its database by the product name that the driver reports. It takes another one
 * if its builder is given one, so a database that is missing here is added by a value:
 *
 * <pre>{@code
 * SqlDialect oracle = SqlDialect.builder("Oracle")
 *         .sql(SqlPiece.NOW, "SELECT CURRENT_TIMESTAMP FROM DUAL")
 *         .sql(SqlPiece.FOR_UPDATE, "FOR UPDATE")
 *         .failure(SqlFailure.NO_SUCH_TABLE, 942)
 *         .script("WORKER_LEASE", "CREATE TABLE WORKER_LEASE (...)")
 *         .build();
 * }</pre>
 *
 * <p>A database without a dialect gets {@link #standard}, which is tried with a warning. Whether it keeps what the
 * stores promise is unknown until their contracts have been run on it.
 *
 * <p>A dialect says nothing about durability. What a database has committed must stay, and is for its administrator to
 * ensure.
 *
 * <p>Immutable.
 */
public final class SqlDialect {
    /**
     * H2 in this process or as a server. In a file it writes committed rows half a second late unless told to flush.
     */
    public static final SqlDialect H2 = BuiltInDialects.h2();

    /** MySQL from 8.0. */
    public static final SqlDialect MYSQL = BuiltInDialects.mySql("MySQL", "mysql");

    /** MariaDB from 10.6. */
    public static final SqlDialect MARIADB = BuiltInDialects.mySql("MariaDB", "mariadb");

    /** PostgreSQL. */
    public static final SqlDialect POSTGRESQL = BuiltInDialects.postgreSql();

    /** HSQLDB 2.7 in this process or as a server. Its scripts make it write each commit at once. */
    public static final SqlDialect HSQLDB = BuiltInDialects.hsqldb();

    /** Derby 10.16 in this process or as a server. */
    public static final SqlDialect DERBY = BuiltInDialects.derby();

    /** SQLite from 3.42, in a file. */
    public static final SqlDialect SQLITE = BuiltInDialects.sqlite();

    private static final List<SqlDialect> BUILT_IN = List.of(H2, MYSQL, MARIADB, POSTGRESQL, HSQLDB, DERBY, SQLITE);

    private static final String MOMENT = "{moment}";
    private static final String TABLE = "{table}";
    private static final String STEP = "{step}";

    /** A builder that no caller changes any more. */
    private final Builder facts;

    private SqlDialect(Builder builder) {
        facts = new Builder(builder.productName, builder);
        facts.unproved = builder.unproved;
    }

    /**
     * Finds the built-in dialect of a product.
     *
     * @param productName as the driver reports it, such as {@code PostgreSQL}
     * @return the dialect, or empty if none is built in
     */
    public static Optional<SqlDialect> of(String productName) {
        Objects.requireNonNull(productName, "productName");
        for (SqlDialect dialect : BUILT_IN) {
            if (dialect.facts.productName.equals(productName)) {
                return Optional.of(dialect);
            }
        }
        return Optional.empty();
    }

    /**
     * Returns standard SQL, for a product that has no dialect. It has no scripts, so tables are made by hand, and its
     * failures are those that widespread databases report. Stores that use it log a warning.
     *
     * @param productName as the driver reports it
     * @return the dialect that a store takes for it
     */
    public static SqlDialect standard(String productName) {
        return BuiltInDialects.standard(productName);
    }

    /**
     * Starts a dialect from standard SQL.
     *
     * @param productName the name of the product, for messages
     * @return a builder with the defaults that its methods name
     */
    public static Builder builder(String productName) {
        return new Builder(productName);
    }

    /**
     * Starts another dialect from this one, for a product that is similar.
     *
     * @param productName the name of that product, for messages
     * @return a builder with everything that this dialect has
     */
    public Builder toBuilder(String productName) {
        return new Builder(productName, facts);
    }

    /** {@return the name of the product, such as {@code PostgreSQL}} */
    public String productName() {
        return facts.productName;
    }

    /**
     * Returns whether this is {@link #standard} SQL, which no test has proved on the product.
     *
     * @return whether a store that uses it warns
     */
    public boolean isUnproved() {
        return facts.unproved;
    }

    /**
     * Returns the script that creates a table, if it was given to the builder.
     *
     * @param table the name of the table in the scripts, such as {@code WORKER_LEASE}
     * @return the script, or empty if it is in {@code sql/} or there is none
     */
    public Optional<String> script(String table) {
        return Optional.ofNullable(facts.scripts.get(table));
    }

    /**
     * Returns the name of the script in {@code sql/} that creates a table.
     *
     * @param table the name of the table in the scripts, such as {@code WORKER_LEASE}
     * @return such as {@code worker-lease-h2.sql}, or empty if there are none for the product
     */
    public Optional<String> scriptName(String table) {
        String suffix = facts.pieces.get(SqlPiece.SCRIPT_SUFFIX);
        String file = table.toLowerCase(Locale.ROOT).replace('_', '-') + "-" + suffix + ".sql";
        return suffix == null ? Optional.empty() : Optional.of(file);
    }

    /**
     * Returns a piece of SQL.
     *
     * @param piece which one
     * @return the piece, or empty if this dialect does without it
     */
    public Optional<String> sql(SqlPiece piece) {
        return Optional.ofNullable(facts.pieces.get(Objects.requireNonNull(piece, "piece")));
    }

    /**
     * Returns an expression for a moment.
     *
     * @param moment a column that holds a time stamp
     * @return what a query selects: the seconds since 1970, or a time stamp that the driver understands
     */
    public String moment(String moment) {
        return sql(SqlPiece.EPOCH_SECONDS).orElseThrow().replace(MOMENT, moment);
    }

    /**
     * Returns whether a database runs in this process.
     *
     * @param url its JDBC URL
     * @return whether it ends with this process
     */
    public boolean isEmbedded(String url) {
        String pattern = facts.pieces.get(SqlPiece.EMBEDDED_URL);
        return pattern != null && url.matches(pattern);
    }

    /**
     * Returns the one statement that adds to a gapless number and locks its row, or inserts it if there is none. Its
     * parameter is the name of the row.
     *
     * @param table the table, as it stands in SQL
     * @param step how much is added, and what a new row begins with
     * @return the statement, or empty if it takes an update, and an insert if that found no row
     */
    public Optional<String> upsert(String table, int step) {
        return sql(SqlPiece.UPSERT)
                .map(statement -> statement.replace(TABLE, table).replace(STEP, Integer.toString(step)));
    }

    /**
     * Returns a statement that inserts a row unless there is one of its key.
     *
     * @param insert the statement that inserts it
     * @return a statement that writes no row if there is one, or fails with {@link SqlFailure#DUPLICATE_KEY}
     */
    public String insertIfAbsent(String insert) {
        String clause = facts.pieces.get(SqlPiece.IF_ABSENT);
        return clause == null ? insert : insert + " " + clause;
    }

    /**
     * Returns whether a failure is what a statement has met.
     *
     * @param failure the failure
     * @param thrown what was thrown; its causes are searched, too
     * @return whether one of them is a {@link SQLException} with a state or a code of that failure
     */
    public boolean isWhy(SqlFailure failure, Throwable thrown) {
        Set<Object> statesAndCodes = facts.of(failure);
        return Stream.iterate(thrown, Objects::nonNull, Throwable::getCause)
                .filter(SQLException.class::isInstance)
                .map(SQLException.class::cast)
                .anyMatch(said -> statesAndCodes.contains(String.valueOf(said.getSQLState()))
                        || statesAndCodes.contains(said.getErrorCode()));
    }

    /** Returns the name of the product. */
    @Override
    public String toString() {
        return facts.productName;
    }

    /** Makes dialects. A builder is for one thread. */
    public static final class Builder {
        private static final Map<SqlPiece, String> DEFAULTS = Map.of(
                SqlPiece.EPOCH_SECONDS, MOMENT,
                SqlPiece.NOW, "VALUES (CURRENT_TIMESTAMP)",
                SqlPiece.GRANTEE, "VALUES (CURRENT_USER)");

        private final String productName;
        private boolean unproved;
        private final Map<String, String> scripts = new HashMap<>();
        private final Map<SqlPiece, @Nullable String> pieces = new EnumMap<>(SqlPiece.class);
        private final Map<SqlFailure, Set<Object>> failures = new EnumMap<>(SqlFailure.class);

        private Builder(String productName) {
            this.productName = Objects.requireNonNull(productName, "productName");
            for (SqlFailure failure : SqlFailure.values()) {
                failures.put(failure, new HashSet<>());
            }
            pieces.putAll(DEFAULTS);
        }

        private Builder(String productName, Builder from) {
            this(productName);
            scripts.putAll(from.scripts);
            pieces.putAll(from.pieces);
            for (SqlFailure failure : SqlFailure.values()) {
                of(failure).addAll(from.of(failure));
            }
        }

        Builder unproved() {
            unproved = true;
            return this;
        }

        /**
         * Sets the script that creates a table. It may hold several statements, each ended by a semicolon, and should
         * do nothing if the table is there.
         *
         * @param table the name of the table: {@code WORKER_LEASE}, {@code WORKER_NODE}, {@code SEGMENT} or
         *     {@code GAPLESS_NUMBER}. If the store was given another name, it replaces this one in the script
         * @param script default none, so that the table has to be made by hand
         * @return this
         */
        public Builder script(String table, String script) {
            scripts.put(Objects.requireNonNull(table, "table"), Objects.requireNonNull(script, "script"));
            return this;
        }

        /**
         * Sets a piece of SQL.
         *
         * @param piece which one
         * @param sql the piece, or null for its default
         * @return this
         * @throws java.util.regex.PatternSyntaxException if it is {@link SqlPiece#EMBEDDED_URL} and no regular
         *     expression
         */
        public Builder sql(SqlPiece piece, @Nullable String sql) {
            pieces.put(Objects.requireNonNull(piece, "piece"), sql != null ? sql : DEFAULTS.get(piece));
            if (piece == SqlPiece.EMBEDDED_URL && sql != null) {
                Pattern.compile(sql);
            }
            return this;
        }

        /**
         * Adds states of a failure.
         *
         * @param failure the failure
         * @param sqlStates SQLSTATEs that mean it, such as {@code 42S02}; default none
         * @return this
         */
        public Builder failure(SqlFailure failure, String... sqlStates) {
            Objects.requireNonNull(failure, "failure");
            Objects.requireNonNull(sqlStates, "sqlStates");
            Collections.addAll(of(failure), sqlStates);
            return this;
        }

        /**
         * Adds codes of a failure.
         *
         * @param failure the failure
         * @param vendorCodes codes of the product that mean it, such as {@code 1205}; default none
         * @return this
         */
        public Builder failure(SqlFailure failure, int... vendorCodes) {
            Objects.requireNonNull(failure, "failure");
            Objects.requireNonNull(vendorCodes, "vendorCodes");
            for (int code : vendorCodes) {
                of(failure).add(code);
            }
            return this;
        }

        private Set<Object> of(SqlFailure failure) {
            return Objects.requireNonNull(failures.get(failure));
        }

        /**
         * Makes the dialect.
         *
         * @return the dialect
         */
        public SqlDialect build() {
            return new SqlDialect(this);
        }
    }
}
