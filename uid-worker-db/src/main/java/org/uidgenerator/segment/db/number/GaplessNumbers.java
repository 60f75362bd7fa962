package org.uidgenerator.segment.db.number;

import java.sql.Connection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.jdbc.SqlDialect;
import org.uidgenerator.jdbc.SqlFailure;
import org.uidgenerator.jdbc.TableBuilder;
import org.uidgenerator.jdbc.TableCreation;
import org.uidgenerator.jdbc.internal.Database;
import org.uidgenerator.jdbc.internal.SqlTable;
import org.uidgenerator.jdbc.internal.TableName;
import org.uidgenerator.text.PeriodCounter;

/**
 * Counts 1, 2, 3, ... without a gap, at the price of one writer at a time. A call for the next number of a counter
 * waits until the transaction that took the number before has ended.
 *
 * <pre>{@code
 * GaplessNumbers gapless = GaplessNumbers.in(dataSource);
 *
 * @Transactional
 * void send(Invoice invoice) {
 *     invoices.insert(gapless.next("invoice"), invoice);
 * }
 * }</pre>
 *
 * <p>A number belongs to the caller's transaction. It is taken on the connection of that transaction, and a rollback
 * gives it back, even a rollback to a savepoint. So the numbers of committed transactions are 1 to n, each once, if the
 * numbered row is stored in the same transaction of the same database. A number that has left the process before its
 * transaction has committed may come again. If gaps are allowed, take numbers in ranges, which makes no caller wait for
 * another.
 *
 * <p>The row of the counter in the table {@code GAPLESS_NUMBER} is locked from the call until the transaction ends, so
 * take numbers late. How long others wait is set by the database and the transaction's timeout. Transactions that take
 * several numbers should take them in one order, because the database ends deadlocks by rolling one of them back. All
 * isolation levels count correctly; above READ COMMITTED, a transaction that has read data before may have to be run
 * again.
 *
 * <p>In MySQL and MariaDB, when the transaction that took the very first number of a counter rolls back, most of the
 * transactions that wait for it are rolled back, too, as deadlocks. If that matters, insert the row of the counter with
 * {@code LAST_NUMBER} 0 beforehand. New periods of it do not have this problem.
 *
 * <p>Runs on H2, MySQL from 8.0, MariaDB from 10.6 and PostgreSQL, and within the limits that {@code docs/stores.md}
 * names on HSQLDB, Derby and SQLite, in Spring transactions on the data source, as of a
 * {@code DataSourceTransactionManager} or a {@code JpaTransactionManager}; not in those of JTA. Other databases are
 * tried with standard SQL and a warning, or are described by a {@link SqlDialect}. The table is never created, because
 * in MySQL and MariaDB that would commit the transaction: {@code sql/gapless-number-*.sql} does it. There, a table of
 * an engine without transactions, such as MyISAM, is refused. For all threads.
 */
public final class GaplessNumbers implements PeriodCounter {
    private static final SqlTable.Kind KIND = new SqlTable.Kind(
            "GAPLESS_NUMBER", List.of("NAME"), List.of("LAST_NUMBER"), "SELECT, INSERT, UPDATE", "no number");

