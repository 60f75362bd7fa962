package org.uidgenerator.server.web;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidGeneratorStatus;

/**
 * What this server's generator is doing.
 *
 * @param workerId the worker id that is stamped now
 * @param term the fencing number of its lease, if it has one
 * @param reservedUntil when the last tick ends that may be stamped without asking the store
 * @param clockSkew how far this host's clock is ahead of the store's, if they are compared
 * @param borrowed how far the last claimed tick is ahead of the clock
 * @param issued how many UIDs have been handed out
 * @param available how many are ready
 * @param failure why the last attempt to make more failed, if it did
 * @param storeFailure why the store did not answer last, if it did not
 */
record GeneratorView(
        String workerId,
        @Nullable String term,
        Instant reservedUntil,
        @Nullable Duration clockSkew,
        Duration borrowed,
        String issued,
        String available,
        @Nullable String failure,
        @Nullable String storeFailure) {
    static GeneratorView of(UidGeneratorStatus status) {
        return new GeneratorView(
                Long.toString(status.workerId()),
                status.term().isPresent() ? Long.toString(status.term().getAsLong()) : null,
                status.reservedUntil(),
                status.clockSkew(),
                status.borrowed(),
                Long.toString(status.issued()),
                Long.toString(status.available()),
                message(status.failure()),
                message(status.storeFailure()));
    }

    private static @Nullable String message(@Nullable Throwable failure) {
        return failure == null ? null : String.valueOf(failure.getMessage());
    }
}
