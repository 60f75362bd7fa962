package org.uidgenerator.internal.lease.take;

import static java.lang.System.Logger.Level.INFO;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.uidgenerator.OptionText;
import org.uidgenerator.StoreException;
import org.uidgenerator.StoreIdentity;
import org.uidgenerator.StoreIdentityRecord;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.internal.identity.ExpectedIdentity;
import org.uidgenerator.internal.lease.Environment;
import org.uidgenerator.internal.lease.LeaseOptions;
import org.uidgenerator.internal.lease.MeteredStore;
import org.uidgenerator.internal.lease.StartingGenerator;
import org.uidgenerator.worker.lease.store.LeaseOverview;

/** Takes worker ids: compares clocks and store identities, and tries again while others are faster. */
public final class LeaseAcquisition {
    private static final System.Logger LOG = System.getLogger(LeaseOptions.LOGGER);

    /** How long to go on while refused worker ids keep the holders that they had, and how often if calls are slow. */
    private static final Duration PATIENCE_WITH_OTHERS = Duration.ofSeconds(60);

    private static final int LEAST_ATTEMPTS = 10;

    /** Between attempts at a store that answers fast. */
    private static final Duration LONGEST_BACK_OFF = Duration.ofMillis(200);

    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

    /** The number of attempts after which a line in the log says that the generator waits. */
    private static final int LONG_WAIT = 4;

    /** One answer may be lost. A store that does not answer twice is asked at the next start. */
    private static final int MOST_UNACKNOWLEDGED = 2;

    private final MeteredStore store;
    private final LeaseOptions options;
    private final String storeName;
    private final Environment environment;
    private final ExpectedIdentity identity;
    private final UnacknowledgedAcquisitions unacknowledged = new UnacknowledgedAcquisitions();

    public LeaseAcquisition(MeteredStore store, ExpectedIdentity identity, LeaseOptions options) {
        this.store = store;
        this.identity = identity;
        this.options = options;
        storeName = options.storeName();
        environment = options.environment();
    }

    /**
     * Takes a worker id, for good once this returns.
     *
     * @throws UidGenerateException if there is none, or none for this layout or at this time, or the store holds
     *     another store identity than expected
     * @throws StoreException if the store does not answer or refuses
     */
    public Acquisition acquire(StartingGenerator generator) {
        UidLayout layout = generator.layout();
        long last = generator.wantsAdditional() ? lastAdditional(lastWorkerId(layout)) : lastWorkerId(layout);
        requireReservation(layout);
        Instant asked = generator.clocks().host().instant();
        LeaseOverview overview = store.overview(
                options.firstWorkerId(), last, options.isSticky() ? Optional.of(options.holder()) : Optional.empty());
        Instant storeTime = generator.timeOf(overview);
        generator.clocks().requireNear(asked, storeTime);
        Optional<StoreIdentity> held = identityIn(overview, layout, storeTime);
        WantedWorkerId wish = new WantedWorkerId(
                generator, options, last, generator.nowTick(), layout.tickAt(storeTime.toEpochMilli()));
        held.ifPresent(found -> wish.requireSameLayout(storeName, found.layout()));
        LeaseSearch search = new LeaseSearch(store, wish, overview, unacknowledged);
        try {
            Acquisition taken = acquire(search);
            remember(held);
            return taken;
        } catch (RuntimeException refused) {
            search.begun.forEach(left -> undo(left, refused));
            throw refused;
        }
    }

    /** Returns the store identity, which is made if this is the first start. */
    private Optional<StoreIdentity> identityIn(LeaseOverview overview, UidLayout layout, Instant storeTime) {
        if (overview.identity().isEmpty()) {
            return identity.find(
                    storeName,
                    store.identityRecord(),
                    name -> StoreIdentity.random(
                            name, layout.toString(), options.holder(), storeTime, environment.random()));
        }
        identity.require(storeName, overview.identity());
        return overview.identity();
    }

    /** A store that may lose what it has just written is asked again. By now it stays, as the worker id does. */
    private void remember(Optional<StoreIdentity> held) {
        boolean mayBeLost =
                identity.seen().isEmpty() && !store.confirmationTime().isZero();
        if (mayBeLost
                && !store.identityRecord().flatMap(StoreIdentityRecord::find).equals(held)) {
            throw new UidGenerateException(
                    storeName + " has crashed and lost its store identity while a worker id was taken: try again");
        }
        identity.remember(storeName, held);
    }

    private void requireReservation(UidLayout layout) {
        Duration reservation = options.reservation();
        if (reservation.compareTo(layout.tick().multipliedBy(2)) < 0) {
            throw new UidGenerateException(OptionText.of(
                    "{reservation} must be at least two ticks: {reservation}=%s, {tick}=%s",
                    reservation, layout.tick()));
        }
        Duration least = store.confirmationTime().multipliedBy(2);
        if (reservation.compareTo(least) < 0) {
            throw new UidGenerateException(OptionText.of(
                    "{reservation} must be at least %s, twice the time until %s confirms a write: {reservation}=%s",
                    least, storeName, reservation));
        }
    }

