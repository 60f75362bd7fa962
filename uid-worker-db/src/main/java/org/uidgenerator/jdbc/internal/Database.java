package org.uidgenerator.jdbc.internal;

import static java.lang.System.Logger.Level.WARNING;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.core.NestedRuntimeException;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.UncategorizedSQLException;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.support.TransactionCallback;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.uidgenerator.jdbc.SqlDialect;
import org.uidgenerator.jdbc.SqlFailure;
import org.uidgenerator.jdbc.SqlPiece;

/** The database behind a data source. It is asked who it is with the first statement, not before. */
public final class Database {
    private static final System.Logger LOG = System.getLogger(SqlDialect.class.getName());

    /** The databases of this process that the user was warned of. */
    private static final Set<String> UNPROVED = ConcurrentHashMap.newKeySet();

    /**
     * As long as a starting generator waits for others. Of many that start at once on SQLite, which gives its lock to
     * waiting transactions in no order, one may be the last.
     */
    private static final int PATIENCE_SECONDS = 60;

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final DataSource dataSource;
    private final @Nullable SqlDialect chosen;
    private final JdbcTemplate jdbc;
    private final JdbcTransactionManager transactions;
    private final TransactionTemplate usual;
    private final TransactionTemplate readCommitted;
    private final TransactionSynchronization flush = new Flush();
    private volatile @Nullable Product product;

    private Database(DataSource dataSource, @Nullable SqlDialect chosen) {
        this.dataSource = dataSource;
        this.chosen = chosen;
        jdbc = new JdbcTemplate(dataSource);
        transactions = new JdbcTransactionManager(dataSource);
        usual = new TransactionTemplate(transactions);
        readCommitted = new TransactionTemplate(transactions);
        readCommitted.setIsolationLevel(TransactionDefinition.ISOLATION_READ_COMMITTED);
    }

    /**
     * Reaches a database on connections of its own, whatever transaction the thread is in, so what is written stays
     * even if that is rolled back.
     *
     * @param chosen the dialect, or null for that of the product
     */
    public static Database apart(DataSource dataSource, @Nullable SqlDialect chosen) {
        /*
         * Spring binds connections to the thread by the identity of their data source, so behind a wrapper that no
         * caller knows we always get a connection of our own. REQUIRES_NEW would not do, because a JpaTransactionManager binds its
         * connection without telling a DataSourceTransactionManager that there is a transaction to be suspended.
         */
        return new Database(new DelegatingDataSource(unwrapped(dataSource)), chosen);
    }

    /**
     * Reaches a database on the connection of the thread's transaction.
     *
     * @param chosen the dialect, or null for that of the product
     */
    public static Database inTransactionsOfCallers(DataSource dataSource, @Nullable SqlDialect chosen) {
        return new Database(unwrapped(dataSource), chosen);
    }

    /**
     * Returns what is behind the proxy that gives each caller the connection of the caller's transaction. The proxy may
     * itself be behind other proxies of Spring, which are left out then.
     */
    private static DataSource unwrapped(DataSource dataSource) {
        DataSource found = Objects.requireNonNull(dataSource, "dataSource");
        DataSource next = found;
        while (next instanceof DelegatingDataSource proxy && proxy.getTargetDataSource() != null) {
            next = proxy.getTargetDataSource();
            found = proxy instanceof TransactionAwareDataSourceProxy ? next : found;
        }
        return found;
    }

    /** The database as the driver describes it. */
    private record Product(
            String name, SqlDialect dialect, boolean embedded, boolean storesLowerCase, boolean storesUpperCase) {
        static Product of(Connection connection, @Nullable SqlDialect chosen) throws SQLException {
            DatabaseMetaData driver = connection.getMetaData();
            String name = driver.getDatabaseProductName();
            String url = driver.getURL();
            SqlDialect dialect = chosen != null ? chosen : SqlDialect.of(name).orElse(SqlDialect.standard(name));
            if (dialect.isUnproved() && UNPROVED.add(name + " " + url)) {
                LOG.log(
                        WARNING,
                        "database {0} has no dialect and is tried with standard SQL: no test has proved that it keeps ids"
                                + " unique. Run the contracts of the stores on it, and pass a SqlDialect to their builders",
                        name);
            }
            return new Product(
                    name,
                    dialect,
                    url != null && dialect.isEmbedded(url),
                    driver.storesLowerCaseIdentifiers(),
                    driver.storesUpperCaseIdentifiers());
        }

        String stored(String identifier) {
            String upperCase = storesUpperCase ? identifier.toUpperCase(Locale.ROOT) : identifier;
            return storesLowerCase ? identifier.toLowerCase(Locale.ROOT) : upperCase;
        }
    }

