package org.uidgenerator.segment.db;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import javax.sql.DataSource;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.ClassPathResource;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.DefaultTransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidRange;
import org.uidgenerator.segment.SegmentStore;
import org.uidgenerator.segment.SegmentStoreException;
import org.uidgenerator.segment.UnknownTags;

/**
 * Counters in a table of a SQL database: the table {@code SEGMENT} that the scripts in {@code sql/} create, or an
 * existing one such as that of Leaf or TinyId. Runs on H2, MySQL from 8.0, MariaDB from 10.6 and PostgreSQL.
 *
 * <p>A range is taken in one short transaction on a connection of its own, whatever Spring transaction the caller is
 * in, so a pool must have a spare connection. It locks the row of the tag. A transaction that does not succeed within
 * two seconds fails. If the answer to a commit is lost, so is the range: nobody gets it.
 *
 * <p>H2 in memory forgets everything when the process ends, so use it for tests. By default H2 writes committed rows
 * half a second late, so a crash brings back numbers that were handed out. The script sets its database to write at
 * once.
 *
 * <p>The row of a counter must never go down. All methods may be called from any thread, possibly from several at the
 * same time.
 */
public final class SegmentTable implements SegmentStore {
    private static final int TIMEOUT_SECONDS = 2;
    private static final String ADVICE =
            "if the table is missing, create it with sql/segment-*.sql or SegmentTable.createTable()";

    private final SegmentColumns columns;
    private final UnknownTags unknownTags;
    private final DataSource dataSource;
    private final JdbcTemplate jdbc;
    private final TransactionTemplate transaction;
    private final String select;
    private final String update;

    /**
     * Names the table {@code SEGMENT}, whose counters must exist. The database is not asked yet.
     *
     * @param dataSource where the table is
     */
    public SegmentTable(DataSource dataSource) {
        this(dataSource, SegmentColumns.STANDARD, UnknownTags.REFUSE);
    }

    /**
     * Names a table. The database is not asked yet.
     *
     * @param dataSource where the table is
     * @param columns the table and its columns
     * @param unknownTags what happens to a tag that has no counter
     * @throws IllegalArgumentException if counters are to be created and the columns are not
     *     {@link SegmentColumns#STANDARD}: others may want more than a tag and a number
     */
    public SegmentTable(DataSource dataSource, SegmentColumns columns, UnknownTags unknownTags) {
        if (unknownTags == UnknownTags.CREATE && !columns.areStandard()) {
            throw new IllegalArgumentException("counters are created with the standard columns only: " + columns);
        }
        this.columns = columns;
        this.unknownTags = unknownTags;
        this.dataSource = apartFromTransactionsOfTheThread(dataSource);
        jdbc = new JdbcTemplate(this.dataSource);
        DefaultTransactionDefinition definition = new DefaultTransactionDefinition();
        definition.setIsolationLevel(TransactionDefinition.ISOLATION_READ_COMMITTED);
        definition.setTimeout(TIMEOUT_SECONDS);
        transaction = new TransactionTemplate(new JdbcTransactionManager(this.dataSource), definition);
        String stepColumns = columns.delta() == null ? ", 1, 0" : ", " + columns.delta() + ", " + columns.remainder();
        select = "SELECT " + columns.tag() + ", " + columns.value() + stepColumns + " FROM " + columns.table();
        update = "UPDATE " + columns.table() + " SET " + columns.value() + " = ? WHERE " + columns.tag() + " = ? AND "
                + columns.value() + " = ?";
    }

    /**
     * Spring binds connections to the thread by the identity of their data source: behind a wrapper we get one of our
     * own.
     */
    static DataSource apartFromTransactionsOfTheThread(DataSource dataSource) {
        DataSource plain = dataSource instanceof TransactionAwareDataSourceProxy proxy
                ? Objects.requireNonNull(proxy.getTargetDataSource(), "targetDataSource")
                : dataSource;
        return new DelegatingDataSource(plain);
    }

    @Override
    public UidRange take(String tag, long length) {
        Optional<UidRange> taken = inTransaction(() -> takeIfKnown(tag, length));
        if (taken.isEmpty() && unknownTags == UnknownTags.CREATE) {
            create(tag, 1);
            taken = inTransaction(() -> takeIfKnown(tag, length));
        }
        return taken.orElseThrow(() -> new UidGenerateException("no counter of tag " + tag + " in " + this
                + (columns.areStandard() ? ", SegmentTable.create makes one" : "")));
    }

    /**
     * Locks the row, and raises it from what it said. So a table that cannot be locked, or one whose rows somebody else
     * keeps as they are, costs ranges and gives none twice.
     */
    private Optional<UidRange> takeIfKnown(String tag, long length) {
        Optional<Counter> counter = counter(tag, " FOR UPDATE");
        Optional<UidRange> range = counter.map(row -> row.next(tag, columns.table(), length));
        if (counter.isPresent() && range.isPresent()) {
            long before = counter.get().value();
            if (jdbc.update(update, counter.get().after(range.get()), tag, before) != 1) {
                throw new SegmentStoreException(
                        String.format(
                                Locale.ROOT,
                                "the counter of tag %s in %s was not raised from %d: another process was faster although the row was"
                                        + " locked, as in a table of MyISAM, or a trigger keeps it",
                                tag,
                                this,
                                before),
                        null);
            }
        }
        return range;
    }

