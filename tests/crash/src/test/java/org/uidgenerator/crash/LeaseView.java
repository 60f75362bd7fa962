package org.uidgenerator.crash;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.uidgenerator.StoreException;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.worker.lease.store.Fence;
import org.uidgenerator.worker.lease.store.LeaseRow;
import org.uidgenerator.worker.lease.store.TimedLeaseRow;
import org.uidgenerator.worker.lease.store.WorkerLeaseStore;

/** Reads the leases. If the store does not answer, the result is unknown. */
final class LeaseView implements AutoCloseable {
    private static final Duration BETWEEN_FREEZES = Duration.ofMillis(50);

    private final StoreClient client;
    private final WorkerLeaseStore store;

    LeaseView(StoreClient client) {
        this.client = client;
        store = client.store();
    }

    /** The worker id of a holder. Waits for the store to answer. */
    OptionalLong workerIdOf(String holder, Duration longest) {
        long[] found = {-1};
        Until.holds(longest, () -> {
            found[0] = ask(() -> store.list(0, Long.MAX_VALUE).stream()
                            .map(TimedLeaseRow::row)
                            .filter(row -> isHeldBy(row, holder))
                            .map(LeaseRow::workerId)
                            .max(Long::compare))
                    .orElse(-1L);
            return found[0] >= 0;
        });
        return found[0] < 0 ? OptionalLong.empty() : OptionalLong.of(found[0]);
    }

    /**
     * Stops a process, but not within a transaction, which would keep all others from its row, or from the whole file:
     * that is another situation.
     *
     * @return its worker id, or empty if it has none
     */
    OptionalLong freeze(StartedProcess process, Duration longest) {
        process.freeze();
        OptionalLong workerId = workerIdOf(process.holder(), longest);
        while (workerId.isPresent() && isLocked(workerId.getAsLong())) {
            process.thaw();
            Until.passed(BETWEEN_FREEZES);
            process.freeze();
        }
        return workerId;
    }

    /** Whether a process that finds no other worker id takes this one from a holder that has not given it back. */
    boolean isOverdue(long workerId) {
        return holds(workerId, row -> row.reservedThrough() + row.nextReservation() < StoreIdentity.tickOfNow());
    }

    /**
     * Whether a transaction that has not ended has changed the row of a worker id, so that no other transaction can
     * write it.
     */
    private boolean isLocked(long workerId) {
        return !holds(workerId, row -> {
            Fence asItIs = Fence.at(row);
            return store.update(asItIs, row);
        });
    }

    /** Whether a worker id has another holder, or had one that gave it back. */
    boolean hasLeft(long workerId, String holder) {
        return holds(workerId, row -> !isHeldBy(row, holder));
    }

    boolean isHeldBy(long workerId, String holder) {
        return holds(workerId, row -> isHeldBy(row, holder));
    }

    private static boolean isHeldBy(LeaseRow row, String holder) {
        return row.held() && holder.equals(row.holder());
    }

    private boolean holds(long workerId, Predicate<LeaseRow> condition) {
        return ask(() -> store.find(workerId).filter(condition)).isPresent();
    }

    private static <T> Optional<T> ask(Supplier<Optional<T>> question) {
        try {
            return question.get();
        } catch (StoreException | UidGenerateException e) {
            return Optional.empty();
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