    /** Asked once, because a data source does not change its database. */
    private Product product() {
        Product known = product;
        if (known == null) {
            known = askDriver(connection -> Product.of(connection, chosen));
            product = known;
        }
        return known;
    }

    /** Asks the driver, without the proxy of a JdbcTemplate: its class takes as long to make as twenty others. */
    <T> T askDriver(ConnectionCallback<T> question) {
        try {
            return askOnConnection(question);
        } catch (SQLException e) {
            DataAccessException translated = jdbc.getExceptionTranslator().translate("driver", null, e);
            throw translated != null ? translated : new UncategorizedSQLException("driver", null, e);
        }
    }

    /** H2's driver throws an exception of its own if its server goes away meanwhile. */
    private <T> T askOnConnection(ConnectionCallback<T> question) throws SQLException {
        Connection connection = DataSourceUtils.getConnection(dataSource);
        try {
            return Objects.requireNonNull(question.doInConnection(connection));
        } catch (RuntimeException e) {
            throw new SQLException(e.getMessage(), e);
        } finally {
            DataSourceUtils.releaseConnection(connection, dataSource);
        }
    }

    public DataSource dataSource() {
        return dataSource;
    }

    public JdbcTemplate jdbc() {
        return jdbc;
    }

    /** Returns whether a query finds a row, in a transaction that has begun. */
    public boolean finds(String query, Object... parameters) {
        return Boolean.TRUE.equals(jdbc.query(query, ResultSet::next, parameters));
    }

    /** Returns the dialect, for which the database may have to be asked. */
    public SqlDialect dialect() {
        return product().dialect();
    }

    /** Returns whether a failure is why this was thrown. A database that does not answer is not asked who it is. */
    public boolean isWhy(SqlFailure failure, Throwable thrown) {
        Product known = product;
        return known != null && known.dialect().isWhy(failure, thrown);
    }

    String productName() {
        return product().name();
    }

    boolean isEmbedded() {
        return product().embedded();
    }

    /** Returns an identifier of a statement as the catalogue has it. */
    public String stored(String identifier) {
        return TableName.isQuoted(identifier)
                ? identifier.substring(1, identifier.length() - 1)
                : product().stored(identifier);
    }

    /**
     * Runs statements that write nothing. They run in a transaction nevertheless, which ends the one that a connection
     * without auto-commit has begun.
     */
    public <T> T read(Supplier<T> statements) {
        return patiently(PATIENCE_SECONDS, usual, status -> underSettings(statements));
    }

    /**
     * Runs statements in a transaction of the database's default isolation; what they wrote is permanent afterwards.
     * Statements that others have kept from it are run again.
     */
    public <T> T write(Supplier<T> statements) {
        return patiently(PATIENCE_SECONDS, usual, status -> {
            flushAfterCommit();
            return underSettings(statements);
        });
    }

    /**
     * Runs a statement that writes one row, which is permanent once this returns. Read committed, so that a statement
     * that waits for another one looks at what that has written.
     *
     * @return whether it wrote the row: false if others were faster, or hold it locked for too long
     */
    public boolean writeUnlessOthersDo(Supplier<Boolean> statement) {
        try {
            return Objects.requireNonNull(readCommitted.execute(status -> {
                boolean written = underSettings(statement);
                if (written) {
                    flushAfterCommit();
                }
                return written;
            }));
        } catch (DataAccessException e) {
            if (isDuplicateKey(e) || othersAreInTheWay(e)) {
                return false;
            }
            throw e;
        }
    }

