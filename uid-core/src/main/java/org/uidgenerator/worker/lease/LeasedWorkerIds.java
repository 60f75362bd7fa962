package org.uidgenerator.worker.lease;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.OptionText;
import org.uidgenerator.StoreException;
import org.uidgenerator.StoreIdentity;
import org.uidgenerator.StoreIdentityRecord;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.internal.NanoClock;
import org.uidgenerator.internal.identity.ExpectedIdentity;
import org.uidgenerator.internal.lease.LeaseOptions;
import org.uidgenerator.internal.lease.MeteredStore;
import org.uidgenerator.internal.lease.Reservation;
import org.uidgenerator.internal.lease.RowRules;
import org.uidgenerator.internal.lease.StartingGenerator;
import org.uidgenerator.internal.lease.StoreClock;
import org.uidgenerator.internal.lease.file.LeaseFileRestart;
import org.uidgenerator.internal.lease.file.LeaseJournal;
import org.uidgenerator.internal.lease.file.LeaseStart;
import org.uidgenerator.internal.lease.hold.FencedWorkerLease;
import org.uidgenerator.internal.lease.hold.LeaseKeeper;
import org.uidgenerator.internal.lease.take.Acquisition;
import org.uidgenerator.internal.lease.take.LeaseAcquisition;
import org.uidgenerator.worker.LeaseRequest;
import org.uidgenerator.worker.LeaseState;
import org.uidgenerator.worker.WorkerIdAssigner;
import org.uidgenerator.worker.WorkerLease;
import org.uidgenerator.worker.lease.store.Fence;
import org.uidgenerator.worker.lease.store.LeaseRow;
import org.uidgenerator.worker.lease.store.StoreCalls;
import org.uidgenerator.worker.lease.store.TimedLeaseRow;
import org.uidgenerator.worker.lease.store.WorkerLeaseStore;

/**
 * Leases worker ids from a store. They are given back and reused, any of those that are free, so a fleet of n
 * generators uses about n worker ids however often it is shut down and restarted. Processes with a
 * {@linkplain LeasedWorkerIdsBuilder#holder name of their own} get the ones that they had before.
 *
 * <p>A row of the store stands for a worker id and says which ticks have been reserved under it. A generator uses a
 * tick only after it has been reserved, and a reservation is a write to that row which succeeds only as long as no
 * other process has taken the worker id. So two processes that both believe they own a worker id use different ticks. A
 * process that was paused, cut off or has a wrong clock can be late, but never wrong.
 *
 * <ul>
 *   <li>A generator that is closed gives its worker id back, which can be taken again at once. If its last tick is more
 *       than a minute ahead of now, worker ids that were never taken come first.
 *   <li>One that crashed leaves its worker id reserved: it is free again once its reserved ticks, and as many as it
 *       could have reserved next, have passed by the store's own time. That is after twice the {@code reservation}, or
 *       later if it used ticks up faster than they pass, so that they were reserved in greater numbers or borrowed from
 *       the future. At most these ticks are lost. Its holder may be alive, so the worker id is taken again only a day
 *       later, or when no other is left.
 *   <li>One that comes back after its worker id was taken continues with another one.
 *   <li>The clock of the host is compared with the store's when a worker id is taken, and from then on about as often
 *       as ticks are reserved. A difference of more than a second is logged, and {@link LeaseState#clockSkew} shows it.
 *   <li>A host whose clock differs from the store's by more than {@code maxClockSkew} gets no worker id. A clock that
 *       goes wrong later reserves no ticks further ahead of the store's time than 24 h, or the {@code maxBorrow} of its
 *       generator says.
 *   <li>Without the store generators continue until their reserved ticks are used up, then fail with the cause, and
 *       recover by themselves: within half a second if callers wait, otherwise within an eighth of the
 *       {@code reservation}. A store that answers slowly delays none as long as reserved ticks remain.
 *   <li>A start needs the store, unless a {@linkplain LeasedWorkerIdsBuilder#leaseFile lease file} says how to continue
 *       without it.
 *   <li>Of generators that start at the same time each takes a worker id of its own. If many do, they do not all try
 *       the lowest one, so a few worker ids in between may stay unused until the next generator starts.
 * </ul>
 *
 * <p>Ticks are reserved {@code reservation} ahead, in greater numbers while they are used up quickly, so the store is
 * called at most about once a second, and usually every few minutes.
 *
 * <p>Uniqueness rests on what the store has committed. If it loses one write to a worker id (failover to a copy that
 * lagged, restored backup), no UID is issued twice, unless that write was the one that took the worker id. If it loses
 * more, generators notice at their next reservation, stop using the worker id and log an error. If another process took
 * the worker id first, or if the lost writes include the acquisition itself, UIDs may be issued twice. So do not weaken
 * durability, and before you continue with a restored backup raise {@code RESERVED_THROUGH} of all rows above the ticks
 * in use. Do not delete rows.
 *
 * <p>All methods may be called from any thread, possibly from several at the same time, by any number of generators.
 */
