package org.uidgenerator.worker.db;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.transaction.TransactionException;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;

/** Takes worker ids: compares the clocks, says what is wanted, and tries again while others are faster. */
final class LeaseAcquisition {
    private static final Duration PATIENCE_WITH_OTHERS = Duration.ofSeconds(60);
    private static final int PATIENT_ATTEMPTS =
            20; // a process may have stopped in the middle of taking a free worker id
    private static final int LONGEST_PAUSE_MILLIS = 200;

    /** Closed generators leave ticks behind that have not come yet: after a restart at once, that is no reason to change. */
    private static final Duration SOON = Duration.ofMinutes(1);

    private final WorkerTable table;
    private final WorkerLeaseTable leases;
    private final StoreClock storeClock;
    private final InstantSource clock;
    private final Machine machine;
    private final long firstWorkerId;
    private final @Nullable Long lastWorkerId;
    private final Duration reservation;
    private final Duration maxBorrow;

    /**
     * Looks at a table of leases.
     *
     * @param lastWorkerId the greatest worker id wanted, or null for that of the layout
     */
    LeaseAcquisition(
            WorkerTable table,
            WorkerLeaseTable leases,
            StoreClock storeClock,
            InstantSource clock,
            Machine machine,
            long firstWorkerId,
            @Nullable Long lastWorkerId,
            Duration reservation,
            Duration maxBorrow) {
        this.table = table;
        this.leases = leases;
        this.storeClock = storeClock;
        this.clock = clock;
        this.machine = machine;
        this.firstWorkerId = firstWorkerId;
        this.lastWorkerId = lastWorkerId;
        this.reservation = reservation;
        this.maxBorrow = maxBorrow;
    }

    /**
     * Takes a worker id.
     *
     * @throws UidGenerateException if there is none, or none for this layout or at this time
     * @throws DataAccessException if the store does not answer or refuses
     * @throws TransactionException likewise
     */
    Acquisition acquire(UidLayout layout) {
        requireTicks(layout);
        long last = lastWorkerId(layout);
        Instant storeTime = storeClock.requireNear();
        long nowTick = Math.max(0, layout.tickAt(clock.millis()));
        Acquisition.Wish wish = new Acquisition.Wish(
                layout,
                firstWorkerId,
                last,
                nowTick,
                layout.tickAt(storeTime.toEpochMilli()),
                nowTick + min(SOON, maxBorrow).dividedBy(layout.tick()),
                nowTick + maxBorrow.dividedBy(layout.tick()),
                reservation.dividedBy(layout.tick()),
                launches());
        Acquisition acquired = acquire(wish);
        requireSameLayout(acquired, layout);
        return acquired;
    }

