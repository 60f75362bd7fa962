package org.uidgenerator.crash;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.uidgenerator.test.internal.UnfencedLeaseStore;
import org.uidgenerator.worker.lease.LeasedWorkerIds;
import org.uidgenerator.worker.lease.LeasedWorkerIdsBuilder;
import org.uidgenerator.worker.lease.store.WorkerLeaseStore;

/**
 * The settings of an {@link IssuingProcess}.
 *
 * @param holder the name of the process
 * @param clockOffset how far its clock is ahead
 * @param reservation how far ahead ticks are reserved
 * @param fenced whether the fence is in place
 * @param firstWorkerId the first worker id that it may take
 * @param lastWorkerId the last one
 * @param identity the store identity that it expects, or {@link #ANY_IDENTITY}
 * @param leaseFile the path of the file from which it continues while the store does not answer, or {@link #NO_FILE}
 * @param load how fast it issues
 * @param sampling how often it prints how much memory and how many threads it has, zero for never
 */
record LeaseSettings(
        String holder,
        Duration clockOffset,
        Duration reservation,
        boolean fenced,
        long firstWorkerId,
        long lastWorkerId,
        String identity,
        String leaseFile,
        Load load,
        Duration sampling) {
    static final String ANY_IDENTITY = "any";
    static final String NO_FILE = "none";

    /** Reads what {@link #toArguments} has written. */
    static LeaseSettings ofArguments(List<String> arguments) {
        return new LeaseSettings(
                arguments.get(0),
                Duration.parse(arguments.get(1)),
                Duration.parse(arguments.get(2)),
                Boolean.parseBoolean(arguments.get(3)),
                Long.parseLong(arguments.get(4)),
                Long.parseLong(arguments.get(5)),
                arguments.get(6),
                arguments.get(7),
                Load.valueOf(arguments.get(8)),
                Duration.parse(arguments.get(9)));
    }

    /** Writes the settings for a command line. */
    List<String> toArguments() {
        return List.of(
                holder,
                clockOffset.toString(),
                reservation.toString(),
                Boolean.toString(fenced),
                Long.toString(firstWorkerId),
                Long.toString(lastWorkerId),
                identity,
                leaseFile,
                load.name(),
                sampling.toString());
    }

    /** Makes an assigner as users do, unless the fence is removed. */
    LeasedWorkerIds on(WorkerLeaseStore store) {
        LeasedWorkerIdsBuilder builder = LeasedWorkerIds.builder(fenced ? store : new UnfencedLeaseStore(store))
                .holder(holder)
                .workerIds(firstWorkerId, lastWorkerId)
                .reservation(reservation)
                .maxClockSkew(Duration.ofDays(1)) // or those with shifted clocks would not start
                .closeTimeout(Duration.ofMillis(500));
        if (!leaseFile.equals(NO_FILE)) {
            builder.leaseFile(Path.of(leaseFile));
        }
        return (identity.equals(ANY_IDENTITY) ? builder : builder.expectedIdentity(identity)).build();
    }
}
