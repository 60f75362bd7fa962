package org.uidgenerator.segment.db;

import java.math.BigInteger;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import javax.sql.DataSource;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.uidgenerator.OptionText;
import org.uidgenerator.OtherStoreIdentityException;
import org.uidgenerator.StoreException;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidRange;
import org.uidgenerator.jdbc.internal.Database;
import org.uidgenerator.jdbc.internal.TableName;
import org.uidgenerator.segment.ExhaustedCounterException;
import org.uidgenerator.segment.NoSuchCounterException;
import org.uidgenerator.segment.SegmentStore;
import org.uidgenerator.segment.TicketServers;

/**
 * Flickr's ticket servers: MySQL or MariaDB servers whose tables have one row each and an {@code AUTO_INCREMENT}, of
 * which server 1 of 2 has the odd numbers and server 2 the even ones. Applications that run {@code REPLACE INTO} on
 * them may continue to do so.
 *
 * <pre>{@code
 * CREATE TABLE Tickets64 (
 *   id   BIGINT UNSIGNED NOT NULL AUTO_INCREMENT,
 *   stub CHAR(1)         NOT NULL DEFAULT '',
 *   PRIMARY KEY (id),
 *   UNIQUE KEY stub (stub))
 * }</pre>
 *
 * <p>To take a range, the table is locked for a few statements: a {@code REPLACE} takes the first number, and the row
 * is raised to the last one before the lock is released. The database user needs {@code SELECT}, {@code INSERT},
 * {@code DELETE} and {@code LOCK TABLES}. A range that takes longer than two seconds fails, for example because another
 * session has locked the table. A table of MyISAM may lose numbers when its host crashes.
 *
 * <p>Ranges are taken on a connection of its own, whatever Spring transaction the caller is in.
 */
public final class TicketTables implements SegmentStore {
    /** Of a value that is out of the column's range: ER_WARN_DATA_OUT_OF_RANGE, and MariaDB's HA_ERR_AUTOINC_ERANGE. */
    private static final Set<Integer> OUT_OF_RANGE = Set.of(1264, 167);

    private static final int TIMEOUT_SECONDS = 2;
    private static final String SET_BACK =
            "SET SESSION auto_increment_increment = @UID_INCREMENT, SESSION auto_increment_offset = @UID_OFFSET,"
                    + " SESSION autocommit = @UID_AUTOCOMMIT";

    private final JdbcTemplate jdbc;
    private final Map<String, String> tables;
    private final long offset;
    private final int servers;

    private TicketTables(DataSource dataSource, Map<String, String> tables, int offset, int servers) {
        jdbc = Database.apart(dataSource, null).jdbc();
        this.tables = tables;
        this.offset = offset;
        this.servers = servers;
    }

    /**
     * Joins ticket servers. They are not asked yet.
     *
     * @param servers the servers: the first one has {@code auto_increment_offset=1}, the second one 2, and so on, all
     *     of them as {@code auto_increment_increment} how many there are. Both are set for the time of a range, so a
     *     server need not be configured so; one that is configured otherwise, or whose table holds a number of another
     *     server, is refused when a range is taken
     * @param tables the name of the table of each tag, possibly with its schema and a dot before it
     * @return a store in which any of the servers may be unavailable
     * @throws IllegalArgumentException if there is no server, or a name is not a plain SQL identifier
     */
    public static TicketServers join(List<? extends DataSource> servers, Map<String, String> tables) {
        Objects.requireNonNull(servers, "servers");
        Map<String, String> copy = Map.copyOf(Objects.requireNonNull(tables, "tables"));
        copy.values().forEach(TableName::of);
        List<TicketTables> stores = new ArrayList<>();
        for (DataSource server : servers) {
            stores.add(new TicketTables(server, copy, stores.size() + 1, servers.size()));
        }
        Collections.rotate(
                stores, 1); // the numbers of the last one leave 0 when they are divided by how many there are
        return new TicketServers(stores);
    }

    /**
     * Takes numbers, which are counted as {@link TicketServers} wants them: what the number is, divided by how many
     * servers there are.
     */
    @Override
    public UidRange take(String tag, long length) {
        String table = tables.get(Objects.requireNonNull(tag, "tag"));
        if (table == null) {
            throw new NoSuchCounterException(String.format(
                    Locale.ROOT, "no ticket table of tag %s, those are of %s", tag, new TreeSet<>(tables.keySet())));
        }
        ConnectionCallback<UidRange> take = connection -> take(connection, tag, table, length);
        try {
            return Objects.requireNonNull(jdbc.execute(take));
        } catch (BadSqlGrammarException e) {
            throw new UidGenerateException(
                    OptionText.of(
                            "no range from %s: %s; if the table is missing, create it as TicketTables says",
                            table, Database.message(e)),
                    e);
        } catch (DataAccessException e) {
            throw new StoreException(Database.message(e), e);
        }
    }

