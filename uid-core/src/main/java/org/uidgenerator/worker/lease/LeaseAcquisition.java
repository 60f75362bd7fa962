package org.uidgenerator.worker.lease;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.IdSpace;
import org.uidgenerator.OptionText;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.internal.space.ExpectedSpace;

/** Takes worker ids: compares the clocks, determines what to look for, and tries again while others are faster. */
final class LeaseAcquisition {
    private static final Duration PATIENCE_WITH_OTHERS = Duration.ofSeconds(60);
    private static final int LONGEST_PAUSE_MILLIS = 200;

    /** One answer may be lost. A store that does not answer twice is left to its next launch. */
    private static final int MOST_UNACKNOWLEDGED = 2;

    /**
     * Closed generators leave ticks behind that have not come yet. If a process restarts at once, that is no reason to
     * change the worker id.
     */
    private static final Duration SOON = Duration.ofMinutes(1);

    /**
     * After this time, a holder with a name of its own that has given its worker id back is no longer expected to
     * return.
     */
    private static final Duration FORGOTTEN = Duration.ofDays(1);

    private final WorkerLeaseStore store;
    private final String storeName;
    private final Environment environment;
    private final Holder holder;
    private final long firstWorkerId;
    private final @Nullable Long lastWorkerId;
    private final Duration reservation;
    private final ExpectedSpace space;
    private final UnacknowledgedAcquisitions unacknowledged = new UnacknowledgedAcquisitions();

    LeaseAcquisition(WorkerLeaseStore store, String storeName, ExpectedSpace space, LeasedWorkerIdsBuilder options) {
        this.store = store;
        this.storeName = storeName;
        this.space = space;
        environment = options.environment;
        holder = options.holder;
        firstWorkerId = options.firstWorkerId;
        lastWorkerId = options.lastWorkerId;
        reservation = options.reservation;
    }

    /**
     * Takes a worker id, for good once this returns.
     *
     * @throws UidGenerateException if there is none, or none for this layout or at this time, or the store holds
     *     another id space than expected
     * @throws LeaseStoreException if the store does not answer or refuses
     */
    Acquisition acquire(Launch launch) {
        UidLayout layout = launch.layout();
        requireTicks(layout);
        long last = lastWorkerId(layout);
        requireLongerThanRest();
        Instant storeTime = launch.clocks().requireNear();
        LeaseLayout leaseLayout = new LeaseLayout(layout);
        space.require(
                storeName,
                store.spaceRecord(),
                name -> IdSpace.random(name, leaseLayout.toString(), holder.name(), storeTime, environment.random()));
        long nowTick = launch.nowTick();
        WantedWorkerId wish = new WantedWorkerId(
                layout,
                leaseLayout,
                holder,
                firstWorkerId,
                last,
                nowTick,
                layout.tickAt(storeTime.toEpochMilli()),
                nowTick - launch.ticks(FORGOTTEN),
                nowTick + launch.ticks(min(SOON, launch.maxBorrow())),
                nowTick + launch.ticks(launch.maxBorrow()),
                launch.ticks(reservation));
        return acquire(wish);
    }