public final class LeasedWorkerIds implements WorkerIdAssigner, AutoCloseable {
    private static final System.Logger LOG = System.getLogger(LeasedWorkerIds.class.getName());

    private final LeaseOptions options;
    private final MeteredStore metered;
    private final String storeName;
    private final ExpectedIdentity identity;
    private final LeaseAcquisition acquisition;
    private final @Nullable LeaseFileRestart leaseFile;
    final LeaseKeeper keeper;

    LeasedWorkerIds(LeaseOptions options) {
        this.options = options;
        metered = new MeteredStore(options.store(), options.environment().nanoClock());
        storeName = options.storeName();
        identity = new ExpectedIdentity(options.identity());
        keeper = new LeaseKeeper(metered, options);
        acquisition = new LeaseAcquisition(metered, identity, options);
        Path path = options.leaseFile();
        leaseFile = path == null ? null : new LeaseFileRestart(path, identity, options);
    }

    /**
     * Makes an assigner with the default options. The store is not called yet.
     *
     * @param store where the leases are
     * @return the assigner
     * @throws IllegalArgumentException if the namespace of the store is not plain text
     */
    public static LeasedWorkerIds on(WorkerLeaseStore store) {
        return builder(store).build();
    }

    /**
     * Starts an assigner.
     *
     * @param store where the leases are
     * @return a builder with the defaults
     */
    public static LeasedWorkerIdsBuilder builder(WorkerLeaseStore store) {
        return new LeasedWorkerIdsBuilder(store);
    }

    /**
     * Takes a free worker id, or continues with that of the lease file if the store does not answer and there is such a
     * file. Waits for the store as long as the store does.
     *
     * @param request the generator's layout, and the way in which it is going to use ticks
     * @return a lease that reserves its ticks in the store
     * @throws UidGenerateException if all worker ids of the range are in use, the clock of this host differs from that
     *     of the store by more than {@code maxClockSkew}, the layout differs from that of the namespace or does not
     *     hold the range, a tick is longer than half a {@code reservation}, the store holds another store identity than
     *     the expected one, it does not answer or refuses and no lease file can take its place, or the assigner is
     *     closed
     */
    @Override
    public WorkerLease assignWorkerId(LeaseRequest request) {
        requireOpen();
        StartingGenerator generator = StartingGenerator.of(request, clocks(request));
        try {
            Acquisition acquired = acquisition.acquire(generator);
            WorkerLease lease = keep(acquired, generator);
            LOG.log(
                    INFO,
                    "worker id {0} taken from {1}, first tick {2}, store identity {3}",
                    Long.toString(acquired.workerId()),
                    storeName,
                    Long.toString(acquired.firstTick()),
                    identity.seen().isPresent() ? identity.seen().get() : "unknown");
            return lease;
        } catch (StoreException e) {
            return continueWithout(e, generator);
        }
    }

    @Override
    public int mostWorkerIds() {
        return options.mostWorkerIds();
    }

    @Override
    public boolean asksStore() {
        return true;
    }

    private void requireOpen() {
        if (keeper.isClosed()) {
            throw new UidGenerateException(OptionText.of("%s is closed", this));
        }
    }

    /** Without a clock of its own, a generator does not go by that of the store either. */
    private StoreClock clocks(LeaseRequest request) {
        // Seldom when ticks are reserved, which is later
        Duration period = options.reservation().multipliedBy(3).dividedBy(8);
        InstantSource host = request.clock().orElse(StartingGenerator.STANDING);
        InstantSource time = request.clock().isPresent() ? metered::now : StartingGenerator.STANDING;
        StoreClock shared = keeper.clocks(host);
        NanoClock nanoClock = options.environment().nanoClock();
        return shared != null
                ? shared
                : new StoreClock(time, host, options.maxClockSkew(), storeName, period, nanoClock);
    }

