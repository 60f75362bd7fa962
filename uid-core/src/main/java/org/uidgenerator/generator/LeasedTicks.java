package org.uidgenerator.generator;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.internal.FlightRecording;
import org.uidgenerator.internal.NanoClock;
import org.uidgenerator.internal.background.BackgroundTask;
import org.uidgenerator.internal.background.BackgroundThreads;
import org.uidgenerator.internal.background.BackgroundWork;
import org.uidgenerator.internal.background.OwnThread;
import org.uidgenerator.internal.engine.Engine;
import org.uidgenerator.worker.LeaseRequest;
import org.uidgenerator.worker.LeaseState;
import org.uidgenerator.worker.WorkerIdAssigner;
import org.uidgenerator.worker.WorkerLease;
import org.uidgenerator.worker.WorkerLeaseLostException;

/**
 * Knows the ticks that a generator may use, and the worker ids that it holds: takes the first one and, as its demand
 * needs them, additional ones; reserves ticks, replaces what is lost, and gives all of them back. May be used by
 * several threads, none of which waits for the store, except the one that starts the generator.
 */
final class LeasedTicks implements BackgroundWork {
    /*
     * One thread, "<generator>-lease", does everything that may ask the store, one thing after the other. It starts when
     * there is something to do for the first time. The first worker id is taken before, by "<generator>-start", for which the
     * thread that starts the generator waits, or by that thread if there is no store; additional ones by "<generator>-join-n". All
     * other threads only compare numbers:
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
     *   held     thread, joiners   all       volatile  volatile  the lock, for writers; the list is immutable
     *   ending   closer            thread    plain     plain     the lock
     */
    private static final System.Logger LOG = System.getLogger(LeasedTicks.class.getName());

