package org.uidgenerator.worker.db;

import java.util.Optional;
import org.uidgenerator.StoreIdentity;
import org.uidgenerator.StoreIdentityRecord;
import org.uidgenerator.jdbc.internal.Database;
import org.uidgenerator.jdbc.internal.SqlTable;

/**
 * The store identity of a namespace, in a row of the table of its leases: {@code TERM} is the number, {@code HOLDER}
 * the maker, {@code ACQUIRED} when it was made. No lease has such a namespace.
 *
 * @param store the store of the leases
 * @param table their table
 * @param name the namespace
 */
record IdentityRow(JdbcLeaseStore store, SqlTable table, String name) implements StoreIdentityRecord {
    private static final String MARK = "@";

    /** What the column holds. */
    private static final int LONGEST_NAMESPACE = 64;

    private static final String IS_IT = " WHERE NAMESPACE = ? AND WORKER_ID = ?";

    /** The mark and the name; of the longest name its last letter does not fit in, and is the worker id. */
    private String key() {
        String marked = MARK + name;
        return marked.substring(0, Math.min(marked.length(), LONGEST_NAMESPACE));
    }

    private long number() {
        return name.length() < LONGEST_NAMESPACE ? 0 : name.charAt(LONGEST_NAMESPACE - 1);
    }

    private Database database() {
        return store.database();
    }

    /** Creates the table if there is none. */
    @Override
    public Optional<StoreIdentity> find() {
        return store.answer(() -> table.creatingOnDemand(() -> database().read(this::findAmongOthers)));
    }

    /** Finds it in a transaction that has begun. */
    Optional<StoreIdentity> findAmongOthers() {
        String select =
                "SELECT TERM, LAYOUT, HOLDER, " + database().dialect().moment("ACQUIRED") + " FROM " + table + IS_IT;
        return database()
                .jdbc()
                .query(
                        select,
                        (row, number) -> table.identity(
                                "NAMESPACE = '" + key() + "'",
                                name,
                                row.getLong(1),
                                row.getString(2),
                                row.getString(3),
                                Database.moment(row, 4)),
                        key(),
                        number())
                .stream()
                .findFirst();
    }

    @Override
    public boolean insert(StoreIdentity identity) {
        String insert = "INSERT INTO " + table
                + " (NAMESPACE, WORKER_ID, TERM, RESERVED_THROUGH, NEXT_RESERVATION, LAYOUT, HOLDER, HELD, ACQUIRED, MODIFIED)"
                + " VALUES (?, ?, ?, -1, 0, ?, ?, ?, CURRENT_TIMESTAMP, CURRENT_TIMESTAMP)";
        return store.insertIfAbsent(
                insert, key(), number(), identity.number(), identity.layout(), identity.maker(), false);
    }
}
