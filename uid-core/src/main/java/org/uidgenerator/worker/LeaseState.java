package org.uidgenerator.worker;

import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * How a lease stands with its store, for dashboards and operators; nothing is decided by it.
 *
 * @param term the fencing number, if the store keeps one
 * @param reservedThrough the last tick that may be stamped without asking the store; {@link Long#MAX_VALUE} if there is
 *     nothing to reserve
 * @param storeFailure why the store did not answer when it was asked last, or null if it did
 */
public record LeaseState(
        OptionalLong term, long reservedThrough, @Nullable Throwable storeFailure) {
    /** Of a lease that needs no store: all ticks are reserved. */
    public static final LeaseState UNLIMITED = new LeaseState(OptionalLong.empty(), Long.MAX_VALUE, null);
}
