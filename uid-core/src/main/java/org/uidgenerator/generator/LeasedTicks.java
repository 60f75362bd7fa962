package org.uidgenerator.generator;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.internal.FlightRecording;
import org.uidgenerator.internal.NanoClock;
import org.uidgenerator.internal.background.BackgroundTask;
import org.uidgenerator.internal.background.BackgroundThreads;
import org.uidgenerator.internal.background.BackgroundWork;
import org.uidgenerator.internal.background.OwnThread;
import org.uidgenerator.worker.LeaseRequest;
import org.uidgenerator.worker.LeaseState;
import org.uidgenerator.worker.WorkerIdAssigner;
import org.uidgenerator.worker.WorkerLease;
import org.uidgenerator.worker.WorkerLeaseLostException;

/**
 * Knows the ticks that a generator may stamp, and the worker ids that it holds: takes the first one and, as its demand
 * needs them, additional ones; reserves ticks, replaces what is lost, and gives all of them back. May be used by
 * several threads, none of which waits for the store, except the one that starts the generator.
 */
final class LeasedTicks implements BackgroundWork {
    /*
     * One thread, "<generator>-lease", does everything that may ask the store, one thing after the other. It starts when
     * there is something to do for the first time. The first worker id is taken before, by "<generator>-launch", for which the
     * thread that starts the generator waits, or by that thread where there is no store. All other threads only compare numbers:
     *
     *   tryClaim     the tick is reserved: true, from memory. It is not: false, and the thread is asked to reserve it, or to take
     *                the place of a lost worker id. The generator is told when that is done.
     *   release      gives the worker ids back. No call of reserve begins after that. One that waits ends, because the lease has. A
     *                lease that arrives late, because the store was slow, is given back at once.
     *
     * What becomes of a worker id:
     *
     *                      demand falls                       its last tick is past
     *     takes part ───────────────────────▶ is leaving ─────────────────────────────▶ given back
     *         │     ◀───────────────────────     │
     *         │            demand rises          │
     *         └──▶ lost: another takes its place ◀┘
     *
     * One that is leaving is held until none of its UIDs is buffered any more, and is the first to take part again: otherwise a
     * demand that comes and goes would leave one worker id after the other resting, ahead of the clock. A lost one stays in the
     * list for as long, because the UIDs of ticks that it had reserved are still handed out.
     *
     *   field    writer            readers   write     read      guard
     *   held     thread            anyone    volatile  volatile  the lock, for writers; the list is immutable
     *   ending   closer            thread    plain     plain     the lock
     *   others   thread            thread    plain     plain     only the thread
     */
    private static final System.Logger LOG = System.getLogger(LeasedTicks.class.getName());

    private static final Duration LONGEST_BACKOFF = Duration.ofSeconds(1);
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long TRY_AGAIN_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final LeaseRequest request;
    private final String name;
    private final UidLayout layout;
    private final WorkerIdAssigner assigner;
    private final TickClock clock;
    private final NanoClock nanoClock;
    private final AdditionalWorkerIds additional;
    private final Runnable whenChanged;
    private final BackgroundTask task;
    private final TickWait wait;
    private final ReentrantLock lock = new ReentrantLock();
    private final WorkerIdPolicy policy;

    private volatile List<HeldWorkerId> held;
    private boolean ending;
    private int wanted = 1;
    private long waits;
    private long nextLook;
    private @Nullable Long tryAgainAt;

    /**
     * Takes the first worker id. Waits for the store as long as the assigner does.
     *
     * @param request what the generator wants
     * @param additional how many worker ids the generator may hold
     * @param whenChanged is run when more ticks have been reserved, or another worker id was taken
     * @throws UidGenerateException if the time bits are used up already, or no worker id is available
     * @throws IllegalArgumentException if the worker id does not fit the layout, or the clock needs another lease
     */
    LeasedTicks(
            LeaseRequest request,
            WorkerIdAssigner assigner,
            TickClock clock,
            NanoClock nanoClock,
            ThreadFactory threads,
            AdditionalWorkerIds additional,
            Runnable whenChanged) {
        this.request = request;
        name = request.name();
        layout = request.layout();
        this.assigner = assigner;
        this.clock = clock;
        this.nanoClock = nanoClock;
        this.additional = additional;
        this.whenChanged = whenChanged;
        task = new BackgroundThreads(name + "-lease", 1, nanoClock, threads).task(this, LONGEST_BACKOFF);
        wait = new TickWait(() -> this, nanoClock);
        policy = additional.policy().get();
        nextLook = nanoClock.nanoTime() + LOOK_NANOS;
        // Order matters! Before a worker id is taken, which may use it up for ever.
        TickSource.requireInTimeBits(layout, clock.currentTick());
        held = List.of(); // until the first one has come
        // A caller asks no store, because its routing key may lead to another one than that of the renewals.
        // It runs a lambda, because no other thread can while it is in the static initializer of the lambda's class.
        held = List.of(assigner.asksStore() ? OwnThread.call(name + "-launch", threads, () -> assign(0)) : assign(0));
    }

