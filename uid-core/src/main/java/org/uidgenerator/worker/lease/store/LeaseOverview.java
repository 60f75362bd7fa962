package org.uidgenerator.worker.lease.store;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.uidgenerator.StoreIdentity;

/**
 * The first answer of a store to a starting generator, before any row is looked at: {@link WorkerLeaseStore#overview}.
 *
 * @param now the store's own time
 * @param identity the store identity that the store holds, or empty if none was made yet or it keeps none
 * @param highest the highest worker id of the range that has a row, or empty if none has
 * @param own the worker ids of the range that the holder had last, or none if it has no name of its own
 * @param others worker ids of the namespace that are taken elsewhere, as by an assigner of another kind, or empty if
 *     there is no such place. They are passed over
 */
public record LeaseOverview(
        Instant now,
        Optional<StoreIdentity> identity,
        OptionalLong highest,
        List<Long> own,
        Optional<OtherWorkerIds> others) {

    /**
     * Makes an overview, as a store does that was asked for one.
     *
     * @param now the store's own time
     * @param identity the store identity that the store holds
     * @param highest the highest worker id that has a row
     * @param own the worker ids that the holder had last
     * @param others worker ids that are taken elsewhere
     */
    public LeaseOverview {
        Objects.requireNonNull(now, "now");
        Objects.requireNonNull(identity, "identity");
        Objects.requireNonNull(highest, "highest");
        own = List.copyOf(Objects.requireNonNull(own, "own"));
        Objects.requireNonNull(others, "others");
    }

    /**
     * Adds the worker ids that are taken elsewhere.
     *
     * @param others where they are, or empty if there is no such place
     * @return an overview with these, and otherwise the same
     * @throws NullPointerException if {@code others} is null
     */
    public LeaseOverview withOthers(Optional<OtherWorkerIds> others) {
        return new LeaseOverview(now, identity, highest, own, others);
    }
}
