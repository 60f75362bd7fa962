package org.uidgenerator.segment.db;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.SqlParameterValue;
import org.springframework.transaction.TransactionException;
import org.uidgenerator.OptionException;
import org.uidgenerator.OptionText;
import org.uidgenerator.PendingWrite;
import org.uidgenerator.StoreException;
import org.uidgenerator.StoreIdentity;
import org.uidgenerator.StoreIdentityRecord;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidRange;
import org.uidgenerator.jdbc.SqlDialect;
import org.uidgenerator.jdbc.SqlPiece;
import org.uidgenerator.jdbc.TableBuilder;
import org.uidgenerator.jdbc.TableCreation;
import org.uidgenerator.jdbc.internal.Database;
import org.uidgenerator.jdbc.internal.SqlTable;
import org.uidgenerator.jdbc.internal.TableName;
import org.uidgenerator.segment.CounterSettings;
import org.uidgenerator.segment.NoSuchCounterException;
import org.uidgenerator.segment.SegmentStore;
import org.uidgenerator.segment.UnknownTags;

/**
 * Counters in a table of a SQL database: the table {@code SEGMENT} that the scripts in {@code sql/} create, or an
 * existing one such as that of Leaf or TinyId. Runs on H2, MySQL from 8.0, MariaDB from 10.6 and PostgreSQL, and within
 * the limits that {@code docs/stores.md} names on HSQLDB, Derby and SQLite. Other databases are tried with standard SQL
 * and a warning, if the table exists, or are described by a {@link SqlDialect}.
 *
 * <p>A range is taken in one short transaction on a connection of its own, whatever Spring transaction the caller is
 * in, so a pool must have a spare connection. It locks the row of the tag. A transaction that does not succeed within
 * two seconds fails, or within five if the database locks whole tables; one that others have kept from the row is run
 * again within that time. If the answer to a commit is lost, no caller gets the range.
 *
 * <p>H2 in memory forgets everything when the process ends, so use it for tests. By default H2 writes committed rows
 * half a second late, so a crash brings back numbers that were handed out. The script sets its database to write at
 * once.
 *
 * <p>A row with the tag {@code store identity} is the identity of the table, which is written before the first range of
 * a generator. It is compared by the query that locks the counter, and is not locked itself.
 *
 * <p>A row of the standard columns may also say how many numbers a range has at most ({@code STEP}) and which number is
 * the last one ({@code MAX_UID}), which hold from the next range on. In the tables of Leaf and TinyId, the row's own
 * {@code step} is the length of a range, whatever length is wanted.
 *
 * <p>The row of a counter must never go down. All methods may be called from any thread, possibly from several at the
 * same time.
 */
public final class JdbcSegmentStore implements SegmentStore {
    private static final SqlTable.Kind KIND = new SqlTable.Kind(
            "SEGMENT",
            List.of("TAG"),
            List.of("LAST_UID", "STEP", "MAX_UID", "DESCRIPTION", "MODIFIED"),
            "SELECT, INSERT, UPDATE",
            "no range");

    /** The columns of standard tables that limit ranges. */
    static final String STEP = "STEP";

    static final String MAX = "MAX_UID";

    private static final int TIMEOUT_SECONDS = 2;

    /** If a transaction locks all counters, those of other tags wait for it in any case. */
    private static final int TIMEOUT_WITHOUT_ROW_LOCKS_SECONDS = 5;

    private final SegmentColumns columns;
    private final UnknownTags unknownTags;
    private final SqlTable table;
    private final Database database;
    private final JdbcTemplate jdbc;

    /**
     * Reads the tag, the value, the columns of {@code delta} and {@code remainder}, the step, the last number, and from
     * standard columns the store identity, of all counters; a condition on the tag follows.
     */
    private final String select;

    /** Sets the value of the counter of a tag that has a value. */
    private final String raise;

    /** Locks the counter of a tag, if a query cannot. */
    private final String lock;

