package org.uidgenerator.generator;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.internal.FlightRecording;
import org.uidgenerator.internal.NanoClock;
import org.uidgenerator.internal.background.BackgroundTask;
import org.uidgenerator.internal.background.BackgroundThreads;
import org.uidgenerator.internal.background.BackgroundWork;
import org.uidgenerator.worker.LeaseRequest;
import org.uidgenerator.worker.LeaseState;
import org.uidgenerator.worker.WorkerIdAssigner;
import org.uidgenerator.worker.WorkerLease;
import org.uidgenerator.worker.WorkerLeaseLostException;

/**
 * Knows the ticks that a generator may stamp: takes a worker lease, reserves ticks with it, replaces it when it is
 * lost, and gives the last one back. May be used by several threads, none of which waits for the store, except the one
 * that starts the generator.
 */
final class LeasedTicks implements BackgroundWork {
    /*
     * One thread, "<generator>-lease", does everything that may ask the store, one thing after the other. It starts when
     * there is something to do for the first time. All other threads only compare numbers:
     *
     *   tryReserve   the tick is reserved: true, from memory. It is not: false, and the thread is asked to reserve it, or to take
     *                the place of a lost lease. The generator is told when that is done.
     *   release      gives the lease back. No call of reserve begins after that. One that waits ends, because the lease has. A lease
     *                that arrives late, because the store was slow, is given back at once.
     *
     *   field           writer             readers            write     read      guard
     *   lease           thread             anyone             volatile  volatile  the lock, for writers
     *   lost, wanted    anyone, thread     anyone, thread     plain     plain     the lock
     *   ending          closer             anyone, thread     plain     plain     the lock
     *   reservedByUs    thread             anyone             plain     plain     the lock
     */
    private static final System.Logger LOG = System.getLogger(LeasedTicks.class.getName());

    private static final Duration LONGEST_BACKOFF = Duration.ofSeconds(1);

    private final LeaseRequest request;
    private final String name;
    private final UidLayout layout;
    private final WorkerIdAssigner assigner;
    private final TickClock clock;
    private final Runnable whenChanged;
    private final BackgroundTask task;
    private final TickWait wait;
    private final ReentrantLock lock = new ReentrantLock();

    private volatile WorkerLease lease;
    private boolean lost;
    private long wanted = -1;
    private long reservedByUs = -1;
    private boolean ending;

    /**
     * Takes the first lease. Waits for the store as long as the assigner does.
     *
     * @param request what the generator wants
     * @param whenChanged is run when more ticks have been reserved, or another lease was taken
     * @throws UidGenerateException if the time bits are used up already, or no worker id is available
     * @throws IllegalArgumentException if the worker id does not fit the layout, or the clock needs another lease
     */
    LeasedTicks(
            LeaseRequest request,
            WorkerIdAssigner assigner,
            TickClock clock,
            NanoClock nanoClock,
            ThreadFactory threads,
            Runnable whenChanged) {
        this.request = request;
        name = request.name();
        layout = request.layout();
        this.assigner = assigner;
        this.clock = clock;
        this.whenChanged = whenChanged;
        task = new BackgroundThreads(name + "-lease", 1, nanoClock, threads).task(this, LONGEST_BACKOFF);
        wait = new TickWait(() -> this, nanoClock);
        // Order matters! Before a worker id is taken, which may use it up for ever.
        TickSource.requireInTimeBits(layout, clock.currentTick());
        lease = assign();
    }

    /** The lease under which ticks are to be reserved. */
    WorkerLease lease() {
        return lease;
    }

