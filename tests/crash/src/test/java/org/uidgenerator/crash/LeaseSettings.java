package org.uidgenerator.crash;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.uidgenerator.test.internal.UnfencedLeaseStore;
import org.uidgenerator.worker.lease.LeasedWorkerIds;
import org.uidgenerator.worker.lease.LeasedWorkerIdsBuilder;
import org.uidgenerator.worker.lease.WorkerLeaseStore;

/**
 * How a process leases its worker id.
 *
 * @param holder the name of the process
 * @param clockOffset how far its clock is ahead
 * @param reservation how far ahead ticks are reserved
 * @param fenced whether the fence is in place
 * @param firstWorkerId the first worker id that it may take
 * @param lastWorkerId the last one
 * @param identity the store identity that it expects, or {@link #ANY_IDENTITY}
 */
record LeaseSettings(
        String holder,
        Duration clockOffset,
        Duration reservation,
        boolean fenced,
        long firstWorkerId,
        long lastWorkerId,
        String identity) {
    static final String ANY_IDENTITY = "any";

    /** Reads what {@link #toArguments} has written. */
    static LeaseSettings ofArguments(List<String> arguments) {
        return new LeaseSettings(
                arguments.get(0),
                Duration.parse(arguments.get(1)),
                Duration.parse(arguments.get(2)),
                Boolean.parseBoolean(arguments.get(3)),
                Long.parseLong(arguments.get(4)),
                Long.parseLong(arguments.get(5)),
                arguments.get(6));
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
                identity);
    }

    InstantSource clock() {
        return InstantSource.offset(InstantSource.system(), clockOffset);
    }

    /** Makes an assigner as users do, unless the fence is removed. */
    LeasedWorkerIds on(WorkerLeaseStore store) {
        LeasedWorkerIdsBuilder builder = LeasedWorkerIds.builder(fenced ? store : new UnfencedLeaseStore(store))
                .holder(holder)
                .workerIds(firstWorkerId, lastWorkerId)
                .reservation(reservation)
                .maxClockSkew(Duration.ofDays(1)) // or those with shifted clocks would not start
                .closeTimeout(Duration.ofMillis(500));
        return (identity.equals(ANY_IDENTITY) ? builder : builder.expectedIdentity(identity)).build();
    }
}