    /** The first worker id, or the one that took its place. */
    HeldWorkerId first() {
        return held.get(0);
    }

    /** The worker ids under which ticks may be claimed, in ascending order: that of the UIDs of a tick. */
    List<HeldWorkerId> takingPart() {
        return those(HeldWorkerId::takesPart);
    }

    private List<HeldWorkerId> those(Predicate<HeldWorkerId> condition) {
        List<HeldWorkerId> held = this.held;
        if (held.size() == 1) {
            return condition.test(held.get(0)) ? held : List.of();
        }
        return held.stream()
                .filter(condition)
                .sorted(Comparator.comparingLong(one -> one.lease.workerId()))
                .toList();
    }

    /** Those that take part, or the first one if there is none: whoever claims a tick under it has it replaced. */
    List<HeldWorkerId> claimants() {
        List<HeldWorkerId> takingPart = takingPart();
        return takingPart.isEmpty() ? List.of(first()) : takingPart;
    }

    /**
     * Claims a tick under a worker id, from memory. Where the store has to be asked, it is asked in the background.
     *
     * @return whether the tick may be stamped
     */
    boolean tryClaim(long tick, HeldWorkerId under) {
        if (under.tryClaim(tick)) {
            return true;
        }
        task.request();
        return false;
    }

    /** As {@link #tryClaim}, for a tick that may be claimed later. */
    boolean tryReserve(long tick, HeldWorkerId under) {
        if (under.tryReserve(tick)) {
            return true;
        }
        task.request();
        return false;
    }

    /** Makes sure that somebody looks at the demand from time to time, if that can change anything. */
    void watchDemand() {
        if (additional.most() > 1 && task.nanosUntilNext() == Long.MAX_VALUE) {
            task.request();
        }
    }

    /**
     * Returns whether UIDs of a worker id and a tick may be handed out as far as the store is concerned: it was claimed
     * here, and the lease has not been revoked.
     */
    boolean isValid(long workerId, long tick) {
        List<HeldWorkerId> held = this.held;
        HeldWorkerId claimed = null;
        for (int i = 0; i < held.size(); i++) { // an iterator is an object, and callers open blocks
            HeldWorkerId one = held.get(i);
            if (one.isOf(workerId, tick) && (claimed == null || one.isLaterThan(claimed))) {
                claimed = one;
            }
        }
        return claimed != null && !claimed.lease.isRevoked();
    }

    /**
     * Waits for the store until the first tick of a run may be stamped, unless the clock allows none yet. Gives the
     * worker id back if it fails.
     *
     * @param highestTick the highest tick that was stamped in earlier runs, or -1
     * @throws UidGenerateException if the store fails or does not answer, or the caller is interrupted
     */
    void awaitFirst(long highestTick) {
        boolean reserved = false;
        try {
            wait.until(
                    () -> tryReserveFirst(highestTick),
                    (why, cause) -> new UidGenerateException(name + " cannot start: " + why, cause));
            reserved = true;
        } finally {
            if (!reserved) {
                release();
            }
        }
    }

    private boolean tryReserveFirst(long highestTick) {
        HeldWorkerId first = first();
        WorkerLease lease = first.lease;
        long now = clock.currentTick();
        long tick = Math.max(now, Math.max(lease.firstTick(), highestTick + 1));
        return tick <= lease.state().usableThrough()
                || tick > Math.min(clock.latestTick(now), lease.latestTick(now))
                || tick > layout.maxTick() // whoever wants a UID is told
                || tryReserve(tick, first);
    }

    /** Makes the calls to the store that are due. For the thread. */
    @Override
    public long run() {
        List<RuntimeException> failures = new ArrayList<>();
        for (HeldWorkerId one : held) {
            if (one.takesPart() && one.mustReserve()) {
                tryEach(() -> reserve(one), failures);
            }
        }
        if (first().isLost()) {
            tryEach(this::replace, failures);
        }
        long untilNext = additional.most() > 1 ? adjust() : UNTIL_REQUESTED;
        if (!failures.isEmpty()) {
            throw failures.get(0);
        }
        return untilNext;
    }

    /** One that fails does not keep the others from what they need. */
    private static void tryEach(Runnable call, List<RuntimeException> failures) {
        try {
            call.run();
        } catch (RuntimeException e) {
            failures.add(e);
        }
    }

    private void reserve(HeldWorkerId one) {
        one.reserve();
        whenChanged.run();
    }

    private void replace() {
        HeldWorkerId fresh = assign(0); // no lock held: asks the store
        if (add(fresh)) {
            LOG.log(INFO, "{0} continues with worker id {1}", name, fresh);
            whenChanged.run();
        }
    }