    private UidRange take(Connection connection, String tag, String table, long length) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(TIMEOUT_SECONDS);
            requireSameNumbers(statement);
            String set =
                    "SET @UID_INCREMENT = @@SESSION.auto_increment_increment, @UID_OFFSET = @@SESSION.auto_increment_offset,"
                            + " @UID_AUTOCOMMIT = @@SESSION.autocommit, SESSION autocommit = 1,"
                            + " SESSION auto_increment_increment = " + servers + ", SESSION auto_increment_offset = "
                            + offset;
            try (Undone numbers = Undone.after(statement, set, SET_BACK);
                    Undone lock =
                            Undone.after(numbers.statement(), "LOCK TABLES " + table + " WRITE", "UNLOCK TABLES")) {
                return takeLocked(lock.statement(), tag, table, length);
            }
        }
    }

    private void requireSameNumbers(Statement statement) throws SQLException {
        long increment =
                number(statement, "SELECT @@GLOBAL.auto_increment_increment").longValueExact();
        long offset = number(statement, "SELECT @@GLOBAL.auto_increment_offset").longValueExact();
        boolean unset = increment == 1 && offset == 1;
        if (!unset && (increment != servers || offset != this.offset)) {
            throw new UidGenerateException(OptionText.of(
                    "auto_increment_increment and auto_increment_offset of %s must be 1 and 1, or %d and %d: they are %d and %d",
                    this, servers, this.offset, increment, offset));
        }
    }

    private UidRange takeLocked(Statement statement, String tag, String table, long length) throws SQLException {
        BigInteger before = number(statement, "SELECT COALESCE(MAX(id), 0) FROM " + table);
        requireOwn(before, table);
        BigInteger given = next(statement, table);
        if (given.bitLength() >= Long.SIZE
                || given.compareTo(before) <= 0) { // a counter at its end gives its last number again
            throw new ExhaustedCounterException(String.format(
                    Locale.ROOT, "the counter of tag %s in %s of %s is exhausted: %d", tag, table, this, before));
        }
        long first = given.longValueExact();
        long size = Math.min(length - 1, (Long.MAX_VALUE - first) / servers) + 1;
        long last = first + (size - 1) * servers;
        if (last > first) {
            // Order matters! Before another session gets to the table, so that the next REPLACE gets a greater number.
            statement.execute("REPLACE INTO " + table + " (id, stub) VALUES (" + last + ", 'a')");
        }
        return new UidRange(first / servers, last / servers, 1);
    }

    /** The number given last says which server has given it. */
    private void requireOwn(BigInteger number, String table) {
        long own = offset % servers;
        long remainder = number.mod(BigInteger.valueOf(servers)).longValueExact();
        if (number.signum() > 0 && remainder != own) {
            throw new OtherStoreIdentityException(String.format(
                    Locale.ROOT,
                    "the numbers of %s must leave %d when divided by %d, but %s holds %d: list all servers in the order that all generators have, or, after a change of their number, delete that row",
                    this,
                    own,
                    servers,
                    table,
                    number));
        }
    }

    /** Returns the next number, or one that is not above the last if the column has no more. */
    private static BigInteger next(Statement statement, String table) throws SQLException {
        try {
            statement.execute("REPLACE INTO " + table + " (stub) VALUES ('a')");
        } catch (SQLException e) {
            if (OUT_OF_RANGE.contains(e.getErrorCode())) {
                return BigInteger.ZERO;
            }
            throw e;
        }
        return number(statement, "SELECT LAST_INSERT_ID()");
    }

    private static BigInteger number(Statement statement, String select) throws SQLException {
        try (ResultSet row = statement.executeQuery(select)) {
            row.next();
            return row.getBigDecimal(1).toBigIntegerExact();
        }
    }

    /** Returns which of the servers it is. */
    @Override
    public String toString() {
        return "ticket server " + offset + " of " + servers;
    }

    /** A statement that undoes another one, even if what comes between fails. */
    private record Undone(Statement statement, String undo) implements AutoCloseable {
        static Undone after(Statement statement, String done, String undo) throws SQLException {
            statement.execute(done);
            return new Undone(statement, undo);
        }

        @Override
        public void close() throws SQLException {
            statement.execute(undo);
        }
    }
}