    private static Duration min(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private void requireTicks(UidLayout layout) {
        if (reservation.compareTo(layout.tick().multipliedBy(2)) < 0) {
            throw new UidGenerateException(String.format(
                    Locale.ROOT,
                    "reservation must be at least two ticks: reservation=%s, tick=%s",
                    reservation,
                    layout.tick()));
        }
    }

    private long lastWorkerId(UidLayout layout) {
        long last = lastWorkerId == null ? layout.maxWorkerId() : lastWorkerId;
        if (firstWorkerId > layout.maxWorkerId() || last > layout.maxWorkerId()) {
            throw new UidGenerateException(String.format(
                    Locale.ROOT,
                    "workerIds must be in [0, %d] (workerBits=%d): workerIds=%d..%d",
                    layout.maxWorkerId(),
                    layout.workerBits(),
                    firstWorkerId,
                    last));
        }
        return last;
    }

    /** The table of disposable worker ids, which are of the default namespace, if there is one. */
    private Optional<String> launches() {
        return leases.isOfDefaultNamespace() ? table.neighbour(WorkerNodeTable.STANDARD_NAME) : Optional.empty();
    }

    /**
     * Tries again as long as others are faster, each time after a random pause, so that not all come again at the same time.
     * A worker id that another launch has been taking for too long is left to it.
     */
    private Acquisition acquire(Acquisition.Wish wish) {
        long start = machine.nanoTime();
        long unusedFrom = wish.firstWorkerId();
        for (int attempt = 1; ; attempt++) {
            try {
                Optional<Acquisition> acquired = leases.acquire(wish, attempt <= PATIENT_ATTEMPTS, unusedFrom);
                if (acquired.isPresent()) {
                    requireNotLaunched(acquired.get());
                    return acquired.get();
                }
                if (unusedFrom == wish.firstWorkerId()) {
                    throw allInUse(wish);
                }
                unusedFrom = wish.firstWorkerId(); // whoever was taking one may have come to an end
            } catch (WorkerIdLockedException e) {
                requirePatience(start, attempt, e);
                unusedFrom = e.workerId() + 1;
            } catch (DuplicateKeyException | ConcurrencyFailureException e) {
                requirePatience(start, attempt, e);
            }
            pause(attempt);
        }
    }

    private void requirePatience(long start, int attempt, DataAccessException e) {
        if (machine.nanoTime() - start > PATIENCE_WITH_OTHERS.toNanos()) {
            throw new UidGenerateException(
                    String.format(
                            Locale.ROOT,
                            "%s; others were faster %d times in %s: try again when fewer generators start at the same time",
                            table.noWorkerId(e),
                            attempt,
                            PATIENCE_WITH_OTHERS),
                    e);
        }
    }

    private void pause(int attempt) {
        int bound = Math.min(LONGEST_PAUSE_MILLIS, 1 << Math.min(attempt, 10));
        try {
            machine.sleep(machine.random().nextInt(bound));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UidGenerateException("interrupted while taking a worker id from " + leases, e);
        }
    }

    private UidGenerateException allInUse(Acquisition.Wish wish) {
        return leases.otherLayout(wish.layout().toString())
                .map(other -> otherLayout(wish.layout(), other))
                .orElseGet(() -> new UidGenerateException(String.format(
                        Locale.ROOT,
                        "all worker ids %d..%d of %s are in use%s: widen workerIds or workerBits, close generators, or wait until the reserved ticks of crashed ones have passed",
                        wish.firstWorkerId(),
                        wish.lastWorkerId(),
                        leases,
                        wish.launches().map(launches -> " or in " + launches).orElse(""))));
    }

    private UidGenerateException otherLayout(UidLayout layout, String other) {
        return new UidGenerateException(String.format(
                Locale.ROOT,
                "all generators of a namespace must have equal layouts: layout=%s, but %s has %s; set layout to that, or namespace to one of its own if the UIDs may overlap",
                layout,
                leases,
                other));
    }

    /** Order matters! After the acquisition has been committed: of two that conflict, one sees the other. */
    private void requireSameLayout(Acquisition acquired, UidLayout layout) {
        orUndo(
                acquired,
                () -> leases.otherLayout(layout.toString()).ifPresent(other -> {
                    throw otherLayout(layout, other);
                }));
    }

    /** Order matters! Likewise: a disposable launch may have got the same worker id since its table was looked at. */
    private void requireNotLaunched(Acquisition acquired) {
        orUndo(
                acquired,
                () -> launches().ifPresent(launches -> {
                    if (WorkerNodeTable.records(table, launches, acquired.workerId())) {
                        throw new OptimisticLockingFailureException(String.format(
                                Locale.ROOT,
                                "worker id %d from %s is also in %s",
                                acquired.workerId(),
                                leases,
                                launches));
                    }
                }));
    }

    private void orUndo(Acquisition acquired, Runnable check) {
        try {
            check.run();
        } catch (RuntimeException refused) {
            try {
                leases.undo(acquired);
            } catch (DataAccessException | TransactionException e) {
                refused.addSuppressed(e);
            }
            throw refused;
        }
    }
}
