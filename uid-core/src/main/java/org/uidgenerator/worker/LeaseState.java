package org.uidgenerator.worker;

import java.time.Duration;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * How a lease stands with its store, for dashboards and operators; nothing is decided by it.
 *
 * @param term the fencing number, if the store keeps one
 * @param reservedThrough the last tick that may be stamped without asking the store; {@link Long#MAX_VALUE} if there is
 *     nothing to reserve
 * @param clockSkew how far the clock of this host was ahead of the store's when they were compared last, negative if it was behind;
 *     zero if the difference is within the time that the store took to answer; null if they are not compared
 * @param storeFailure why the store did not answer when it was asked last, or null if it did
 */
public record LeaseState(
        OptionalLong term,
        long reservedThrough,
        @Nullable Duration clockSkew,
        @Nullable Throwable storeFailure) {
    /** Of a lease that needs no store: all ticks are reserved. */
    public static final LeaseState UNLIMITED = new LeaseState(OptionalLong.empty(), Long.MAX_VALUE, null, null);
}
