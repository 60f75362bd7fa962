package org.uidgenerator.internal.lease;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.OptionException;
import org.uidgenerator.OptionText;
import org.uidgenerator.UidLayout;
import org.uidgenerator.internal.file.LockedFile;
import org.uidgenerator.internal.identity.ExpectedIdentity;
import org.uidgenerator.worker.lease.store.WorkerLeaseStore;

/**
 * The options of a {@code LeasedWorkerIdsBuilder}, checked. {@code lastWorkerId} is null for that of the layout. A
 * holder without a name of its own is not sticky: containers number their processes from 1, so another process may have
 * the same name.
 */
public record LeaseOptions(
        WorkerLeaseStore store,
        long firstWorkerId,
        @Nullable Long lastWorkerId,
        Duration reservation,
        Duration maxClockSkew,
        Duration closeTimeout,
        Duration answerTimeout,
        String holder,
        boolean isSticky,
        String host,
        @Nullable String identity,
        @Nullable Path leaseFile,
        LockedFile.Opener leaseFileOpener,
        Environment environment) {
    /** The name of the log of all that leases do: the class that users know. */
    public static final String LOGGER = "org.uidgenerator.worker.lease.LeasedWorkerIds";

    private static final int LONGEST_HOLDER = 128;

    public LeaseOptions {
        WorkerLeaseStore.requireNamespace(store.namespace());
        if (firstWorkerId < 0) {
            throw OptionException.inWords(
                    "workerIds",
                    firstWorkerId,
                    OptionText.of("{workerIds} must not be negative"),
                    OptionText.of("first=%d, last=%s", firstWorkerId, lastWorkerId));
        }
        if (lastWorkerId != null && lastWorkerId < firstWorkerId) {
            throw OptionException.inWords(
                    "workerIds",
                    firstWorkerId,
                    OptionText.of("{workerIds} must be a range, first <= last"),
                    OptionText.of("first=%d, last=%d", firstWorkerId, lastWorkerId));
        }
        OptionException.requireIn("reservation", reservation, Duration.ofSeconds(1), Duration.ofDays(365));
        OptionException.requireIn(
                "maxClockSkew", maxClockSkew, Duration.ofSeconds(1), StartingGenerator.LONGEST_BORROW);
        OptionException.requireIn("closeTimeout", closeTimeout, Duration.ZERO, Duration.ofHours(24));
        requireFolder(leaseFile);
        if (identity != null) {
            ExpectedIdentity.requireCanBeOf(store.namespace(), identity);
        }
        if (holder.isBlank() || holder.length() > LONGEST_HOLDER) {
            throw OptionException.inWords(
                    "holder",
                    holder,
                    OptionText.of("{holder} must have 1 to %d characters", LONGEST_HOLDER),
                    OptionText.of("{holder}=\"%s\"", holder));
        }
    }

    private static void requireFolder(@Nullable Path leaseFile) {
        if (leaseFile == null) {
            return;
        }
        Path folder = leaseFile.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder) || Files.isDirectory(leaseFile)) {
            throw new OptionException("leaseFile", leaseFile, "must be a file in a folder that exists");
        }
    }

    /** Names store and namespace in messages. */
    public String storeName() {
        return store + " (namespace " + store.namespace() + ")";
    }

    /** The longest wait of a lease that requests nothing: half of what is left when a reservation is due. */
    public Duration period() {
        return reservation.dividedBy(4);
    }

    public int mostWorkerIds() {
        return lastWorkerId == null
                ? Integer.MAX_VALUE
                : (int) Math.min(Integer.MAX_VALUE - 1, lastWorkerId - firstWorkerId) + 1;
    }

    /** The greatest worker id that generators of a layout get. */
    public long lastWorkerId(UidLayout layout) {
        return lastWorkerId == null ? layout.maxWorkerId() : lastWorkerId;
    }
}