    private JdbcSegmentStore(SqlTable table, SegmentColumns columns, UnknownTags unknownTags) {
        this.table = table;
        this.columns = columns;
        this.unknownTags = unknownTags;
        database = table.database();
        jdbc = database.jdbc();
        boolean standard = columns.areStandard();
        select = "SELECT " + columns.tag() + ", " + columns.value()
                + (columns.delta() == null ? ", 1, 0" : ", " + columns.delta() + ", " + columns.remainder())
                + (standard
                        ? ", " + STEP + ", " + MAX + ", (" + IdentityRow.select(table) + ")"
                        : ", " + Objects.requireNonNullElse(columns.step(), "" + Long.MAX_VALUE) + ", "
                                + Long.MAX_VALUE)
                + " FROM " + table + " WHERE " + (standard ? IdentityRow.OTHERS : "1 = 1");
        String ofTag = " WHERE " + columns.tag() + " = ?";
        String update = "UPDATE " + table + " SET " + columns.value() + " = ";
        raise = update + "?" + (standard ? ", MODIFIED = CURRENT_TIMESTAMP" : "") + ofTag + " AND " + columns.value()
                + " = ?";
        lock = update + columns.value() + ofTag;
    }

    /**
     * Opens the table {@code SEGMENT}, which is created in embedded databases if it is missing. Its counters must
     * exist. The database is not asked yet.
     *
     * @param dataSource where the table is
     * @return the counters of the table
     */
    public static JdbcSegmentStore on(DataSource dataSource) {
        return builder(dataSource).build();
    }

    /**
     * Starts a store with other settings than {@link #on} has.
     *
     * @param dataSource where the table is
     * @return a builder with the defaults
     */
    public static Builder builder(DataSource dataSource) {
        return new Builder(dataSource);
    }

    /**
     * Returns the row of the table that has the tag {@code store identity} and is no counter. The name of the store
     * identity is that of the table.
     *
     * @return the record; empty unless the columns are {@link SegmentColumns#STANDARD}, since other tables belong to
     *     others
     */
    @Override
    public Optional<StoreIdentityRecord> identityRecord() {
        return columns.areStandard() ? Optional.of(new IdentityRow(this, table)) : Optional.empty();
    }

    @Override
    public UidRange take(String tag, long length) {
        return beginTake(null, tag, length).confirm();
    }

    @Override
    public PendingWrite<UidRange> beginTake(@Nullable StoreIdentity expected, String tag, long length) {
        Objects.requireNonNull(tag, "tag");
        StoreIdentity identity = columns.areStandard() ? expected : null;
        Optional<UidRange> taken = inTransaction(() -> takeIfKnown(identity, tag, length));
        if (taken.isEmpty() && identity != null) { // no row said what the table holds
            identity.requireIn(toString(), findIdentity(new IdentityRow(this, table)));
        }
        if (taken.isEmpty() && unknownTags == UnknownTags.CREATE) {
            create(tag, 1);
            taken = inTransaction(() -> takeIfKnown(identity, tag, length));
        }
        return PendingWrite.confirmed(taken.orElseThrow(() -> new NoSuchCounterException("no counter of tag " + tag
                + " in " + this + (columns.areStandard() ? ", JdbcSegmentStore.create makes one" : ""))));
    }

    /**
     * Locks the row, and raises it from what it said. So a table that cannot be locked, or one whose rows another
     * writer keeps as they are, costs ranges and gives none twice.
     */
    private Optional<UidRange> takeIfKnown(@Nullable StoreIdentity identity, String tag, long length) {
        Optional<Counter> counter = lockedCounter(identity, tag);
        Optional<UidRange> range = counter.map(row -> row.next(tag, table.toString(), length));
        if (counter.isPresent() && range.isPresent()) {
            long before = counter.get().value();
            if (jdbc.update(raise, counter.get().after(range.get()), tag, before) != 1) {
                throw new StoreException(
                        OptionText.of(
                                "the counter of tag %s in %s was not raised from %d: another process was faster although the row was"
                                        + " locked, as in a table of MyISAM, or a trigger keeps it",
                                tag, this, before),
                        null);
            }
        }
        return range;
    }

    /** A table of Leaf or TinyId takes nothing back, because its steps are not what is handed out. */
    @Override
    public boolean giveBack(@Nullable StoreIdentity identity, String tag, UidRange rest) {
        return columns.step() == null
                && inTransaction(() -> lockedCounter(identity, tag)
                        .filter(counter -> counter.value() == counter.after(rest))
                        .filter(counter -> jdbc.update(raise, counter.before(rest), tag, counter.value()) == 1)
                        .isPresent());
    }

    private Optional<Counter> lockedCounter(@Nullable StoreIdentity identity, String tag) {
        Optional<String> forUpdate = database.dialect().sql(SqlPiece.FOR_UPDATE);
        if (forUpdate.isPresent()) {
            return counter(identity, tag, " " + forUpdate.get());
        }
        boolean locked = jdbc.update(lock, tag) > 0;
        Optional<Counter> counter = counter(identity, tag, "");
        if (!locked && counter.isPresent()) { // made meanwhile, so not locked
            jdbc.update(lock, tag);
            return counter(identity, tag, "");
        }
        return counter;
    }