    /** Adds a worker id to those that are held, or gives it back if it comes after the end. */
    private boolean add(HeldWorkerId fresh) {
        boolean late;
        lock.lock();
        try {
            late = ending;
            if (!late) {
                List<HeldWorkerId> all = new ArrayList<>(held);
                all.removeIf(one -> one.isLost() && additional.isOver(one.lastClaimed()));
                all.add(fresh.ordinal == 0 ? 0 : all.size(), fresh);
                held = List.copyOf(all);
            }
        } finally {
            lock.unlock();
        }
        if (late && fresh.end()) {
            giveBack(fresh);
        }
        return !late;
    }

    /**
     * Lets as many worker ids take part as the demand needs, and gives back what is not needed any more. Takes one more
     * at most, so that nobody waits for the others.
     *
     * @return how long until there is more to do
     */
    private long adjust() {
        long now = nanoClock.nanoTime();
        boolean mayTry = tryAgainAt == null || now - tryAgainAt >= 0;
        if (now - nextLook >= 0 && (takingPart().size() == wanted || !mayTry)) {
            nextLook = now + LOOK_NANOS;
            wanted = policy.wanted(reading(now));
        }
        int missing = wanted - takingPart().size();
        if (missing > 0) {
            missing -= joinAgain(missing);
        } else if (missing < 0) {
            leave(-missing);
        }
        boolean joined = missing > 0 && mayTry && tryJoin();
        boolean goesOn = joined && missing > 1;
        if (joined && !goesOn) {
            logWhatTakesPart();
        }
        giveBackWhatIsOver();
        return goesOn ? 1 : Math.max(1, nextLook - nanoClock.nanoTime());
    }

    private WorkerIdPolicy.Reading reading(long nanoTime) {
        long last = held.stream().mapToLong(HeldWorkerId::lastClaimed).max().orElse(-1);
        return new WorkerIdPolicy.Reading(
                nanoTime,
                takingPart().size(),
                last < 0 ? 0 : clock.millisAhead(last),
                additional.issued().getAsLong(),
                callsWaited() && isAtLimit(last));
    }

    /** Returns whether calls have had to wait since this was asked last. */
    private boolean callsWaited() {
        long before = waits;
        waits = additional.waits().getAsLong();
        return waits > before || additional.waiting().getAsInt() > 0;
    }

    private boolean isAtLimit(long last) {
        long now = clock.currentTick();
        long latest = Math.min(clock.latestTick(now), first().lease.latestTick(now));
        return last >= latest;
    }

    /** Lets worker ids take part that were leaving. Returns how many. */
    private int joinAgain(int atMost) {
        List<HeldWorkerId> leaving = those(HeldWorkerId::isLeaving);
        List<HeldWorkerId> joining = leaving.subList(0, Math.min(atMost, leaving.size()));
        joining.forEach(HeldWorkerId::joinAgain);
        if (!joining.isEmpty()) {
            logWhatTakesPart();
            whenChanged.run();
        }
        return joining.size();
    }

    /** Without an additional worker id the generator continues as it is. */
    private boolean tryJoin() {
        try {
            HeldWorkerId fresh = assign(freeOrdinal());
            if (!add(fresh)) {
                return false;
            }
            tryAgainAt = null;
            whenChanged.run();
            return true;
        } catch (RuntimeException e) {
            if (tryAgainAt == null) {
                LOG.log(
                        WARNING,
                        "{0} gets no additional worker id beside {1}, trying again each minute: {2}",
                        name,
                        workerIdsTakingPart(),
                        e.getMessage());
            }
            tryAgainAt = nanoClock.nanoTime() + TRY_AGAIN_NANOS;
            return false;
        }
    }

    private int freeOrdinal() {
        List<Integer> taken = held.stream()
                .filter(one -> !one.isLost())
                .map(one -> one.ordinal)
                .toList();
        int ordinal = 1;
        while (taken.contains(ordinal)) {
            ordinal++;
        }
        return ordinal;
    }

    /** Those that came last leave first. The first one stays. */
    private void leave(int count) {
        List<HeldWorkerId> held = this.held;
        int left = count;
        for (int i = held.size() - 1; i > 0 && left > 0; i--) {
            if (held.get(i).takesPart()) {
                held.get(i).leave();
                left--;
            }
        }
        logWhatTakesPart();
    }

    private void giveBackWhatIsOver() {
        for (HeldWorkerId one : held) {
            if ((one.isLeaving() || one.isLost()) && additional.isOver(one.lastClaimed()) && one != first()) {
                boolean isToBeGivenBack = one.end();
                remove(one);
                if (isToBeGivenBack) {
                    giveBack(one);
                }
            }
        }
    }