    private static Duration min(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private void requireTicks(UidLayout layout) {
        if (reservation.compareTo(layout.tick().multipliedBy(2)) < 0) {
            throw new UidGenerateException(OptionText.of(
                    "{reservation} must be at least two ticks: {reservation}=%s, {tick}=%s",
                    reservation, layout.tick()));
        }
    }

    private void requireLongerThanRest() {
        Duration rest = store.confirmationTime();
        if (reservation.compareTo(rest.multipliedBy(2)) < 0) {
            throw new UidGenerateException(OptionText.of(
                    "{reservation} must be at least %s, twice the time until %s confirms a write: {reservation}=%s",
                    rest.multipliedBy(2), storeName, reservation));
        }
    }

    private long lastWorkerId(UidLayout layout) {
        long last = lastWorkerId == null ? layout.maxWorkerId() : lastWorkerId;
        if (firstWorkerId > layout.maxWorkerId() || last > layout.maxWorkerId()) {
            throw new UidGenerateException(OptionText.of(
                    "{workerIds} must be in [0, %d] ({workerBits}=%d): {workerIds}=%d..%d",
                    layout.maxWorkerId(), layout.workerBits(), firstWorkerId, last));
        }
        return last;
    }

    /*
     * An exception leaves open whether the row was written, will be, or never. Such an acquisition is never used. Its
     * row is looked for in the rows read next, and taken over under a new term if it is there. What is still there when
     * the launch fails is given back, without knowing whether it is.
     *
     *   term 5: insert, no answer ──▶ term 9: found held under term 5, taken over, acknowledged, used
     *                             └─▶ not found: the same worker id again under term 8, as it still is the lowest free one
     *
     * Why no tick is stamped twice: what may be under way is the taking (which admits only the row as it was before
     * term 5) and the giving back (which admits only term 5). Once term 9 is acknowledged, neither changes anything,
     * however late it arrives. If the taking arrives after it was given back in vain, a worker id is reserved that
     * nobody uses, as after a crash, until this assigner finds it. And as nothing is ever stamped under term 5, term 9
     * may start where term 5 would have, not above what term 5 has announced.
     */

    private Acquisition acquire(WantedWorkerId wish) {
        Deque<Acquisition> begun = new ArrayDeque<>();
        try {
            return acquire(wish, begun);
        } catch (RuntimeException refused) {
            begun.forEach(left -> undo(left, refused));
            throw refused;
        }
    }

    /**
     * Tries again as long as others are faster, each time after a random pause, so that launches do not all retry at
     * the same time.
     *
     * @param begun receives what was begun and not ended, the latest first
     */
    private Acquisition acquire(WantedWorkerId wish, Deque<Acquisition> begun) {
        LostRaces lostRaces = new LostRaces();
        Optional<OtherWorkerIds> others = store.others();
        long start = environment.nanoClock().nanoTime();
        for (int attempt = 1; ; attempt++) {
            List<StoredLease> leases = store.list();
            requireSameLayout(leases, wish);
            Optional<Acquisition> choice = new FreeWorkerIds(
                            wish, leases, unacknowledged.known(), others, lostRaces, environment.random())
                    .choose();
            if (choice.isPresent()) {
                Acquisition wanted = choice.get();
                begun.push(wanted);
                if (take(wanted, wish, lostRaces, begun)) {
                    unacknowledged.forget(wanted.workerId());
                    return wanted;
                }
            } else if (!lostRaces.forget()) {
                throw allInUse(wish, others);
            }
            requirePatience(start, attempt);
            pause(attempt);
        }
    }

    private boolean take(Acquisition wanted, WantedWorkerId wish, LostRaces lostRaces, Deque<Acquisition> begun) {
        try {
            if (wanted.take(store)) {
                if (isOurs(wanted, wish)) {
                    return true;
                }
                wanted.undo(store);
            }
            begun.pop();
            lostRaces.refused(wanted);
        } catch (LeaseStoreException noAnswer) {
            unacknowledged.add(wanted); // Order matters! From now on another thread may take it over
            if (begun.size() == MOST_UNACKNOWLEDGED) {
                throw noAnswer;
            }
        }
        return false;
    }

    private void requireSameLayout(List<StoredLease> leases, WantedWorkerId wish) {
        wish.leaseLayout().otherIn(leases).ifPresent(other -> {
            throw new UidGenerateException(OptionText.of(
                    "all generators of a namespace must have equal layouts: {layout}=%s, but %s has %s; set {layout} to that, or {namespace} to one of its own if the UIDs may overlap",
                    wish.leaseLayout(), storeName, other));
        });
    }

    /**
     * Order matters! Looks again after the acquisition is there for good: of two that conflict, one sees the other.
     *
     * @return false if the worker id has been taken elsewhere in the meantime
     * @throws UidGenerateException if another process has taken a worker id for another layout
     */
    private boolean isOurs(Acquisition taken, WantedWorkerId wish) {
        Optional<OtherWorkerIds> others = store.others();
        if (others.isPresent() && others.get().lowestFree(taken.workerId()) != taken.workerId()) {
            return false;
        }
        requireSameLayout(store.list(), wish);
        return true;
    }

    /** Undoes an acquisition under which nothing was stamped. What the store says to that is added to the reason. */
    void undo(Acquisition begun, Throwable refused) {
        unacknowledged.add(begun); // the undoing may fail, or the taking arrive after it
        try {
            begun.undo(store);
        } catch (RuntimeException e) {
            refused.addSuppressed(e);
        }
    }

    private void requirePatience(long start, int attempt) {
        if (environment.nanoClock().nanoTime() - start > PATIENCE_WITH_OTHERS.toNanos()) {
            throw new UidGenerateException(String.format(
                    Locale.ROOT,
                    "no worker id from %s: others were faster %d times in %s: try again when fewer generators start at the same time",
                    store,
                    attempt,
                    PATIENCE_WITH_OTHERS));
        }
    }

    private void pause(int attempt) {
        int bound = Math.min(LONGEST_PAUSE_MILLIS, 1 << Math.min(attempt, 10));
        try {
            environment
                    .nanoClock()
                    .park(TimeUnit.MILLISECONDS.toNanos(environment.random().nextInt(bound)));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UidGenerateException("interrupted while taking a worker id from " + storeName, e);
        }
    }

    private UidGenerateException allInUse(WantedWorkerId wish, Optional<OtherWorkerIds> others) {
        return new UidGenerateException(OptionText.of(
                "all worker ids %d..%d of %s are in use%s: widen {workerIds} or {workerBits}, close generators, or wait until the reserved ticks of crashed ones have passed",
                wish.firstWorkerId(),
                wish.lastWorkerId(),
                storeName,
                others.map(elsewhere -> " or in " + elsewhere).orElse("")));
    }
}
