package org.uidgenerator.segment.db;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import org.uidgenerator.StoreIdentity;
import org.uidgenerator.StoreIdentityRecord;
import org.uidgenerator.jdbc.internal.SqlTable;

/**
 * The store identity of the counters of a table, in a row of that table: {@code LAST_UID} is the identity. No counter
 * has such a tag, since tags have no blanks.
 *
 * @param store the store of the counters
 * @param table their table
 */
record IdentityRow(JdbcSegmentStore store, SqlTable table) implements StoreIdentityRecord {
    static final String TAG = "store identity";

    /** The condition of rows of counters. */
    static final String OTHERS = "TAG <> '" + TAG + "'";

    /** Returns what selects the number, or null if there is none. */
    static String select(Object table) {
        return "SELECT LAST_UID FROM " + table + " WHERE TAG = '" + TAG + "'";
    }

    /** Reads what {@link #select} has selected. */
    Optional<StoreIdentity> read(ResultSet row, int column) throws SQLException {
        long number = row.getLong(column);
        return row.wasNull()
                ? Optional.empty()
                : Optional.of(table.identity("TAG = '" + TAG + "'", name(), number, "", "", Instant.EPOCH));
    }

    @Override
    public String name() {
        return store.toString();
    }

    /** Creates the table if there is none. */
    @Override
    public Optional<StoreIdentity> find() {
        return store.findIdentity(this);
    }

    @Override
    public boolean insert(StoreIdentity identity) {
        return store.insert(TAG, identity.number());
    }
}