    /**
     * Reads a counter. The store identity is not locked, because the clause is that of the outer query.
     *
     * @param identity what the table must hold, or null if that does not matter
     */
    private Optional<Counter> counter(@Nullable StoreIdentity identity, String tag, String clause) {
        String statement = select + " AND " + columns.tag() + " = ?" + clause;
        List<Counter> rows = jdbc.query(statement, (row, number) -> counter(identity, row), tag);
        if (rows.size() > 1) {
            throw new UidGenerateException(OptionText.of(
                    "tag %s has %d counters in %s, which would count the same numbers: delete all but the highest and make %s unique",
                    tag, rows.size(), this, columns.tag()));
        }
        return rows.stream().findFirst();
    }

    private Counter counter(@Nullable StoreIdentity identity, ResultSet row) throws SQLException {
        if (identity != null) {
            identity.requireIn(toString(), new IdentityRow(this, table).read(row, 7));
        }
        return counter(row);
    }

    private Counter counter(ResultSet row) throws SQLException {
        return new Counter(
                columns,
                row.getLong(2),
                row.getLong(3),
                row.getLong(4),
                orNull(row, 5),
                Objects.requireNonNullElse(orNull(row, 6), Long.MAX_VALUE));
    }

    private static @Nullable Long orNull(ResultSet row, int column) throws SQLException {
        long limit = row.getLong(column);
        return row.wasNull() ? null : limit;
    }

    @Override
    public boolean create(String tag, long first) {
        return create(tag, CounterSettings.startingAt(first));
    }

    /**
     * Creates a counter, unless there is one, with what its row is to say. An operator changes that later in the row,
     * and running generators heed it from the next range on.
     *
     * @param tag its tag, 1 to 128 visible ASCII characters
     * @param settings its first number, and what else the columns {@code MAX_UID}, {@code STEP} and {@code DESCRIPTION}
     *     are to hold
     * @return whether it was made; if not, it stays as it is
     * @throws IllegalArgumentException if it is no tag
     * @throws UnsupportedOperationException if the columns are not {@link SegmentColumns#STANDARD}; make it by SQL
     * @throws StoreException if the database does not answer; the counter may have been made then
     * @throws UidGenerateException if the table is missing
     */
    @Override
    public boolean create(String tag, CounterSettings settings) {
        SegmentStore.requireTag(tag);
        Objects.requireNonNull(settings, "settings");
        if (!columns.areStandard()) {
            throw new UnsupportedOperationException(
                    "a counter of " + this + " is made by SQL: it may want more than a tag and a number");
        }
        return insert(tag, settings.first() - 1, settings);
    }

    /** Adds a row that says no more than a number. */
    boolean insert(String tag, long last) {
        return insert(tag, last, CounterSettings.startingAt(0));
    }

    private boolean insert(String tag, long last, CounterSettings settings) {
        return answer(() -> {
            String insert = database.dialect()
                    .insertIfAbsent("INSERT INTO " + table + " (TAG, LAST_UID, " + STEP + ", " + MAX
                            + ", DESCRIPTION, MODIFIED) VALUES (?, ?, ?, ?, ?, CURRENT_TIMESTAMP)");
            Object[] row = {
                tag,
                last,
                number(settings.step()),
                number(settings.max()),
                new SqlParameterValue(Types.VARCHAR, settings.description().orElse(null))
            };
            try {
                return onTable(() -> jdbc.update(insert, row) > 0);
            } catch (DataAccessException e) {
                if (database.isDuplicateKey(e)) {
                    return false;
                }
                throw e;
            }
        });
    }

    private static SqlParameterValue number(OptionalLong number) {
        @Nullable Long value = number.isPresent() ? number.getAsLong() : null;
        return new SqlParameterValue(Types.BIGINT, value);
    }

    Optional<StoreIdentity> findIdentity(IdentityRow identity) {
        return inTransaction(() ->
                jdbc.query(IdentityRow.select(table), (row, number) -> identity.read(row, 1)).stream()
                        .flatMap(Optional::stream)
                        .findFirst());
    }

