package org.uidgenerator.worker.lease;

import static java.lang.System.Logger.Level.WARNING;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.StoreException;
import org.uidgenerator.StoreIdentity;
import org.uidgenerator.StoreIdentityRecord;
import org.uidgenerator.UidGenerateException;

/** Changes that operators make to the rows of a namespace, whoever holds them. */
record LeaseAdministration(WorkerLeaseStore store, String storeName, RandomGenerator random) {
    private static final System.Logger LOG = System.getLogger(LeasedWorkerIds.class.getName());

    Optional<StoreIdentity> identity() {
        try {
            return store.identityRecord().flatMap(StoreIdentityRecord::find);
        } catch (StoreException e) {
            throw new UidGenerateException(
                    String.format(Locale.ROOT, "no store identity of %s: %s", storeName, e.getMessage()), e);
        }
    }

    List<WorkerLeaseStatus> list() {
        try {
            List<StoredLease> leases = store.list(0, Long.MAX_VALUE);
            Instant now = store.now();
            return leases.stream()
                    .map(lease -> WorkerLeaseStatus.of(store.namespace(), lease, now))
                    .sorted(Comparator.comparingLong(WorkerLeaseStatus::workerId))
                    .toList();
        } catch (StoreException e) {
            throw new UidGenerateException(
                    String.format(Locale.ROOT, "no list of %s: %s", storeName, e.getMessage()), e);
        }
    }

    void repair(long workerId, long lastTick) {
        try {
            if (!giveBack(find(workerId), lastTick)) {
                throw refusal(
                        workerId,
                        "repaired",
                        String.format(Locale.ROOT, "worker id %d is in use: its row has changed", workerId),
                        null);
            }
        } catch (StoreException e) {
            throw refusal(workerId, "repaired", e.getMessage(), e);
        }
        LOG.log(
                WARNING,
                "worker id {0} of {1} continues above tick {2}",
                Long.toString(workerId),
                storeName,
                Long.toString(lastTick));
    }

    /**
     * The next holder starts above all that this one can have reserved, even if the store has lost its latest write.
     */
    void evict(long workerId) {
        LeaseRow row;
        try {
            row = find(workerId);
            if (!row.held()) {
                throw refusal(
                        workerId,
                        "taken away",
                        String.format(Locale.ROOT, "it is free, %s has given it back", row.holder()),
                        null);
            }
            if (!giveBack(row, row.announcedThrough())) {
                throw refusal(
                        workerId,
                        "taken away",
                        "its row was written at the same time, by its holder or by whoever takes it over; try again",
                        null);
            }
        } catch (StoreException e) {
            throw refusal(workerId, "taken away", e.getMessage(), e);
        }
        LOG.log(
                WARNING,
                "worker id {0} of {1} was taken away from {2}, and continues above tick {3}",
                Long.toString(workerId),
                storeName,
                row.holder(),
                Long.toString(row.announcedThrough()));
    }

    private LeaseRow find(long workerId) {
        return store.find(workerId)
                .orElseThrow(() -> new UidGenerateException(
                        String.format(Locale.ROOT, "worker id %d of %s was never taken", workerId, storeName)));
    }

    /** Raises the TERM, so that the holder of the worker id reserves no more ticks under it. */
    private boolean giveBack(LeaseRow row, long lastTick) {
        long term = FreeWorkerIds.nextTerm(row.term(), random);
        return store.update(Fence.at(row), row.underTerm(term).givenBack(lastTick));
    }

    private UidGenerateException refusal(
            long workerId, String wanted, @Nullable String why, @Nullable Throwable cause) {
        return new UidGenerateException(
                String.format(Locale.ROOT, "worker id %d of %s is not %s: %s", workerId, storeName, wanted, why),
                cause);
    }
}