    private static final Duration LONGEST_BACKOFF = Duration.ofSeconds(1);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);
    private static final long LOOK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final LeaseRequest request;
    final String name;
    private final UidLayout layout;
    private final WorkerIdAssigner assigner;
    private final TickClock clock;
    private final NanoClock nanoClock;
    private final ThreadFactory threads;
    private final Engine<?> engine;
    private final @Nullable HandOutWindow window;
    private final int most;
    private final @Nullable ToIntFunction<WorkerIdDemand.Reading> policy;
    private final @Nullable SeveralWorkerIds several;
    private final BackgroundTask task;
    private final ReentrantLock lock = new ReentrantLock();

    private volatile List<HeldWorkerId> held;
    private boolean ending;

    /**
     * Takes the first worker id. Waits for the store as long as the assigner does.
     *
     * @param request what the generator wants
     * @param engine is woken when more ticks have been reserved, or another worker id was taken
     * @param window the ticks whose UIDs may be buffered, or null if there is no buffer
     * @param most how many worker ids the generator may hold
     * @param policy decides how many it holds, null if there is at most one
     * @throws UidGenerateException if the time bits are used up already, or no worker id is available
     * @throws IllegalArgumentException if the worker id does not fit the layout, or the clock needs another lease
     */
    LeasedTicks(
            LeaseRequest request,
            WorkerIdAssigner assigner,
            TickClock clock,
            NanoClock nanoClock,
            ThreadFactory threads,
            Engine<?> engine,
            @Nullable HandOutWindow window,
            int most,
            @Nullable ToIntFunction<WorkerIdDemand.Reading> policy) {
        this.request = request;
        name = request.name();
        layout = request.layout();
        this.assigner = assigner;
        this.clock = clock;
        this.nanoClock = nanoClock;
        this.threads = threads;
        this.engine = engine;
        this.window = window;
        this.most = most;
        this.policy = policy;
        several = policy == null ? null : new SeveralWorkerIds(this, most, policy, engine, clock, nanoClock, threads);
        task = new BackgroundThreads(name + "-lease", 1, nanoClock, threads).task(this, LONGEST_BACKOFF);
        // Order matters! Before a worker id is taken, which may use it up for ever.
        TickSource.requireInTimeBits(layout, clock.currentTick());
        held = List.of(); // until the first one has come
        // A caller asks no store, because its routing key may lead to another one than that of the renewals.
        // It runs a lambda, because no other thread can while it is in the static initializer of the lambda's class.
        held = List.of(assigner.asksStore() ? OwnThread.call(name + "-start", threads, () -> assign(0)) : assign(0));
    }

    /** Takes a worker id in the same way, for the generator's next run. */
    LeasedTicks successor() {
        return new LeasedTicks(request, assigner, clock, nanoClock, threads, engine, window, most, policy);
    }

    /** The first worker id, or the one that took its place. */
    HeldWorkerId first() {
        return held.get(0);
    }

    /** All that are held: the first one, and behind it the others in the order in which they came. */
    List<HeldWorkerId> held() {
        return held;
    }

    /** The worker ids under which ticks may be claimed, in ascending order: that of the UIDs of a tick. */
    List<HeldWorkerId> takingPart() {
        return those(HeldWorkerId::takesPart);
    }

    /** Those to which a condition applies, in ascending order. */
    List<HeldWorkerId> those(Predicate<HeldWorkerId> condition) {
        List<HeldWorkerId> held = this.held;
        if (held.size() == 1) {
            return condition.test(held.get(0)) ? held : List.of();
        }
        return held.stream()
                .filter(condition)
                .sorted(Comparator.comparingLong(one -> one.lease.workerId()))
                .toList();
    }

    /**
     * Those that take part, or the first one if there is none; a claim under that one asks for another in its place.
     */
    List<HeldWorkerId> claimants() {
        List<HeldWorkerId> takingPart = takingPart();
        return takingPart.isEmpty() ? List.of(first()) : takingPart;
    }

    /**
     * Claims a tick under a worker id, from memory. If the store has to be asked, it is asked in the background.
     *
     * @return whether the tick may be used
     */
    boolean tryClaim(long tick, HeldWorkerId under) {
        return orLook(under.tryClaim(tick));
    }

    /** As {@link #tryClaim}, for a tick that may be claimed later. */
    boolean tryReserve(long tick, HeldWorkerId under) {
        return orLook(under.tryReserve(tick));
    }

    private boolean orLook(boolean reserved) {
        if (!reserved) {
            task.request();
        }
        return reserved;
    }

    /** The last tick that was claimed under any of them, or -1. */
    long lastClaimed() {
        long last = -1;
        for (HeldWorkerId one : held) {
            last = Math.max(last, one.lastClaimed());
        }
        return last;
    }

    /** Has the thread look at what there is to do. */
    void look() {
        task.request();
    }

    /** Makes sure that the thread looks at the demand from time to time, if that can change anything. */
    void watchDemand() {
        if (several != null && task.nanosUntilNext() == Long.MAX_VALUE) {
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
     * Waits for the store until the first tick of a run may be used, unless the clock allows none yet. Gives the worker
     * id back if it fails.
     *
     * @param highestTick the highest tick that was used in earlier runs, or -1
     * @throws UidGenerateException if the store fails or does not answer, or the caller is interrupted
     */
    void awaitFirst(long highestTick) {
        boolean reserved = false;
        try {
            if (!tryReserveFirst(highestTick)) { // or each start would load the classes of a wait
                await(
                        () -> tryReserveFirst(highestTick),
                        (why, cause) -> new UidGenerateException(name + " cannot start: " + why, cause));
            }
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
                || tick > layout.maxTick() // callers are told
                || tryReserve(tick, first);
    }

    /**
     * Waits until the store has reserved a tick: up to five seconds, or until it fails. Keeps the interrupt flag.
     *
     * @param reserved tries to reserve the tick, each time anew, and returns whether it is reserved
     * @param refusal makes the exception of why it is not, and of the cause
     */
    void await(BooleanSupplier reserved, BiFunction<String, Throwable, UidGenerateException> refusal) {
        long start = nanoClock.nanoTime();
        try {
            while (!reserved.getAsBoolean()) {
                requireAnswer(nanoClock.nanoTime() - start, refusal);
                nanoClock.park(LOOK_AGAIN_NANOS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw refusal.apply("it was interrupted while it waited for the store", e);
        }
    }

    private void requireAnswer(long waitedNanos, BiFunction<String, Throwable, UidGenerateException> refusal) {
        Throwable failure = failure();
        if (failure == null && waitedNanos >= LONGEST_WAIT.toNanos()) {
            failure = new TimeoutException("no answer within " + LONGEST_WAIT);
        }
        if (failure != null) {
            throw refusal.apply(Objects.requireNonNullElse(describeTrouble(), "no answer yet"), failure);
        }
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
        long untilNext = several != null ? several.adjust() : UNTIL_REQUESTED;
        giveBackWhatIsOver();
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
        engine.wake();
    }

    private void replace() {
        if (take(0)) {
            LOG.log(INFO, "{0} continues with worker id {1}", name, first());
        }
    }

    /** Does something unless the worker ids are being given back. */
    void unlessEnding(Runnable action) {
        lock.lock();
        try {
            if (!ending) {
                action.run();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Takes a worker id beside those that are held. Returns false if it comes after the end. */
    boolean take(int ordinal) {
        boolean added = add(assign(ordinal)); // no lock held: asks the store
        if (added) {
            engine.wake();
        }
        return added;
    }

    /** Adds a worker id to those that are held, or gives it back if it comes after the end. */
    private boolean add(HeldWorkerId fresh) {
        boolean late;
        lock.lock();
        try {
            late = ending;
            if (!late) {
                loseSame(fresh.lease.workerId());
                List<HeldWorkerId> all = new ArrayList<>(held);
                all.add(fresh.ordinal == 0 ? 0 : all.size(), fresh);
                held = List.copyOf(all);
            }
        } finally {
            lock.unlock();
        }
        if (late) {
            giveBack(List.of(fresh), Long.MAX_VALUE);
        }
        return !late;
    }

    /** A worker id that its assigner gives out again is lost, whether its lease knows that by now or not. */
    private void loseSame(long workerId) {
        for (HeldWorkerId one : held) {
            if (one.lease.workerId() == workerId) {
                one.lose(new WorkerLeaseLostException(
                        "worker id " + workerId + " was free, and has been given to the same generator again"));
            }
        }
    }

    /** Returns whether no UID of a worker id is handed out any more, unless it takes part. */
    private boolean isOver(HeldWorkerId one) {
        long last = one.lastClaimed();
        return last < 0 || window == null || window.isPast(last);
    }

    /** Gives back what takes part no more and is over, except the first one, whose place another takes. */
    private void giveBackWhatIsOver() {
        HeldWorkerId first = first();
        List<HeldWorkerId> over = those(one -> !one.takesPart() && one != first && isOver(one));
        if (!over.isEmpty()) {
            lock.lock();
            try {
                held = held.stream().filter(one -> !over.contains(one)).toList();
            } finally {
                lock.unlock();
            }
            giveBack(over, Long.MAX_VALUE);
        }
    }

    private HeldWorkerId assign(int ordinal) {
        WorkerLease assigned = assigner.assignWorkerId(request.withOrdinal(ordinal));
        HeldWorkerId fresh = new HeldWorkerId(ordinal, assigned, lastClaimed() + 1, why -> lost(assigned, why));
        try {
            layout.requireWorkerId(assigned.workerId());
            clock.requireUsable(assigned);
        } catch (RuntimeException e) {
            giveBack(List.of(fresh), Long.MAX_VALUE);
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
        String what = name + " gets no answer about its worker id, trying again with back-off";
        boolean isReported = held.stream().anyMatch(one -> one.lease.state().storeFailure() != null);
        LOG.log(WARNING, isReported ? what + ": " + failure.getMessage() : what, isReported ? null : failure);
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
        return areAllLacking() ? first().whyNone(failure()) : null;
    }

    /** Describes, for the message of an exception, why no worker id has ticks, or returns null if one has. */
    @Nullable
    String describeTrouble() {
        return areAllLacking() ? first().describeTrouble(failure()) : null;
    }

    private boolean areAllLacking() {
        return claimants().stream().allMatch(HeldWorkerId::lacksTicks);
    }

    /** When the last tick ends that may be used without asking the store. */
    Instant reservedUntil(LeaseState state) {
        return state.reservedThrough() < layout.maxTick()
                ? layout.timeOf(state.reservedThrough() + 1)
                : layout.expiresAt();
    }

    /** Gives the worker ids back. Each tick that was claimed may have been used. */
    void release() {
        release(Long.MAX_VALUE);
    }

    /**
     * Gives the worker ids back. Nothing can be claimed any more. One that is being taken just now is given back when
     * it arrives, by the thread that waits for it.
     *
     * @param lastUsed no later tick was used, whatever was claimed
     */
    void release(long lastUsed) {
        lock.lock();
        try {
            if (ending) {
                return;
            }
            ending = true;
        } finally {
            lock.unlock();
        }
        task.close(Duration.ZERO);
        giveBack(held, lastUsed);
    }

    /** Ends worker ids, and gives those back that were not lost: all at the same time. */
    private void giveBack(List<HeldWorkerId> all, long lastUsed) {
        List<HeldWorkerId> ended = all.stream().filter(HeldWorkerId::end).toList();
        for (HeldWorkerId one : ended) {
            tellingWhyNot(one, () -> one.beginGiveBack(lastUsed));
        }
        for (HeldWorkerId one : ended) {
            record("given back", one.lease);
            tellingWhyNot(one, () -> one.giveBack(lastUsed));
        }
    }

    private void tellingWhyNot(HeldWorkerId one, Runnable giveBack) {
        try {
            giveBack.run();
        } catch (RuntimeException e) {
            LOG.log(WARNING, name + " could not give worker id " + one + " back", e);
        }
    }

    /** Waits after {@link #release} for calls of the store that are under way. Returns whether there are none. */
    boolean awaitEnd(Duration longestWait) {
        boolean ended = task.awaitEnd(longestWait);
        return (several == null || several.close(ended ? longestWait : Duration.ZERO)) && ended;
    }

    /** Returns whether the worker ids were released and a call of the store is still under way. */
    boolean isEnding() {
        return task.isClosed() && (!task.hasEnded() || (several != null && several.isTaking()));
    }

    /** Returns, for the log, the first worker id, as in {@code worker id 7 of orders/482903117264}. */
    @Override
    public String toString() {
        Optional<String> identity = first().lease.state().identity();
        return "worker id " + first() + (identity.isPresent() ? " of " + identity.get() : "");
    }
}