    /**
     * Reads a counter.
     *
     * @param tag its tag
     * @return what the table says, or empty if there is none
     * @throws StoreException if the database does not answer
     * @throws UidGenerateException if the table is missing
     */
    public Optional<SegmentCounter> describe(String tag) {
        Objects.requireNonNull(tag, "tag");
        return inTransaction(() -> counter(null, tag, "").map(row -> described(tag, row)));
    }

    /**
     * Reads all counters.
     *
     * @return what the table says, in the order of the tags
     * @throws StoreException if the database does not answer
     * @throws UidGenerateException if the table is missing
     */
    public List<SegmentCounter> list() {
        return inTransaction(() -> jdbc.query(
                select + " ORDER BY " + columns.tag(), (row, number) -> described(row.getString(1), counter(row))));
    }

    private SegmentCounter described(String tag, Counter row) {
        return new SegmentCounter(tag, columns.holdsNext() ? row.value() - 1 : row.value());
    }

    private <T> T inTransaction(Supplier<T> statements) {
        return answer(() -> onTable(statements));
    }

    private int timeoutSeconds() {
        return database.dialect().sql(SqlPiece.FOR_UPDATE).isPresent()
                ? TIMEOUT_SECONDS
                : TIMEOUT_WITHOUT_ROW_LOCKS_SECONDS;
    }

    private <T> T onTable(Supplier<T> work) {
        Supplier<T> transaction = () -> database.within(timeoutSeconds(), work);
        return columns.areStandard() ? table.creatingOnDemand(transaction) : transaction.get();
    }

    /** Translates what Spring throws. */
    private <T> T answer(Supplier<T> call) {
        try {
            return call.get();
        } catch (DataAccessException | TransactionException e) {
            if (table.isRefused(e)) {
                throw table.nothing(e);
            }
            throw new StoreException(Database.message(e), e);
        }
    }

    /** Returns the name of the table. */
    @Override
    public String toString() {
        return table.toString();
    }

    /** Opens stores. A builder is for one thread; everything is checked in {@link #build()}. */
    public static final class Builder extends TableBuilder<Builder> {
        private SegmentColumns columns = SegmentColumns.STANDARD;
        private UnknownTags unknownTags = UnknownTags.REFUSE;

        private Builder(DataSource dataSource) {
            super(dataSource);
            tableCreation = null; // not set
        }

        /**
         * Names the columns, as of a table that others use as well.
         *
         * @param columns default {@link SegmentColumns#STANDARD}
         * @return this
         */
        public Builder columns(SegmentColumns columns) {
            this.columns = Objects.requireNonNull(columns, "columns");
            return this;
        }

        /**
         * Sets what happens to a tag that has no counter.
         *
         * @param unknownTags default {@link UnknownTags#REFUSE}
         * @return this
         */
        public Builder unknownTags(UnknownTags unknownTags) {
            this.unknownTags = Objects.requireNonNull(unknownTags, "unknownTags");
            return this;
        }

        /**
         * Sets on which databases the table is created when it is missing. Others than that of the standard columns are
         * created on none.
         *
         * @param tableCreation default {@link TableCreation#EMBEDDED}
         * @return this
         */
        @Override
        public Builder tableCreation(TableCreation tableCreation) {
            return super.tableCreation(tableCreation);
        }

        /**
         * Opens the store. The database is not asked yet.
         *
         * @return the store
         * @throws IllegalArgumentException if the name of the table is no SQL identifier; or if the columns are not
         *     {@link SegmentColumns#STANDARD}, and the table or its counters are to be created, because others may want
         *     more than a tag and a number
         */
        public JdbcSegmentStore build() {
            if (!columns.areStandard() && unknownTags == UnknownTags.CREATE) {
                throw OptionException.inWords(
                        "unknownTags",
                        unknownTags,
                        OptionText.of("counters are created with the standard columns only"),
                        OptionText.plain(columns.toString()));
            }
            if (!columns.areStandard() && tableCreation != null && tableCreation != TableCreation.NEVER) {
                throw OptionException.inWords(
                        "tableCreation",
                        tableCreation,
                        OptionText.of("tables are created with the standard columns only"),
                        OptionText.of("{tableCreation}=%s, columns=%s", tableCreation, columns));
            }
            return new JdbcSegmentStore(
                    new SqlTable(
                            KIND,
                            TableName.of(tableNameOr(columns.tableName())),
                            creation(),
                            Database.apart(dataSource, dialect)),
                    columns,
                    unknownTags);
        }
    }
}