    private WorkerLease continueWithout(StoreException away, StartingGenerator generator) {
        keeper.leaveToFile(); // Order matters! Or the file is still open for a generator that was suspended or closed
        UidGenerateException noStore = new UidGenerateException(
                OptionText.of("no worker id from %s: %s", options.store(), OptionText.saidBy(away)), away);
        LeaseFileRestart file = leaseFile(generator);
        if (file == null) {
            throw noStore;
        }
        LeaseStart start = file.withoutStore(generator, noStore);
        String what = String.format(
                Locale.ROOT,
                "worker id %d is continued from its lease file at %s without %s: %s",
                start.row().workerId(),
                generator.clocks().host().instant(),
                storeName,
                away.getMessage());
        FencedWorkerLease lease = keeper.lease(start, generator, identity, new UidGenerateException(what, away));
        try {
            keep(lease);
        } catch (RuntimeException | Error e) {
            lease.abandon();
            throw e;
        }
        lease.confirmSoon();
        LOG.log(WARNING, what, away);
        return lease;
    }

    /** An additional worker id is in no file. */
    private @Nullable LeaseFileRestart leaseFile(StartingGenerator generator) {
        return generator.wantsAdditional() ? null : leaseFile;
    }

    /**
     * Gives the worker id back if it cannot be kept, such as when no thread can be started or the assigner is closed.
     */
    private WorkerLease keep(Acquisition acquired, StartingGenerator generator) {
        FencedWorkerLease lease = null;
        try {
            LeaseFileRestart file = leaseFile(generator);
            LeaseJournal journal = file == null
                    ? LeaseJournal.NONE
                    : file.begin(acquired.row(), acquired.firstTick(), generator.layout());
            lease = keeper.lease(
                    new LeaseStart(acquired.row(), null, acquired.firstTick(), journal), generator, identity, null);
            keep(lease);
            return lease;
        } catch (RuntimeException | Error e) {
            if (lease == null || lease.withdraw()) { // Order matters! Before another process may have the worker id
                acquisition.undo(acquired, e);
            }
            throw e;
        }
    }

    private void keep(FencedWorkerLease lease) {
        lease.begin();
        requireOpen(); // Order matters! After it has begun: the closer of the assigner has ended it, or this sees that
    }

    /**
     * Reads the store identity that the store holds, whichever this assigner has worked with.
     *
     * @return the store identity, or empty if none has been made or the store keeps none
     * @throws UidGenerateException if the store does not answer
     */
    public Optional<StoreIdentity> identity() {
        try {
            return options.store().identityRecord().flatMap(StoreIdentityRecord::find);
        } catch (StoreException e) {
            throw new UidGenerateException(OptionText.of("no store identity of %s: %s", storeName, e.getMessage()), e);
        }
    }

    /**
     * Lists the worker ids of the namespace with their holders, whether these are this process or others.
     *
     * @return all worker ids ever taken, the lowest first
     * @throws UidGenerateException if the store does not answer
     */
    public List<WorkerLeaseStatus> workers() {
        WorkerLeaseStore store = options.store();
        try {
            List<TimedLeaseRow> leases = store.list(0, Long.MAX_VALUE);
            Instant now = store.now();
            return leases.stream()
                    .map(lease -> WorkerLeaseStatus.of(store.namespace(), lease, now))
                    .sorted(Comparator.comparingLong(WorkerLeaseStatus::workerId))
                    .toList();
        } catch (StoreException e) {
            throw new UidGenerateException(OptionText.of("no list of %s: %s", storeName, e.getMessage()), e);
        }
    }