    /** Repeats a transaction that was rolled back since others have locked what it needs, unless they have for long. */
    private <T> T patiently(int seconds, TransactionTemplate transaction, TransactionCallback<T> statements) {
        long start = System.nanoTime();
        while (true) {
            try {
                return Objects.requireNonNull(transaction.execute(statements));
            } catch (DataAccessException e) {
                boolean patient = System.nanoTime() - start < TimeUnit.SECONDS.toNanos(seconds)
                        && !Thread.currentThread().isInterrupted();
                if (!patient || !othersAreInTheWay(e)) {
                    throw e;
                }
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    private boolean othersAreInTheWay(DataAccessException e) {
        return e instanceof ConcurrencyFailureException
                || Stream.of(SqlFailure.LOCK_TIMEOUT, SqlFailure.DEADLOCK, SqlFailure.STALE_SNAPSHOT)
                        .anyMatch(failure -> isWhy(failure, e));
    }

    /** Returns whether a row was not inserted because there is one. */
    public boolean isDuplicateKey(DataAccessException e) {
        return e instanceof DuplicateKeyException || isWhy(SqlFailure.DUPLICATE_KEY, e);
    }

    /** Runs statements of a transaction with settings, on a connection that others use as well. */
    private <T> T underSettings(Supplier<T> statements) {
        Settings settings = new Settings();
        try (settings) {
            return statements.get();
        }
    }

    /** The settings of a transaction. A failure to set them back does not hide why its statements have failed. */
    private final class Settings implements AutoCloseable {
        Settings() {
            executeIfAny(SqlPiece.SET);
        }

        @Override
        public void close() {
            executeIfAny(SqlPiece.SET_BACK);
        }
    }

    private void executeIfAny(SqlPiece piece) {
        Optional<String> statement = dialect().sql(piece);
        if (statement.isPresent()) {
            jdbc.execute(statement.get());
        }
    }

    /**
     * Runs statements in a transaction, read committed, that fails if it does not succeed in so many seconds.
     * Statements that others have kept from it are run again.
     */
    public <T> T within(int seconds, Supplier<T> statements) {
        TransactionTemplate limited = new TransactionTemplate(transactions, readCommitted);
        limited.setTimeout(seconds);
        return patiently(seconds, limited, status -> statements.get());
    }

    /** Runs statements that define something, as far as the database lets them take part in a transaction. */
    void define(Runnable statements) {
        patiently(PATIENCE_SECONDS, usual, status -> {
            statements.run();
            return true;
        });
    }

    /**
     * An embedded database crashes with this process, so what it has not written by then would be given out again. It
     * is written on the connection of the transaction, since another one may lead to a database that was opened again,
     * and knows nothing of it.
     */
    private void flushAfterCommit() {
        if (isEmbedded()) {
            TransactionSynchronizationManager.registerSynchronization(flush);
        }
    }

    /**
     * Runs a statement once a transaction has committed. No failure of it says that the transaction may be repeated.
     */
    private final class Flush implements TransactionSynchronization {
        @Override
        public void afterCommit() {
            try {
                executeIfAny(SqlPiece.FLUSH);
            } catch (DataAccessException e) {
                throw new TransactionSystemException("committed, but not written to the disk", e);
            }
        }
    }

    public Instant now() {
        return read(this::nowAmongOthers);
    }

    /** Asks the database for the time, in a transaction that has begun. */
    public Instant nowAmongOthers() {
        return Objects.requireNonNull(
                jdbc.queryForObject(dialect().sql(SqlPiece.NOW).orElseThrow(), (row, number) -> moment(row, 1)));
    }

    /** Reads what {@link SqlDialect#moment} has selected. */
    public static Instant moment(ResultSet row, int column) throws SQLException {
        if (!(row.getObject(column) instanceof Number)) {
            return row.getTimestamp(column).toInstant();
        }
        BigDecimal seconds = new BigDecimal(row.getString(column));
        BigDecimal nanos = seconds.remainder(BigDecimal.ONE).movePointRight(9);
        return Instant.ofEpochSecond(seconds.longValue(), nanos.longValue());
    }

    /**
     * Returns what the database said: the first message below that of Spring, which has the whole statement, of more
     * than a word, or else the first one that is not empty, or else the class of the exception.
     */
    public static String message(NestedRuntimeException e) {
        Throwable first = Objects.requireNonNullElse(e.getCause(), e);
        List<String> messages = Stream.iterate(first, Objects::nonNull, Throwable::getCause)
                .map(Throwable::getMessage)
                .filter(message -> message != null && !message.isBlank())
                .toList();
        return messages.stream()
                .filter(message -> message.strip().contains(" "))
                .findFirst()
                .or(() -> messages.stream().findFirst())
                .orElseGet(() -> first.getClass().getName());
    }
}
