package com.example.mvstore;

import java.io.Serializable;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;
import org.uidgenerator.OptionException;
import org.uidgenerator.StoreException;
import org.uidgenerator.StoreIdentity;
import org.uidgenerator.StoreIdentityRecord;
import org.uidgenerator.worker.lease.store.Fence;
import org.uidgenerator.worker.lease.store.LeaseRow;
import org.uidgenerator.worker.lease.store.TimedLeaseRow;
import org.uidgenerator.worker.lease.store.WorkerLeaseStore;

/** Leases in an MVStore, which one process has open: a map for each namespace. */
public final class MvLeaseStore implements WorkerLeaseStore {
    private final MVStore store;
    private final String namespace;
    private final String name;

    /**
     * Opens leases.
     *
     * @param store where they are; all stores on it may be used at the same time
     * @param mapPrefix what the name of the map begins with, letters
     * @param namespace the namespace
     * @throws IllegalArgumentException if {@code mapPrefix} or {@code namespace} is not plain
     */
    public MvLeaseStore(MVStore store, String mapPrefix, String namespace) {
        this.store = store;
        this.namespace = WorkerLeaseStore.requireNamespace(namespace);
        if (!mapPrefix.matches("[a-z]+")) {
            throw new OptionException("mapPrefix", mapPrefix, "must be letters");
        }
        name = mapPrefix + "." + namespace;
    }

    /** An entry of the map. */
    private record Row(
            long workerId,
            long term,
            long reservedThrough,
            long nextReservation,
            String layout,
            String holder,
            boolean held,
            Instant acquired,
            Instant modified)
            implements Serializable {
        static Row of(LeaseRow row, Instant acquired, Instant modified) {
            return new Row(
                    row.workerId(),
                    row.term(),
                    row.reservedThrough(),
                    row.nextReservation(),
                    row.layout(),
                    row.holder(),
                    row.held(),
                    acquired,
                    modified);
        }

        LeaseRow lease() {
            return new LeaseRow(workerId, term, reservedThrough, nextReservation, layout, holder, held);
        }
    }

    /** One call at a time, since the store is this process's alone; on disk before it is answered. */
    private <T> T written(Supplier<T> change) {
        synchronized (store) {
            try {
                T result = change.get();
                store.commit();
                store.sync();
                return result;
            } catch (MVStoreException e) {
                throw new StoreException("MVStore " + name + ": " + e.getMessage(), e);
            }
        }
    }

    private MVMap<Long, Row> rows() {
        return store.openMap(name);
    }

    @Override
    public String namespace() {
        return namespace;
    }

    /** The store identity of the namespace, in a map of texts beside the leases. */
    private final class IdentityText implements StoreIdentityRecord {
        private MVMap<String, String> identities() {
            return store.openMap("identities");
        }

        @Override
        public String name() {
            return namespace;
        }

        @Override
        public Optional<StoreIdentity> find() {
            return written(() -> Optional.ofNullable(identities().get(name)).map(StoreIdentity::parse));
        }

        @Override
        public boolean insert(StoreIdentity identity) {
            return written(() -> identities().putIfAbsent(name, identity.text()) == null);
        }
    }

    @Override
    public Optional<StoreIdentityRecord> identityRecord() {
        return Optional.of(new IdentityText());
    }

    @Override
    public List<TimedLeaseRow> list(long firstWorkerId, long lastWorkerId) {
        return written(() -> rows().values().stream()
                .filter(row -> firstWorkerId <= row.workerId() && row.workerId() <= lastWorkerId)
                .map(row -> new TimedLeaseRow(row.lease(), row.acquired(), row.modified()))
                .toList());
    }

    @Override
    public Optional<LeaseRow> find(long workerId) {
        return written(() -> Optional.ofNullable(rows().get(workerId)).map(Row::lease));
    }

    @Override
    public boolean insert(LeaseRow row) {
        Instant now = now();
        return written(() -> rows().putIfAbsent(row.workerId(), Row.of(row, now, now)) == null);
    }

    @Override
    public boolean update(Fence expected, LeaseRow row) {
        Instant now = now();
        return written(() -> {
            Row before = rows().get(row.workerId());
            if (before == null || !expected.admits(before.lease())) {
                return false;
            }
            Instant acquired = row.term() == before.term() ? before.acquired() : now;
            rows().put(row.workerId(), Row.of(row, acquired, now));
            return true;
        });
    }

    @Override
    public void delete(LeaseRow row) {
        written(() ->
                rows().computeIfPresent(row.workerId(), (id, before) -> before.term() == row.term() ? null : before));
    }

    @Override
    public Instant now() {
        return Instant.now();
    }

    @Override
    public String toString() {
        return "MVStore";
    }
}