    /**
     * Takes a worker id away from its holder by force: it is free afterwards. Meant for a holder that crashed, whose
     * worker id is wanted before its reserved ticks have passed.
     *
     * <p>No UID is issued twice, even if the holder is alive. It reserves no more ticks, and takes another worker id
     * when its ticks are used up. The next holder starts above all that this one can have reserved. So its UIDs are
     * ahead of the clock at first, by up to two {@code reservation}, or more if this holder used ticks up fast. A
     * holder with a {@linkplain LeasedWorkerIdsBuilder#holder name of its own} may come back to the worker id.
     *
     * @param workerId the worker id
     * @throws UidGenerateException if the worker id was never taken or is not held, its row was written at the same
     *     time, so that it may be tried again, or the store does not answer, so that it is not known whether the worker
     *     id is free
     */
    public void evict(long workerId) {
        LeaseRow row;
        long announced;
        try {
            row = find(workerId);
            if (!row.held()) {
                throw refusal(workerId, "taken away", "it is free, " + row.holder() + " has given it back", null);
            }
            announced = Reservation.of(row).announcedThrough();
            if (!giveBack(row, announced)) { // even if the store has lost the latest write of the holder
                throw refusal(
                        workerId,
                        "taken away",
                        "its row was written at the same time, by its holder or by the process that takes it over; try again",
                        null);
            }
        } catch (StoreException e) {
            throw refusal(workerId, "taken away", e.getMessage(), e);
        }
        LOG.log(
                WARNING,
                "worker id {0} of {1} was taken away from {2}, and continues above tick {3}",
                Long.toString(workerId),
                storeName,
                row.holder(),
                Long.toString(announced));
    }

    /**
     * Frees a worker id whose row says that ticks are reserved far ahead of now, as a host with a wrong clock may have
     * left it. Its next holder starts above {@code lastTick}.
     *
     * <p>UIDs are issued twice unless both of these are true: the process that had the worker id last has ended, and no
     * UID of this worker id that was ever handed out is of a later tick. If you do not know the latest one, leave the
     * row alone: it can be used again when time has caught up, and other worker ids are used until then. Remove the
     * {@linkplain LeasedWorkerIdsBuilder#leaseFile lease file} of that process, if it had one, or it can still be
     * continued.
     *
     * @param workerId the worker id
     * @param lastTick {@link org.uidgenerator.UidLayout#tickOf} of the greatest UID that was ever handed out under this
     *     worker id, or -1 if none was
     * @throws IllegalArgumentException if {@code lastTick} is less than -1
     * @throws UidGenerateException if there is no such worker id, the row was changed at the same time because its
     *     holder is alive, or the store does not answer
     */
    public void repair(long workerId, long lastTick) {
        if (lastTick < -1) {
            throw new IllegalArgumentException(
                    String.format(Locale.ROOT, "lastTick must be a tick or -1: lastTick=%d", lastTick));
        }
        try {
            if (!giveBack(find(workerId), lastTick)) {
                throw refusal(workerId, "repaired", "worker id " + workerId + " is in use: its row has changed", null);
            }
        } catch (StoreException e) {
            throw refusal(workerId, "repaired", e.getMessage(), e);
        }
        LOG.log(
                WARNING,
                "worker id {0} of {1} continues above tick {2}",
                Long.toString(workerId),
                storeName,
                Long.toString(lastTick));
    }

    private LeaseRow find(long workerId) {
        return options.store()
                .find(workerId)
                .orElseThrow(() -> new UidGenerateException(
                        OptionText.of("worker id %d of %s was never taken", workerId, storeName)));
    }

    /** Raises the TERM, so that the holder of the worker id reserves no more ticks under it. */
    private boolean giveBack(LeaseRow row, long lastTick) {
        long term = RowRules.nextTerm(row.term(), options.environment().random());
        return options.store().update(Fence.at(row), RowRules.givenBack(RowRules.underTerm(row, term), lastTick));
    }

    private UidGenerateException refusal(
            long workerId, String wanted, @Nullable String why, @Nullable Throwable cause) {
        return new UidGenerateException(
                OptionText.of("worker id %d of %s is not %s: %s", workerId, storeName, wanted, why), cause);
    }

    /**
     * {@return the calls of this assigner to the store so far, and how long they took; without those of
     * {@link #identity()}, {@link #workers()}, {@link #evict} and {@link #repair}}
     */
    public StoreCalls storeCalls() {
        return metered.soFar();
    }

    /**
     * Ends the reservations: close the generators first. A worker id that was not given back by then stays reserved,
     * and is free again as after a crash. Its generator continues until the reserved ticks are used up, or with a lease
     * file until those are used up that may be used according to the file. Waits up to {@code closeTimeout} for a
     * reservation that is under way; a thread of its own that calls this does not wait for itself. A start that waits
     * for the store is refused when that has answered, and its worker id is given back. May be called again.
     */
    @Override
    public void close() {
        keeper.close(options.closeTimeout());
    }

    /** Returns the names of store and namespace. */
    @Override
    public String toString() {
        return "leased worker ids of " + storeName;
    }
}