    /**
     * Additional worker ids come from the lower half of the range. So however many generators take some at the same
     * time, half of the range is left to starting generators, which cannot do without.
     */
    private long lastAdditional(long last) {
        long additional = options.firstWorkerId() + (last - options.firstWorkerId() + 1) / 2 - 1;
        if (additional < options.firstWorkerId()) {
            throw new UidGenerateException(OptionText.of(
                    "additional worker ids come from the lower half of {workerIds}=%d..%d, which has none",
                    options.firstWorkerId(), last));
        }
        return additional;
    }

    private long lastWorkerId(UidLayout layout) {
        long last = options.lastWorkerId(layout);
        if (options.firstWorkerId() > layout.maxWorkerId() || last > layout.maxWorkerId()) {
            throw new UidGenerateException(OptionText.of(
                    "{workerIds} must be in [0, %d] ({workerBits}=%d): {workerIds}=%d..%d",
                    layout.maxWorkerId(), layout.workerBits(), options.firstWorkerId(), last));
        }
        return last;
    }

    /*
     * An exception leaves open whether the row was written, will be, or never. Such an acquisition is never used. Its
     * row is looked for in the rows read next, and taken over under a new term if it is there. What is still there when
     * the start fails is given back, without knowing whether it is.
     *
     *   term 5: insert, no answer ──▶ term 9: found held under term 5, taken over, acknowledged, used
     *                             └─▶ not found: the same worker id again under term 8
     *
     * Why no tick is used twice: what may be under way is the taking (which admits only the row as it was before term
     * 5) and the giving back (which admits only term 5). Once term 9 is acknowledged, neither changes anything, however
     * late it arrives. If the taking arrives after it was given back in vain, a worker id is reserved that no process
     * uses, as after a crash, until this assigner finds it. And as nothing is ever used under term 5, term 9 may start
     * at the tick at which term 5 would have, not above what term 5 has announced.
     */

    /**
     * Tries again as long as others are faster, each time after a random pause, so that generators do not all retry at
     * the same time.
     */
    private Acquisition acquire(LeaseSearch search) {
        long progress = environment.nanoClock().nanoTime();
        for (int attempt = 1; ; attempt++) {
            long start = environment.nanoClock().nanoTime();
            if (take(search)) {
                Acquisition taken = search.begun.getFirst();
                unacknowledged.forget(taken.workerId());
                search.warnIfFewAreLeft();
                return taken;
            }
            if (search.othersGetOn()) {
                progress = environment.nanoClock().nanoTime();
            }
            requirePatience(progress, attempt);
            if (attempt == LONG_WAIT) {
                LOG.log(INFO, "waiting for a worker id from {0}: others take some at the same time", storeName);
            }
            pause(attempt, environment.nanoClock().nanoTime() - start);
        }
    }

    private boolean take(LeaseSearch search) {
        try {
            return search.take();
        } catch (StoreException noAnswer) {
            if (!search.hasBegun()) { // not even to a question
                throw noAnswer;
            }
            unacknowledged.add(search.begun.getFirst()); // Order matters! From now on another thread may take it over
            if (search.begun.size() == MOST_UNACKNOWLEDGED) {
                throw noAnswer;
            }
            return false;
        }
    }

    /** Undoes an acquisition under which no tick was used. What the store says to that is added to the reason. */
    public void undo(Acquisition begun, Throwable refused) {
        unacknowledged.add(begun); // the undoing may fail, or the taking arrive after it
        try {
            begun.undo(store);
        } catch (RuntimeException e) {
            refused.addSuppressed(e);
        }
    }

    private void requirePatience(long progress, int attempt) {
        boolean standsStill = environment.nanoClock().nanoTime() - progress > PATIENCE_WITH_OTHERS.toNanos();
        if (standsStill && attempt >= LEAST_ATTEMPTS) {
            throw new UidGenerateException(OptionText.of(
                    "no worker id from %s: %d attempts were refused, and for %s no other process was seen to take one; see whether a transaction holds the rows locked",
                    storeName, attempt, PATIENCE_WITH_OTHERS));
        }
    }

    /**
     * Pauses at random, for as long as the attempt took at most. If calls wait in a line, generators have seen the same
     * rows by the time it is their turn, and come apart only in such a time.
     */
    private void pause(int attempt, long attemptNanos) {
        long bound = Math.max(
                Math.min(attemptNanos, LONGEST_PAUSE.toNanos()),
                Math.min(LONGEST_BACK_OFF.toNanos(), TimeUnit.MILLISECONDS.toNanos(1L << Math.min(attempt, 10))));
        try {
            environment.nanoClock().park(environment.random().nextLong(bound));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UidGenerateException("interrupted while taking a worker id from " + storeName, e);
        }
    }
}