    /**
     * Reserves a tick under the current lease, from memory. Where the store has to be asked, it is asked in the
     * background.
     *
     * @return whether the tick may be stamped
     */
    boolean tryReserve(long tick, WorkerLease under) {
        lock.lock();
        try {
            if (ending || under != lease) {
                return false;
            }
            if (!lost && reserveFromMemory(tick)) {
                return true;
            }
            wanted = tick;
        } finally {
            lock.unlock();
        }
        task.request();
        return false;
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
                release(-1);
            }
        }
    }

    private boolean tryReserveFirst(long highestTick) {
        WorkerLease lease = this.lease;
        long now = clock.currentTick();
        long tick = Math.max(now, Math.max(lease.firstTick(), highestTick + 1));
        return tick <= lease.state().usableThrough()
                || tick > Math.min(clock.latestTick(now), lease.latestTick(now))
                || tick > layout.maxTick() // whoever wants a UID is told
                || tryReserve(tick, lease);
    }

    /** Records that a tick that could not be reserved is no longer wanted. */
    void forget(long tick) {
        lock.lock();
        try {
            if (wanted == tick) {
                wanted = -1;
            }
        } finally {
            lock.unlock();
        }
    }

    /** Lock held. */
    private boolean reserveFromMemory(long tick) {
        if (lease.isRevoked()) {
            lose(new WorkerLeaseLostException(
                    "worker id " + lease.workerId() + " is revoked: its store has gone back"));
            return false;
        }
        if (tick <= reservedByUs) {
            return true;
        }
        if (tick > lease.state().usableThrough()) {
            return false;
        }
        try {
            lease.reserve(tick);
            return true;
        } catch (WorkerLeaseLostException e) { // revoked since it said how far it reaches
            lose(e);
            return false;
        }
    }

    /** Lock held. */
    private void lose(WorkerLeaseLostException why) {
        if (!lost) {
            lost = true;
            record("lost", lease);
            LOG.log(WARNING, name + " has lost worker id " + lease.workerId() + " and takes another one", why);
        }
    }

    /** Makes the calls to the store that are due. For the thread. */
    @Override
    public long run() {
        if (mustReserve()) {
            reserve();
        }
        if (mustReplace()) {
            replace();
        }
        return UNTIL_REQUESTED;
    }

    private boolean mustReserve() {
        lock.lock();
        try {
            return !ending && !lost && wantsMore();
        } finally {
            lock.unlock();
        }
    }

    private boolean wantsMore() {
        return wanted > Math.max(lease.state().usableThrough(), reservedByUs);
    }

    private void reserve() {
        long tick = wanted();
        try {
            lease.reserve(tick); // no lock held: asks the store
            change(() -> reservedByUs = Math.max(reservedByUs, tick));
        } catch (WorkerLeaseLostException e) {
            change(() -> lose(e));
        }
    }

    private long wanted() {
        lock.lock();
        try {
            return wanted;
        } finally {
            lock.unlock();
        }
    }

    private boolean mustReplace() {
        lock.lock();
        try {
            return !ending && lost;
        } finally {
            lock.unlock();
        }
    }

    private void replace() {
        WorkerLease fresh = assign(); // no lock held: asks the store
        boolean late;
        lock.lock();
        try {
            late = ending;
            if (!late) {
                lease = fresh;
                lost = false;
                wanted = -1;
                reservedByUs = -1;
            }
        } finally {
            lock.unlock();
        }
        if (late) {
            giveBack(fresh, -1);
        } else {
            LOG.log(INFO, "{0} continues with worker id {1}", name, Long.toString(fresh.workerId()));
            whenChanged.run();
        }
    }

    private void change(Runnable change) {
        lock.lock();
        try {
            change.run();
        } finally {
            lock.unlock();
        }
        whenChanged.run();
    }

    private WorkerLease assign() {
        WorkerLease assigned = assigner.assignWorkerId(request);
        try {
            layout.requireWorkerId(assigned.workerId());
            clock.requireUsable(assigned);
        } catch (RuntimeException e) {
            giveBack(assigned, -1);
            throw e;
        }
        record("taken", assigned);
        return assigned;
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
     * Why ticks that are wanted are not reserved: why the last call to the store failed or, while one is under way,
     * what the lease knows of its store. Null if none are wanted or nothing is known.
     */
    @Nullable
    Throwable whyNone() {
        Throwable failure = failure();
        lock.lock();
        try {
            return failure != null || !wantsMore() ? failure : lease.state().storeFailure();
        } finally {
            lock.unlock();
        }
    }

    /** Describes, for the message of an exception, why the lease reserves no ticks, or returns null if it does. */
    @Nullable
    String describeTrouble() {
        Throwable failure = whyNone();
        lock.lock();
        try {
            String what =
                    lost ? "worker id %d is lost and no other is there yet" : "no ticks of worker id %d are reserved";
            if (failure != null) {
                return String.format(Locale.ROOT, what + ": %s", lease.workerId(), failure.getMessage());
            }
            return lost || wantsMore() ? String.format(Locale.ROOT, what + ": no answer yet", lease.workerId()) : null;
        } finally {
            lock.unlock();
        }
    }

    /** When the last tick ends that may be stamped without asking the store. */
    Instant reservedUntil(LeaseState state) {
        return state.reservedThrough() < layout.maxTick()
                ? layout.timeOf(state.reservedThrough() + 1)
                : layout.expiresAt();
    }

    /**
     * Gives the worker id back. Nothing can be reserved any more. A lease that is being taken just now is given back
     * when it arrives, by the thread that waits for it.
     *
     * @param lastTick the last tick that was stamped, or -1 if none was
     */
    void release(long lastTick) {
        WorkerLease held;
        lock.lock();
        try {
            if (ending) {
                return;
            }
            ending = true;
            held = lost ? null : lease; // or it is somebody else's
        } finally {
            lock.unlock();
        }
        task.close(Duration.ZERO);
        if (held != null) {
            giveBack(held, lastTick);
        }
    }

    private void giveBack(WorkerLease lease, long lastTick) {
        try {
            record("given back", lease);
            lease.release(Math.max(lastTick, lease.firstTick() - 1));
        } catch (RuntimeException e) {
            LOG.log(WARNING, name + " could not give worker id " + lease.workerId() + " back", e);
        }
    }

    /** Waits after {@link #release} for a call of the store that is under way. Returns whether there is none. */
    boolean awaitEnd(Duration longestWait) {
        return task.awaitEnd(longestWait);
    }

    /** Returns whether the lease was released and a call of the store is still under way. */
    boolean isEnding() {
        return task.isClosed() && !task.hasEnded();
    }
}
