package org.uidgenerator.worker.lease;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.uidgenerator.StoreException;
import org.uidgenerator.internal.NanoClock;

/**
 * The reads of a launch from its store. A question that is not answered is asked again, once: where many are launched
 * at the same time an answer may come too late, and to a read it does not matter whether it was done.
 */
record StoreReads(WorkerLeaseStore store, NanoClock nanoClock) {
    /** Whoever has waited for longer has waited long enough. */
    private static final Duration LONGEST_FIRST_WAIT = Duration.ofSeconds(5);

    LeaseOverview overview(long firstWorkerId, long lastWorkerId, Optional<String> holder) {
        return ask(() -> store.overview(firstWorkerId, lastWorkerId, holder));
    }

    List<LeaseRow> find(Collection<Long> workerIds) {
        return ask(() -> store.find(workerIds));
    }

    List<StoredLease> list(long firstWorkerId, long lastWorkerId) {
        return ask(() -> store.list(firstWorkerId, lastWorkerId));
    }

    private <T> T ask(Supplier<T> question) {
        long start = nanoClock.nanoTime();
        try {
            return question.get();
        } catch (StoreException noAnswer) {
            if (nanoClock.nanoTime() - start > LONGEST_FIRST_WAIT.toNanos()) {
                throw noAnswer;
            }
            return question.get();
        }
    }
}