    private Optional<Counter> counter(String tag, String lock) {
        List<Counter> rows =
                jdbc.query(select + " WHERE " + columns.tag() + " = ?" + lock, (row, number) -> counter(row), tag);
        if (rows.size() > 1) {
            throw new UidGenerateException(String.format(
                    Locale.ROOT,
                    "tag %s has %d counters in %s, which would count the same numbers: delete all but the highest and make %s unique",
                    tag,
                    rows.size(),
                    this,
                    columns.tag()));
        }
        return rows.stream().findFirst();
    }

    private Counter counter(ResultSet row) throws SQLException {
        return new Counter(row.getLong(2), columns.holdsNext(), row.getLong(3), row.getLong(4));
    }

    /**
     * Creates a counter, unless there is one, to begin at 1 or to continue old ids.
     *
     * @param tag its tag, 1 to 128 visible ASCII characters
     * @param first its first number, zero or more; to continue old ids, above all of them
     * @return whether it was made; if not, it stays as it is
     * @throws IllegalArgumentException if the first number is negative
     * @throws IllegalStateException if the columns are not {@link SegmentColumns#STANDARD}; make it by SQL
     * @throws SegmentStoreException if the database does not answer; the counter may have been made then
     * @throws UidGenerateException if the table is missing
     */
    public boolean create(String tag, long first) {
        if (first < 0) {
            throw new IllegalArgumentException("first must not be negative: first=" + first);
        }
        if (!columns.areStandard()) {
            throw new IllegalStateException(
                    "a counter of " + this + " is made by SQL: it may want more than a tag and a number");
        }
        String insert = "INSERT INTO " + columns.table() + " (TAG, LAST_UID) VALUES (?, ?)";
        try {
            return inTransaction(() -> jdbc.update(insert, tag, first - 1) > 0);
        } catch (SegmentStoreException e) {
            if (e.getCause() instanceof DuplicateKeyException) {
                return false;
            }
            throw e;
        }
    }

    /**
     * Reads a counter.
     *
     * @param tag its tag
     * @return what the table says, or empty if there is none
     * @throws SegmentStoreException if the database does not answer
     * @throws UidGenerateException if the table is missing
     */
    public Optional<SegmentCounter> describe(String tag) {
        return inTransaction(() -> counter(tag, "").map(row -> described(tag, row)));
    }

    /**
     * Reads all counters.
     *
     * @return what the table says, in the order of the tags
     * @throws SegmentStoreException if the database does not answer
     * @throws UidGenerateException if the table is missing
     */
    public List<SegmentCounter> list() {
        return inTransaction(() -> jdbc.query(
                select + " ORDER BY " + columns.tag(), (row, number) -> described(row.getString(1), counter(row))));
    }

    private static SegmentCounter described(String tag, Counter row) {
        return new SegmentCounter(tag, row.holdsNext() ? row.value() - 1 : row.value());
    }

    /**
     * Creates the table unless it is there, with the script in {@code sql/} that a database administrator would run.
     * Others may do the same at the same time.
     *
     * @throws IllegalStateException if the columns are not {@link SegmentColumns#STANDARD}, or there is no script for
     *     the database
     * @throws SegmentStoreException if the database refuses
     */
    public void createTable() {
        if (!columns.areStandard()) {
            throw new IllegalStateException("there is no script for the columns of " + this);
        }
        String product = Objects.requireNonNull(
                jdbc.execute((Connection connection) -> connection.getMetaData().getDatabaseProductName()));
        ClassPathResource script = new ClassPathResource(script(product), SegmentTable.class);
        if (!script.exists()) {
            throw new IllegalStateException("there is no script for " + product + ": create " + this + " by hand");
        }
        String statements = text(script).replaceAll("\\bSEGMENT\\b", Matcher.quoteReplacement(columns.table()));
        ResourceDatabasePopulator populator =
                new ResourceDatabasePopulator(new ByteArrayResource(statements.getBytes(StandardCharsets.UTF_8)));
        translating(() -> {
            try {
                transaction.executeWithoutResult(status -> populator.execute(dataSource));
            } catch (DataAccessException e) {
                // IF NOT EXISTS looks before it leaps: of two that create at the same time, PostgreSQL may let one
                // fail.
                requireReadable(e);
            }
            return true;
        });
    }

    private void requireReadable(DataAccessException notCreated) {
        try {
            jdbc.queryForList(select + " WHERE 1 = 0");
        } catch (DataAccessException e) {
            notCreated.addSuppressed(e);
            throw notCreated;
        }
    }

    private static String script(String product) {
        return "segment-" + product.toLowerCase(Locale.ROOT) + ".sql";
    }

    private static String text(ClassPathResource script) {
        try {
            return script.getContentAsString(StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private <T> T inTransaction(Supplier<T> statements) {
        return translating(() -> Objects.requireNonNull(transaction.execute(status -> statements.get())));
    }

    private <T> T translating(Supplier<T> call) {
        return SqlAnswer.of(call, columns.table(), ADVICE);
    }

    /** Returns the name of the table. */
    @Override
    public String toString() {
        return columns.table();
    }
}
