package org.uidgenerator.contract;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongFunction;
import org.uidgenerator.StoreIdentity;
import org.uidgenerator.StoreIdentityRecord;
import org.uidgenerator.worker.lease.store.Fence;
import org.uidgenerator.worker.lease.store.LeaseRow;
import org.uidgenerator.worker.lease.store.TimedLeaseRow;
import org.uidgenerator.worker.lease.store.WorkerLeaseStore;

/** A store that ends with its process: for tests, and an example of how little a store has to do. */
public final class InMemoryLeaseStore implements WorkerLeaseStore {
    private final String namespace;
    private final InstantSource clock;
    private final ConcurrentNavigableMap<Long, TimedLeaseRow> leases = new ConcurrentSkipListMap<>();
    private final AtomicLong chosen = new AtomicLong(-1);
    private final AtomicReference<StoreIdentity> identity = new AtomicReference<>();

    public InMemoryLeaseStore(String namespace, InstantSource clock) {
        this.namespace = namespace;
        this.clock = clock;
    }

    @Override
    public String namespace() {
        return namespace;
    }

    /** Replaces the store identity, as a crash does that has lost it while others take worker ids. */
    public void setIdentity(StoreIdentity other) {
        identity.set(other);
    }

    @Override
    public Optional<StoreIdentityRecord> identityRecord() {
        return Optional.of(new StoreIdentityRecord() {
            @Override
            public String name() {
                return namespace;
            }

            @Override
            public Optional<StoreIdentity> find() {
                return Optional.ofNullable(identity.get());
            }

            @Override
            public boolean insert(StoreIdentity made) {
                return identity.compareAndSet(null, made);
            }
        });
    }

    /** Reads all rows. */
    public List<TimedLeaseRow> list() {
        return list(0, Long.MAX_VALUE);
    }

    @Override
    public List<TimedLeaseRow> list(long firstWorkerId, long lastWorkerId) {
        return List.copyOf(
                leases.subMap(firstWorkerId, true, lastWorkerId, true).values());
    }

    @Override
    public Optional<LeaseRow> find(long workerId) {
        return Optional.ofNullable(leases.get(workerId)).map(TimedLeaseRow::row);
    }

    @Override
    public List<LeaseRow> find(Collection<Long> workerIds) {
        return workerIds.stream()
                .map(leases::get)
                .filter(Objects::nonNull)
                .map(TimedLeaseRow::row)
                .toList();
    }

    @Override
    public boolean insert(LeaseRow row) {
        Instant now = now();
        return leases.putIfAbsent(row.workerId(), new TimedLeaseRow(row, now, now)) == null;
    }

    @Override
    public boolean insertNew(long firstWorkerId, long lastWorkerId, long next, LongFunction<LeaseRow> rowOf) {
        return insert(rowOf.apply(chosen.updateAndGet(before -> Math.max(before + 1, next))));
    }

    @Override
    public boolean update(Fence expected, LeaseRow row) {
        TimedLeaseRow before = leases.get(row.workerId());
        if (before == null || !expected.admits(before.row())) {
            return false;
        }
        Instant now = now();
        Instant acquired = row.term() == expected.term() ? before.acquired() : now;
        return leases.replace(row.workerId(), before, new TimedLeaseRow(row, acquired, now));
    }

    @Override
    public void delete(LeaseRow row) {
        leases.computeIfPresent(row.workerId(), (id, stored) -> stored.row().term() == row.term() ? null : stored);
    }

    @Override
    public Instant now() {
        return clock.instant();
    }

    @Override
    public String toString() {
        return "MEMORY";
    }
}
