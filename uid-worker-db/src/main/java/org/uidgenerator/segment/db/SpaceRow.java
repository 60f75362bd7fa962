package org.uidgenerator.segment.db;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import org.uidgenerator.IdSpace;
import org.uidgenerator.IdSpaceRecord;
import org.uidgenerator.jdbc.internal.SqlTable;

/**
 * The id space of the counters of a table, in a row of that table: {@code LAST_UID} is the identity. No counter has
 * such a tag, since tags have no blanks.
 *
 * @param store the store of the counters
 * @param table their table
 */
record SpaceRow(JdbcSegmentStore store, SqlTable table) implements IdSpaceRecord {
    static final String TAG = "id space";

    /** What is true of the rows of counters. */
    static final String OTHERS = "TAG <> '" + TAG + "'";

    /** Returns what selects the identity, or null if there is none. */
    static String select(Object table) {
        return "SELECT LAST_UID FROM " + table + " WHERE TAG = '" + TAG + "'";
    }

    /** Reads what {@link #select} has selected. */
    Optional<IdSpace> read(ResultSet row, int column) throws SQLException {
        long identity = row.getLong(column);
        return row.wasNull()
                ? Optional.empty()
                : Optional.of(table.space("TAG = '" + TAG + "'", name(), identity, "", "", Instant.EPOCH));
    }

    @Override
    public String name() {
        return store.toString();
    }

    /** Creates the table if there is none. */
    @Override
    public Optional<IdSpace> find() {
        return store.findSpace(this);
    }

    @Override
    public boolean insert(IdSpace space) {
        return store.insert(TAG, space.identity());
    }
}