    /** The conflicts with other transactions that take numbers, and the ways out. */
    private static final Map<SqlFailure, String> WAYS_OUT = Map.of(
            SqlFailure.DEADLOCK,
            "the database has rolled this transaction back to end a deadlock: run it again, and let transactions that take"
                    + " several numbers take them in one order",
            SqlFailure.LOCK_TIMEOUT,
            "the transaction that has taken the number before lasts longer than the lock timeout: take numbers late in a"
                    + " transaction and end it soon",
            SqlFailure.STALE_SNAPSHOT,
            "another transaction has taken a number since this one began to read: run it again, or with READ COMMITTED");

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9._-]{0,64}");

    private final Database database;
    private final SqlTable table;
    private final JdbcTemplate jdbc;

    private GaplessNumbers(SqlTable table) {
        this.table = table;
        database = table.database();
        jdbc = database.jdbc();
    }

    /**
     * Counts in the table {@code GAPLESS_NUMBER}.
     *
     * @param dataSource the data source of the transactions; it is not asked yet
     * @return the counters of the table
     */
    public static GaplessNumbers in(DataSource dataSource) {
        return builder(dataSource).build();
    }

    /**
     * Starts with other settings than {@link #in} has.
     *
     * @param dataSource the data source of the transactions
     * @return a builder with the defaults
     */
    public static Builder builder(DataSource dataSource) {
        return new Builder(dataSource);
    }

    /**
     * Takes the next number of a counter in the caller's transaction. A counter begins with its first number. If this
     * throws, let the transaction roll back.
     *
     * @param name the counter: 1 to 64 letters, digits, {@code .}, {@code _} and {@code -}
     * @return the number, 1 or greater
     * @throws IllegalArgumentException if {@code name} has other characters or another length
     * @throws IllegalStateException if the thread has no transaction on the data source
     * @throws UidGenerateException if the number could not be taken; the message names a deadlock, a lock timeout, or a
     *     transaction that has begun to read too early, and says what to do
     */
    public long next(String name) {
        requirePlain("name", 1, name);
        return inTransaction(name, () -> take(name));
    }

    /**
     * Takes the next number of a counter in a period, for {@link org.uidgenerator.text.BusinessNumbers}. The counter is
     * locked in all periods. If this throws, let the transaction roll back.
     *
     * @param name the counter, as for {@link #next(String)}
     * @param period up to 64 of the same characters. Each period counts from 1, in a row named {@code name.period}, so
     *     no other counter may have that name, because both would have gaps. If it is empty, the counter has no
     *     periods, as in {@link #next(String)}
     * @return the number, 1 or greater
     * @throws IllegalArgumentException if {@code name} or {@code period} has other characters or another length
     * @throws IllegalStateException if the thread has no transaction on the data source
     * @throws UidGenerateException if the number could not be taken, as for {@link #next(String)}
     */
    @Override
    public long next(String name, String period) {
        requirePlain("name", 1, name);
        requirePlain("period", 0, period);
        if (period.isEmpty()) {
            return next(name);
        }
        String counter = name + "." + period;
        return inTransaction(counter, () -> {
            // Queues those that insert the first number of a period behind a row that has long been there. Behind each
            // other, InnoDB would end most of them as deadlocks when the first one rolls back.
            add(name, 0);
            return take(counter);
        });
    }

    private static void requirePlain(String property, int leastLength, String value) {
        Objects.requireNonNull(value, property);
        if (value.length() < leastLength || !PLAIN.matcher(value).matches()) {
            throw new IllegalArgumentException(property + " must be " + leastLength
                    + " to 64 letters, digits, '.', '_' and '-': " + property + "=" + value);
        }
    }

    private long inTransaction(String counter, LongSupplier statements) {
        requireTransaction(counter);
        try {
            return table.inTransactionOfCaller(statements::getAsLong);
        } catch (DataAccessException e) {
            throw new UidGenerateException(noNumber(counter, wayOut(e)), e);
        }
    }

    /**
     * A number outside of a transaction would be taken for good, and one in the transaction of another data source
     * would be taken even if that rolls back.
     */
    private void requireTransaction(String counter) {
        if (!TransactionSynchronizationManager.isActualTransactionActive()) {
            throw new IllegalStateException(
                    "a number without gaps is taken in a transaction, which gives it back when it is rolled back: call"
                            + " next(...) in one, as of @Transactional or TransactionTemplate: counter=" + counter);
        }
        if (!TransactionSynchronizationManager.hasResource(database.dataSource())
                || Boolean.TRUE.equals(jdbc.execute((Connection connection) -> connection.getAutoCommit()))) {
            throw new IllegalStateException(
                    "a number without gaps is taken in a transaction of its own data source, and the transaction around"
                            + " next(...) is none: give its transaction manager the same data source: counter="
                            + counter
                            + ", dataSource=" + database.dataSource());
        }
    }

    private long take(String counter) {
        add(counter, 1);
        Long number = jdbc.queryForObject("SELECT LAST_NUMBER FROM " + table + " WHERE NAME = ?", Long.class, counter);
        if (number == null || number < 1) {
            throw new UidGenerateException(noNumber(
                    counter,
                    "the row was changed by hand, LAST_NUMBER must be at least 0 and was less: next=" + number));
        }
        return number;
    }

    private void add(String counter, int step) {
        Optional<String> upsert = database.dialect().upsert(table.toString(), step);
        if (upsert.isPresent()) {
            upsert(upsert.get(), counter);
        } else if (!update(counter, step)) {
            insert(counter, step);
        }
    }

    private void upsert(String statement, String counter) {
        try {
            jdbc.update(statement, counter);
        } catch (DuplicateKeyException e) {
            // H2: the row that another transaction was inserting is there now.
            jdbc.update(statement, counter);
        }
    }

    private boolean update(String counter, int step) {
        return jdbc.update("UPDATE " + table + " SET LAST_NUMBER = LAST_NUMBER + " + step + " WHERE NAME = ?", counter)
                > 0;
    }

    /** Waits for another transaction that is inserting the row, and adds to what that has committed. */
    private void insert(String counter, int step) {
        try {
            jdbc.update("INSERT INTO " + table + " (NAME, LAST_NUMBER) VALUES (?, " + step + ")", counter);
        } catch (DataAccessException e) {
            if (!database.isDuplicateKey(e)) {
                throw e;
            }
            update(counter, step);
        }
    }

    private String noNumber(String counter, String reason) {
        return String.format(Locale.ROOT, "no number of %s from %s: %s", counter, table, reason);
    }

    private String wayOut(DataAccessException e) {
        if (table.isRefused(e)) {
            return table.said(e) + "; if the table is missing, " + table.howToCreate();
        }
        return Stream.of(SqlFailure.values())
                .filter(failure -> WAYS_OUT.containsKey(failure) && database.isWhy(failure, e))
                .findFirst()
                .map(failure -> WAYS_OUT.get(failure) + ": " + Database.message(e))
                .orElseGet(() -> Database.message(e));
    }

    /** Sets where numbers are counted. A builder is for one thread; everything is checked in {@link #build()}. */
    public static final class Builder extends TableBuilder<Builder> {
        private Builder(DataSource dataSource) {
            super(dataSource);
        }

        /**
         * Opens the counters. The database is not asked yet.
         *
         * @return the counters of the table
         * @throws IllegalArgumentException if the name of the table is no SQL identifier
         */
        public GaplessNumbers build() {
            return new GaplessNumbers(new SqlTable(
                    KIND,
                    TableName.of(tableNameOr(KIND.standardName())),
                    TableCreation.NEVER,
                    Database.inTransactionsOfCallers(dataSource, dialect)));
        }
    }
}
