package org.uidgenerator.generator;

import java.util.function.IntSupplier;
import java.util.function.LongPredicate;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Whether a generator may hold additional worker ids, and what decides when it needs them.
 *
 * @param most how many worker ids it may hold in all
 * @param policy makes what decides how many it holds, anew for each run
 * @param issued how many UIDs have been handed out so far
 * @param isPast whether no UID of a tick or of an earlier one is handed out any more
 * @param waits how many calls have had to wait for a UID so far
 * @param waiting how many wait now
 */
record AdditionalWorkerIds(
        int most,
        Supplier<WorkerIdPolicy> policy,
        LongSupplier issued,
        LongPredicate isPast,
        LongSupplier waits,
        IntSupplier waiting) {
    /** One worker id, and nothing is buffered. */
    static final AdditionalWorkerIds NONE =
            new AdditionalWorkerIds(1, () -> reading -> 1, () -> 0, tick -> true, () -> 0, () -> 0);

    /** Returns whether no UID of a worker id is handed out any more, given its last tick or -1. */
    boolean isOver(long lastTick) {
        return lastTick < 0 || isPast.test(lastTick);
    }
}