    private void remove(HeldWorkerId one) {
        lock.lock();
        try {
            held = held.stream().filter(other -> other != one).toList();
        } finally {
            lock.unlock();
        }
    }

    private HeldWorkerId assign(int ordinal) {
        WorkerLease assigned = assigner.assignWorkerId(request.withOrdinal(ordinal));
        long lowestTick =
                1 + held.stream().mapToLong(HeldWorkerId::lastClaimed).max().orElse(-1);
        HeldWorkerId fresh = new HeldWorkerId(ordinal, assigned, lowestTick, why -> lost(assigned, why));
        try {
            layout.requireWorkerId(assigned.workerId());
            clock.requireUsable(assigned);
        } catch (RuntimeException e) {
            giveBack(fresh);
            throw e;
        }
        record("taken", assigned);
        return fresh;
    }

    private void lost(WorkerLease lease, WorkerLeaseLostException why) {
        record("lost", lease);
        LOG.log(WARNING, name + " has lost worker id " + lease.workerId() + " and takes another one", why);
    }

    private static void record(String change, WorkerLease lease) {
        if (FlightRecording.isOn()) {
            LeaseEvent.commit(change, lease);
        }
    }

    @Override
    public void failing(Throwable failure) {
        LOG.log(WARNING, name + " gets no answer about its worker id, trying again with back-off", failure);
    }

    @Override
    public void recovered(int failures) {
        LOG.log(
                INFO,
                "{0} gets answers about its worker id again after {1} failed attempts",
                name,
                Integer.toString(failures));
    }

    /** Why the last call to the store failed, or null if it succeeded or no call was needed. */
    @Nullable
    Throwable failure() {
        return task.failure();
    }

    /**
     * Why no tick that is wanted is reserved: why the last call to the store failed or, while one is under way, what
     * the lease knows of its store. Null if a worker id has all that is wanted of it, or nothing is known.
     */
    @Nullable
    Throwable whyNone() {
        Throwable failure = failure();
        for (HeldWorkerId one : those(one -> one.takesPart())) {
            if (one.whyNone(failure) == null) {
                return null;
            }
        }
        return first().whyNone(failure);
    }

    /** Describes, for the message of an exception, why no worker id has ticks, or returns null if one has. */
    @Nullable
    String describeTrouble() {
        Throwable failure = failure();
        for (HeldWorkerId one : those(one -> one.takesPart())) {
            if (one.describeTrouble(failure) == null) {
                return null;
            }
        }
        return first().describeTrouble(failure);
    }

    /** When the last tick ends that may be stamped without asking the store. */
    Instant reservedUntil(LeaseState state) {
        return state.reservedThrough() < layout.maxTick()
                ? layout.timeOf(state.reservedThrough() + 1)
                : layout.expiresAt();
    }

    /** Gives the worker ids back. Each tick that was claimed may have been stamped. */
    void release() {
        release(Long.MAX_VALUE);
    }

    /**
     * Gives the worker ids back. Nothing can be claimed any more. One that is being taken just now is given back when
     * it arrives, by the thread that waits for it.
     *
     * @param lastStamped no later tick was stamped, whatever was claimed
     */
    void release(long lastStamped) {
        lock.lock();
        try {
            if (ending) {
                return;
            }
            ending = true;
        } finally {
            lock.unlock();
        }
        List<HeldWorkerId> ended = held.stream().filter(HeldWorkerId::end).toList();
        task.close(Duration.ZERO);
        ended.forEach(one -> tellingWhyNot(one, () -> one.beginGiveBack(lastStamped)));
        ended.forEach(one -> giveBack(one, lastStamped));
    }

    private void giveBack(HeldWorkerId one) {
        giveBack(one, Long.MAX_VALUE);
    }

    private void giveBack(HeldWorkerId one, long lastStamped) {
        record("given back", one.lease);
        tellingWhyNot(one, () -> one.giveBack(lastStamped));
    }

    private void tellingWhyNot(HeldWorkerId one, Runnable giveBack) {
        try {
            giveBack.run();
        } catch (RuntimeException e) {
            LOG.log(WARNING, name + " could not give worker id " + one + " back", e);
        }
    }

    /** Waits after {@link #release} for a call of the store that is under way. Returns whether there is none. */
    boolean awaitEnd(Duration longestWait) {
        return task.awaitEnd(longestWait);
    }

    /** Returns whether the worker ids were released and a call of the store is still under way. */
    boolean isEnding() {
        return task.isClosed() && !task.hasEnded();
    }

    private void logWhatTakesPart() {
        String most = Integer.toString(additional.most()); // in the same digits in all locales
        LOG.log(INFO, "{0} takes UIDs of worker ids {1}, of at most {2}", name, workerIdsTakingPart(), most);
    }

    private String workerIdsTakingPart() {
        return takingPart().stream().map(HeldWorkerId::toString).collect(Collectors.joining(", "));
    }
}
