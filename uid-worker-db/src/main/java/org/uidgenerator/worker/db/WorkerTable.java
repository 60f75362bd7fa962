package org.uidgenerator.worker.db;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.core.NestedRuntimeException;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.ClassPathResource;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.jdbc.UncategorizedSQLException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.DefaultTransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.worker.lease.LeaseStoreException;

/**
 * A table that says who has which worker id. It is reached on connections of its own and created on demand, and its
 * writes are permanent.
 */
final class WorkerTable {
    private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_][A-Za-z0-9_$]*");

    /** H2's and PostgreSQL's; MySQL and MariaDB have a number instead. */
    private static final Set<String> LOCK_TIMEOUT_STATES = Set.of("HYT00", "55P03");

    private static final int MYSQL_LOCK_TIMEOUT = 1205;

    /** What the standard and PostgreSQL call it. */
    private static final Set<String> NO_SUCH_TABLE = Set.of("42S02", "42P01");

    private final String standardName;
    private final String rights;
    private final @Nullable String schemaName;
    private final String name;
    private final TableCreation creation;
    private final DataSource dataSource;
    private final JdbcTemplate jdbc;
    private final JdbcTransactionManager transactions;
    private final MissingRight missingRight;
    private volatile @Nullable Database database;
    private volatile boolean found;

    /**
     * Names a table; it need not exist.
     *
     * @param standardName its name in the scripts
     * @param rights those that the database user needs on it
     * @throws IllegalArgumentException if a name is not a plain SQL identifier
     */
    WorkerTable(
            String standardName,
            String rights,
            DataSource dataSource,
            String tableName,
            @Nullable String schemaName,
            TableCreation creation) {
        this.standardName = standardName;
        this.rights = rights;
        this.schemaName = schemaName == null ? null : requireIdentifier("schemaName", schemaName);
        this.name = inSchema(requireIdentifier("tableName", tableName));
        this.creation = creation;
        this.dataSource = apartFromTransactionsOfTheThread(dataSource);
        jdbc = new JdbcTemplate(this.dataSource);
        transactions = new JdbcTransactionManager(this.dataSource);
        missingRight = new MissingRight(jdbc, this.schemaName);
    }

    /** Names become part of SQL statements, so only plain identifiers are allowed. */
    private static String requireIdentifier(String property, String value) {
        if (!IDENTIFIER.matcher(value).matches()) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT, "%s must be a plain SQL identifier %s: %s=%s", property, IDENTIFIER, property, value));
        }
        return value;
    }

    /*
     * What a launch writes must stay even if the transaction around it is rolled back, so that no worker id is given out
     * again. Spring binds connections to the thread by the identity of their data source, so behind a wrapper that nobody
     * else knows we always get a connection of our own. REQUIRES_NEW would not do: a JpaTransactionManager binds its
     * connection without telling a DataSourceTransactionManager that there is a transaction to be suspended.
     */
    private static DataSource apartFromTransactionsOfTheThread(DataSource dataSource) {
        DataSource plain = dataSource instanceof TransactionAwareDataSourceProxy proxy
                ? Objects.requireNonNull(proxy.getTargetDataSource(), "targetDataSource")
                : dataSource;
        return new DelegatingDataSource(plain);
    }

    /** Names another table of the same schema, as it stands in SQL. */
    String inSchema(String tableName) {
        return schemaName == null ? tableName : schemaName + "." + tableName;
    }

    JdbcTemplate jdbc() {
        return jdbc;
    }

    /**
     * Runs statements in a transaction of the database's default isolation; what they wrote is permanent afterwards.
     */
    <T> T write(Supplier<T> statements) {
        T result = inTransaction(TransactionDefinition.ISOLATION_DEFAULT, statements);
        flush();
        return result;
    }

    /**
     * Runs a statement that writes one row, which is permanent once this returns. Read committed, so that a statement
     * that waits for another one looks at what that has written.
     *
     * @return whether it wrote the row: false if others were faster, or hold it locked for too long
     */
    boolean writeUnlessOthersDo(BooleanSupplier statement) {
        boolean written;
        try {
            written = inTransaction(TransactionDefinition.ISOLATION_READ_COMMITTED, statement::getAsBoolean);
        } catch (DuplicateKeyException | ConcurrencyFailureException e) {
            return false;
        } catch (DataAccessException e) {
            if (isLockTimeout(e)) {
                return false;
            }
            throw e;
        }
        if (written) {
            flush();
        }
        return written;
    }

    /**
     * Runs statements that write nothing. They run in a transaction nevertheless, which ends the one that a connection
     * without auto-commit has begun.
     */
    <T> T read(Supplier<T> statements) {
        return inTransaction(TransactionDefinition.ISOLATION_DEFAULT, statements);
    }

    private <T> T inTransaction(int isolation, Supplier<T> statements) {
        SessionSettings settings = database().dialect().map(Dialect::settings).orElse(SessionSettings.NONE);
        DefaultTransactionDefinition definition = new DefaultTransactionDefinition();
        definition.setIsolationLevel(isolation);
        return new TransactionTemplate(transactions, definition).execute(status -> settings.during(jdbc, statements));
    }

    /** Asks the database for the time. */
    Instant now() {
        String select = "SELECT " + epochSeconds("CURRENT_TIMESTAMP(6)");
        return read(() -> instant(jdbc.queryForObject(select, (row, number) -> row.getBigDecimal(1))));
    }

    /** Returns an expression that {@link #instant} understands. */
    String epochSeconds(String moment) {
        return database().dialect().orElse(Dialect.POSTGRESQL).epochSeconds(moment);
    }

    static Instant instant(BigDecimal epochSeconds) {
        BigDecimal nanos = epochSeconds.remainder(BigDecimal.ONE).movePointRight(9);
        return Instant.ofEpochSecond(epochSeconds.longValue(), nanos.longValue());
    }

    /**
     * Finds the table of the other kind of worker ids in the same schema.
     *
     * @return its name as it stands in SQL, or nothing if it is not there
     * @throws UidGenerateException if it may be there but cannot be read
     */
    Optional<String> neighbour(String standardName) {
        String neighbour = inSchema(standardName);
        try {
            return isThere(neighbour) ? Optional.of(neighbour) : Optional.empty();
        } catch (BadSqlGrammarException | UncategorizedSQLException e) {
            throw new UidGenerateException(
                    String.format(
                            Locale.ROOT,
                            "worker ids of %s cannot be compared with those of %s, if that table is there: %s",
                            name,
                            neighbour,
                            said(e, "SELECT", listsAllTables() ? neighbour : inSchema("*"))),
                    e);
        }
    }

    private boolean isThere(String table) {
        Database database = database();
        try {
            return read(() -> isListed(database, table) && canBeRead(table));
        } catch (BadSqlGrammarException e) {
            if (NO_SUCH_TABLE.contains(String.valueOf(e.getSQLException().getSQLState()))) {
                return false;
            }
            throw e;
        }
    }

    /** Where the catalogue lists all tables, it is asked first: a failed statement is an error in the server's log. */
    private boolean isListed(Database database, String table) {
        return isFound(database.dialect().flatMap(Dialect::tableLookup), table);
    }

    private boolean isListedWithItsKey() {
        return read(() -> isFound(database().dialect().flatMap(Dialect::keyLookup), name));
    }

    private boolean isFound(Optional<String> lookup, String table) {
        return lookup.map(query ->
                        Boolean.TRUE.equals(jdbc.queryForObject(query, (row, number) -> row.getBoolean(1), table)))
                .orElse(true);
    }

    /** Where it does not, a right cannot be granted on a table that may be missing, but only on the schema. */
    private boolean listsAllTables() {
        return database().dialect().flatMap(Dialect::tableLookup).isPresent();
    }

    /** Throws an exception unless it can. */
    private boolean canBeRead(String table) {
        jdbc.queryForList("SELECT 1 FROM " + table + " WHERE 1 = 0");
        return true;
    }

    /**
     * An embedded database crashes with this process: a worker id that it has not written by then would be assigned
     * again.
     */
    private void flush() {
        Database database = database();
        if (database.embedded()) {
            database.dialect().flatMap(Dialect::flushStatement).ifPresent(jdbc::execute);
        }
    }

    /** Runs statements, on a new table if there was none and it may be created. */
    <T> T creatingOnDemand(Supplier<T> statements) {
        if (!found) {
            createUnlessComplete();
        }
        T result;
        try {
            result = statements.get();
        } catch (BadSqlGrammarException e) {
            createUnlessDenied(e);
            result = statements.get();
        }
        found = true;
        return result;
    }

    /**
     * H2 shows others a new table before it has its primary key: two launches could then take the same worker id. It
     * makes whoever else creates the table wait until that is done.
     */
    private void createUnlessComplete() {
        if (!isListedWithItsKey()) {
            boolean listed = read(() -> isListed(database(), name));
            createOnDemand(listed ? "the table has no primary key;" : "the table is missing;", null);
        }
    }

    /**
     * Our statements are known to be well-formed, so if one is refused as malformed, the table is missing or the user
     * lacks a right. Where the catalogue does not list all tables, it may be both.
     */
    private void createUnlessDenied(BadSqlGrammarException refused) {
        if (MissingRight.isWhy(refused) && listsAllTables()) {
            throw refused;
        }
        createOnDemand(said(refused) + "; if the table is missing,", refused);
    }

    private void createOnDemand(String problem, @Nullable BadSqlGrammarException cause) {
        Database database = database();
        Dialect dialect = database.dialect()
                .orElseThrow(() -> noWorkerId(
                        problem + " create it by hand: there is no script for " + database.productName(), cause));
        boolean allowed = switch (creation) {
            case ALWAYS -> true;
            case EMBEDDED -> database.embedded();
            case NEVER -> false;
        };
        if (!allowed) {
            throw noWorkerId(
                    String.format(
                            Locale.ROOT,
                            "%s create it with sql/%s or set tableCreation=%s",
                            problem,
                            scriptName(dialect),
                            TableCreation.ALWAYS),
                    cause);
        }
        create(dialect);
    }

    /** Creates the table unless it is there, possibly while others do the same. */
    private void create(Dialect dialect) {
        ByteArrayResource script = new ByteArrayResource(script(dialect).getBytes(StandardCharsets.UTF_8));
        try {
            new TransactionTemplate(transactions)
                    .executeWithoutResult(status -> new ResourceDatabasePopulator(script).execute(dataSource));
        } catch (DataAccessException e) {
            // IF NOT EXISTS looks before it leaps: of two that create at the same time, PostgreSQL may let one fail.
            if (isThere(name) && isListedWithItsKey()) {
                return;
            }
            if (MissingRight.isWhy(e)) {
                throw noWorkerId(
                        String.format(
                                Locale.ROOT,
                                "the table is missing and the database user may not create it: %s; run sql/%s as one who may",
                                message(e),
                                scriptName(dialect)),
                        e);
            }
            throw e;
        }
    }

    private String scriptName(Dialect dialect) {
        return dialect.script(standardName.toLowerCase(Locale.ROOT).replace('_', '-'));
    }

    private String script(Dialect dialect) {
        try {
            return new ClassPathResource(scriptName(dialect), WorkerTable.class)
                    .getContentAsString(StandardCharsets.UTF_8)
                    .replaceAll("\\b" + standardName + "\\b", Matcher.quoteReplacement(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns whether a statement has waited too long for what another transaction has locked. */
    private static boolean isLockTimeout(DataAccessException e) {
        return Stream.iterate((Throwable) e, Objects::nonNull, Throwable::getCause)
                .filter(SQLException.class::isInstance)
                .map(SQLException.class::cast)
                .anyMatch(said -> LOCK_TIMEOUT_STATES.contains(String.valueOf(said.getSQLState()))
                        || said.getErrorCode() == MYSQL_LOCK_TIMEOUT);
    }

    /** Asked once: a data source does not change its database. */
    private Database database() {
        Database known = database;
        if (known == null) {
            known = jdbc.execute(Database::of);
            database = known;
        }
        return known;
    }

    /** Translates what Spring throws. */
    <T> T answer(Supplier<T> call) {
        try {
            return call.get();
        } catch (DataAccessException | TransactionException e) {
            throw new LeaseStoreException(said(e), e);
        }
    }

    /** Returns what to throw where no worker id can be taken. */
    UidGenerateException noWorkerId(NestedRuntimeException e) {
        return noWorkerId(said(e), e);
    }

    private UidGenerateException noWorkerId(String why, @Nullable NestedRuntimeException cause) {
        return new UidGenerateException(String.format(Locale.ROOT, "no worker id from %s: %s", name, why), cause);
    }

    /** Returns what the database said, and what to run if the database user lacks a right. */
    private String said(NestedRuntimeException e) {
        return said(e, rights, name);
    }

    private String said(NestedRuntimeException e, String rights, String table) {
        Database known = database;
        return known != null && MissingRight.isWhy(e)
                ? message(e) + "; " + missingRight.remedy(e, known.dialect(), rights, table)
                : message(e);
    }

    /** Spring's message has the whole statement, the innermost one may lack the address. */
    private static String message(NestedRuntimeException e) {
        return String.valueOf(
                e.getCause() == null ? e.getMessage() : e.getCause().getMessage());
    }

    /** Returns the name as it stands in SQL: never quoted, with its schema if there is one. */
    @Override
    public String toString() {
        return name;
    }
}
