package org.uidgenerator.worker.db;

import java.util.List;
import java.util.Optional;
import org.uidgenerator.StoreIdentity;
import org.uidgenerator.StoreIdentityRecord;
import org.uidgenerator.jdbc.internal.SqlTable;
import org.uidgenerator.worker.lease.store.LeaseRow;
import org.uidgenerator.worker.lease.store.TimedLeaseRow;

/**
 * The store identity of a namespace, as a row of the table of its leases: {@code TERM} is the number, {@code HOLDER}
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

    /** The mark and the name; of the longest name its last letter does not fit in, and is the worker id. */
    private String key() {
        String marked = MARK + name;
        return marked.substring(0, Math.min(marked.length(), LONGEST_NAMESPACE));
    }

    private long workerId() {
        return name.length() < LONGEST_NAMESPACE ? 0 : name.charAt(LONGEST_NAMESPACE - 1);
    }

    /** Creates the table if there is none. */
    @Override
    public Optional<StoreIdentity> find() {
        return store.readOnDemand(this::findAmongOthers);
    }

    /** Finds it in a transaction that has begun. */
    Optional<StoreIdentity> findAmongOthers() {
        List<TimedLeaseRow> rows = store.stored(key(), "WORKER_ID = ?", workerId());
        return rows.isEmpty() ? Optional.empty() : Optional.of(identity(rows.get(0)));
    }

    private StoreIdentity identity(TimedLeaseRow stored) {
        LeaseRow row = stored.row();
        return table.identity(
                "NAMESPACE = '" + key() + "'", name, row.term(), row.layout(), row.holder(), stored.acquired());
    }

    @Override
    public boolean insert(StoreIdentity identity) {
        return store.insert(
                key(), new LeaseRow(workerId(), identity.number(), -1, 0, identity.layout(), identity.maker(), false));
    }
}
