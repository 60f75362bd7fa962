package org.uidgenerator.worker;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The state of a lease with its store, for dashboards and operators.
 *
 * @param term the fencing number, or empty if the store keeps none
 * @param reservedThrough the last tick that may be used without asking the store; {@link Long#MAX_VALUE} if there is
 *     nothing to reserve
 * @param usableThrough the last tick for which {@link WorkerLease#reserve} returns at once; less than
 *     {@code reservedThrough} if more than the store's answer is needed
 * @param clockSkew how far the clock of this host was ahead of the store's when they were compared last, negative if it
 *     was behind; zero if the difference is within the time that the store took to answer; null if they are not
 *     compared
 * @param storeFailure why the store did not answer when it was asked last, or null if it did
 * @param identity the store identity that the worker id belongs to: the text of an
 *     {@link org.uidgenerator.StoreIdentity}, a bare name if no store keeps an identity, or empty if nothing is known
 *     of it
 */
public record LeaseState(
        OptionalLong term,
        long reservedThrough,
        long usableThrough,
        @Nullable Duration clockSkew,
        @Nullable Throwable storeFailure,
        Optional<String> identity) {
    /** The state of a lease that needs no store: all ticks are reserved. */
    public static final LeaseState UNLIMITED = through(Long.MAX_VALUE);

    /**
     * Makes a snapshot.
     *
     * @param term the fencing number, or empty
     * @param reservedThrough the last tick that may be used without asking the store
     * @param usableThrough the last tick for which {@link WorkerLease#reserve} returns at once
     * @param clockSkew how far the clock of this host was ahead of the store's, or null
     * @param storeFailure why the store did not answer, or null
     * @param identity the store identity, or empty
     */
    public LeaseState {
        Objects.requireNonNull(term, "term");
        Objects.requireNonNull(identity, "identity");
    }

    /**
     * Describes a lease that has reserved ticks, all of which may be used at once, and of which nothing else is known.
     *
     * @param reservedThrough the last one
     * @return a state without a term, a clock, a failure and an identity
     */
    public static LeaseState through(long reservedThrough) {
        return new LeaseState(OptionalLong.empty(), reservedThrough, reservedThrough, null, null, Optional.empty());
    }

    /** {@return whether nothing is reserved, so that no process can tell after a restart which ticks were used} */
    public boolean isUnlimited() {
        return reservedThrough == Long.MAX_VALUE;
    }
}
