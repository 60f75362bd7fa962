package org.uidgenerator.worker;

import java.time.Duration;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The state of a lease with its store, for dashboards and operators. No decision depends on it.
 *
 * @param term the fencing number, if the store keeps one
 * @param reservedThrough the last tick that may be stamped without asking the store; {@link Long#MAX_VALUE} if there is
 *     nothing to reserve
 * @param usableThrough the last tick for which {@link WorkerLease#reserve} returns at once; less than
 *     {@code reservedThrough} where more than the store's answer is needed
 * @param clockSkew how far the clock of this host was ahead of the store's when they were compared last, negative if it
 *     was behind; zero if the difference is within the time that the store took to answer; null if they are not
 *     compared
 * @param storeFailure why the store did not answer when it was asked last, or null if it did
 */
public record LeaseState(
        OptionalLong term,
        long reservedThrough,
        long usableThrough,
        @Nullable Duration clockSkew,
        @Nullable Throwable storeFailure) {
    /** The state of a lease that needs no store: all ticks are reserved. */
    public static final LeaseState UNLIMITED = new LeaseState(OptionalLong.empty(), Long.MAX_VALUE, null, null);

    /**
     * Describes a lease that lets all reserved ticks through at once.
     *
     * @param term the fencing number, if the store keeps one
     * @param reservedThrough the last tick that may be stamped without asking the store
     * @param clockSkew how far the clock of this host was ahead of the store's, or null
     * @param storeFailure why the store did not answer when it was asked last, or null if it did
     */
    public LeaseState(
            OptionalLong term, long reservedThrough, @Nullable Duration clockSkew, @Nullable Throwable storeFailure) {
        this(term, reservedThrough, reservedThrough, clockSkew, storeFailure);
    }
}
