package org.uidgenerator.internal.background;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.internal.NanoClock;

/**
 * The daemon threads that do some {@link BackgroundTask}s: one as long as none of the tasks waits for anything, and
 * more while some do, up to a bound. They start when there is something to do, survive every {@link Throwable}, and end
 * when there has been nothing to do for a while, except one that waits for the next task to come due. All methods may
 * be called from any thread.
 */
public final class BackgroundThreads implements Runnable {
    /*
     *                  a thread was started              a task is ready
     *      FREE ───────────────────────────▶ LOOKING ◀──────────────────▶ WORKING
     *        ▲                                │ ▲ ▲      it was done
     *        └── rested for long, and ────────┘ │ └── something is ready, or the time is over ──┐
     *            another rests or nothing       │                                               │
     *            will come due                  └────── nothing is ready ──▶ RESTING ───────────┘
     *
     *   field           writer                     readers   write     read      guard
     *   slot.thread     starter                    all       volatile  volatile  the lock, for writers; stays when the slot is free
     *   slot.state      itself, the waking thread  all       CAS       volatile
     *   slot.doing,     itself                     all       volatile  volatile  readers only report it
     *   slot.since
     *   unstartable     starter                    all       volatile  volatile  readers only report it
     *
     * Why no request is lost. A caller sets a flag, and then looks for a thread that is looking, or else for one that rests. A
     * thread says that it works, rests or has left, and then looks for flags. One of the two sees the other: a thread that works
     * has another one woken or started, one that rests does not park, and one that has left comes back, unless the caller has
     * started another. Nothing of this allocates, but for the start of a thread; if that fails, the flag stays set for the next
     * request and for all threads that there are.
     *
     * Why nothing comes due unseen. A thread that takes a task leaves none to watch the others if no other looks or rests. Then it
     * starts one, if there may be another and anything else will come due.
     *
     * Why one thread is enough if no task waits. It says that it is looking before it lets go of the task, so a caller that finds
     * no runner finds the thread, unless it has taken the task meanwhile, which is looked at last.
     */
    private static final int FREE = 0;
    private static final int LOOKING = 1;
    private static final int WORKING = 2;
    private static final int RESTING = 3;

    /** Here so that its class is loaded early: one that fails to load, because the heap is full, never loads again. */
    private static final Thread.State TERMINATED = Thread.State.TERMINATED;

    /** Parking is not exact, so what comes due within this time is done now. */
    private static final long PRECISION_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

    private static final long KEPT_WITHOUT_WORK_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final String name;
    private final NanoClock nanoClock;
    private final ThreadFactory factory;
    private final long origin;

    /** Tests that race a thread let their actor take the place of one. */
    final Slot[] slots;

    private final TaskList tasks;
    private final ReentrantLock lock = new ReentrantLock();

    private volatile @Nullable Throwable unstartable;

    /** The place of one thread. */
    static final class Slot {
        private static final VarHandle STATE = ConstantBootstraps.fieldVarHandle(
                        MethodHandles.lookup(), "state", VarHandle.class, Slot.class, int.class)
                .withInvokeExactBehavior();

        /** For tests, which do the work of a thread. */
        static final Slot THREADLESS = new Slot("none");

        final String name;
        volatile @Nullable Thread thread;
        volatile int state = FREE;
        volatile @Nullable BackgroundTask doing;
        volatile long since;

        Slot(String name) {
            this.name = name;
        }

        boolean isEmpty() {
            Thread thread = this.thread;
            return state == FREE || thread == null || thread.getState() == TERMINATED;
        }

        /** Ends its rest. Returns false if it does not rest. */
        boolean wake() {
            return STATE.compareAndSet(this, RESTING, LOOKING);
        }

        /** Begins to work. */
        void work(BackgroundTask task, long now) {
            since = now;
            doing = task;
            state = WORKING;
        }

        /** Has worked, and looks for what is ready. */
        void look() {
            state = LOOKING;
            doing = null;
        }
    }

    /**
     * Makes threads that are not started.
     *
     * @param name the name of the only thread, or of all threads, which are numbered then
     * @param most how many threads there are at most
     * @param nanoClock the time that they go by
     * @param factory makes the threads, which are named and made daemons whatever the factory says
     */
    public BackgroundThreads(String name, int most, NanoClock nanoClock, ThreadFactory factory) {
        this.name = name;
        this.nanoClock = nanoClock;
        this.factory = factory;
        origin = nanoClock.nanoTime();
        slots = new Slot[most];
        for (int i = 0; i < most; i++) {
            slots[i] = new Slot(most == 1 ? name : name + "-" + (i + 1));
        }
        tasks = new TaskList(Math.max(1, most / 2));
    }

    /**
     * Makes a platform thread that inherits no thread-locals: it may outlive what its creator has in them.
     *
     * @param work what the thread runs
     * @return a thread that is not started
     */
    public static Thread newThread(Runnable work) {
        return new Thread(null, work, "background", 0, false);
    }

    /**
     * Adds a task, which is not started: it is done when it is requested, and from {@link BackgroundTask#start} on when
     * it is due.
     *
     * @param what says what is done, for messages
     * @param work does it
     * @param longestBackoff how long to wait at most before work that has failed is tried again
     * @return the task
     */
    public BackgroundTask task(Object what, BackgroundWork work, Duration longestBackoff) {
        BackgroundTask task = new BackgroundTask(what, this, work, longestBackoff);
        tasks.add(task);
        return task;
    }

    /**
     * Adds the only task of threads of which there is one at most, which has their name.
     *
     * @param work does it
     * @param longestBackoff how long to wait at most before work that has failed is tried again
     * @return the task
     */
    public BackgroundTask task(BackgroundWork work, Duration longestBackoff) {
        return task(name, work, longestBackoff);
    }

    /** Removes the tasks that are closed. A thread without tasks ends. */
    void forgetClosed() {
        tasks.removeClosed();
        wake();
    }

    /** {@return the tasks that are not closed, a snapshot, in the order in which they were added} */
    public List<BackgroundTask> tasks() {
        return tasks.snapshot();
    }

    /** The time that due times are in: not negative, and ascending. */
    long now() {
        return nanoClock.nanoTime() - origin;
    }

    /** The time after these nanoseconds, or {@link BackgroundTask#NEVER}. */
    long in(long nanos) {
        long now = now();
        return nanos >= BackgroundTask.NEVER - now ? BackgroundTask.NEVER : now + nanos;
    }

    /** Makes sure that a thread looks at the tasks. Returns false if there is none and none can be started now. */
    boolean serve() {
        return callOne() || startOne();
    }

    /** Returns whether a thread is about to look for what is ready, because it rested and was woken, or anyway. */
    boolean callOne() {
        return isOneLooking() || wake();
    }

    /** Starts a thread if there may be another. Returns whether there is any. */
    boolean startOne() {
        try {
            startAnother();
        } catch (Throwable e) { // of the factory, or no thread can be started now: the next request tries again
            unstartable = e;
        }
        return haveOne();
    }

    /**
     * Makes sure that there is a thread.
     *
     * @throws IllegalStateException if the factory makes none
     * @throws OutOfMemoryError if none can be started
     */
    void startIfMissing() {
        if (!haveOne()) {
            startAnother();
        }
    }

    /** Returns whether a thread is about to look for what is ready. */
    private boolean isOneLooking() {
        for (Slot slot : slots) {
            if (slot.state == LOOKING && !slot.isEmpty()) {
                return true;
            }
        }
        return false;
    }

    /** Wakes a thread that rests, if there is one that does, or looks by now. */
    private boolean wake() {
        for (Slot slot : slots) {
            int state = slot.state;
            if ((state == RESTING || state == LOOKING) && !slot.isEmpty()) {
                if (slot.wake()) {
                    LockSupport.unpark(slot.thread);
                }
                return true;
            }
        }
        return false;
    }

    /** Returns whether there is a thread, whatever it does. */
    boolean haveOne() {
        for (Slot slot : slots) {
            if (!slot.isEmpty()) {
                return true;
            }
        }
        return false;
    }

    private void startAnother() {
        for (Slot slot : slots) {
            if (slot.isEmpty()) {
                start(slot);
                return;
            }
        }
    }

    private void start(Slot slot) {
        lock.lock();
        try {
            if (slot.isEmpty()) {
                Thread fresh = newDaemon(factory, name, slot.name, this);
                fresh.start();
                slot.state = LOOKING;
                slot.thread = fresh; // Order matters! After the start, which may fail. Its first look is under the lock
                unstartable = null;
            }
        } finally {
            lock.unlock();
        }
    }

    /** Makes a thread that is not started. Its class loader is that of this library. */
    static Thread newDaemon(ThreadFactory factory, String owner, String name, Runnable work) {
        @Nullable Thread made = factory.newThread(work);
        if (made == null || made.getState() != Thread.State.NEW) {
            throw new IllegalStateException(String.format(
                    Locale.ROOT,
                    "the threadFactory of %s must return a thread that is not started: thread=%s, threadFactory=%s",
                    owner,
                    made,
                    factory));
        }
        made.setName(name);
        made.setDaemon(true);
        // A thread inherits the loader of the thread that makes it, which may be that of another application.
        made.setContextClassLoader(BackgroundThreads.class.getClassLoader());
        return made;
    }

    /** Does tasks until there are none. For a thread of the factory. */
    @Override
    public void run() {
        Slot slot = ownSlot();
        long idleSince = now();
        while (true) {
            try {
                BackgroundTask task = takeReady();
                if (task != null) {
                    perform(task, slot);
                    idleSince = now();
                } else if ((tasks.isEmpty() || now() - idleSince >= KEPT_WITHOUT_WORK_NANOS) && leave(slot)) {
                    return;
                } else {
                    rest(slot, idleSince);
                }
            } catch (Throwable e) { // what runs on whatever happens must not end here, and has no caller
                unstartable = e;
            }
        }
    }

    /**
     * Does all tasks that are ready. For tests, in place of a thread.
     *
     * @return the nanoseconds until the next task is due, unless one is requested earlier
     */
    public long runReady() {
        for (BackgroundTask task = takeReady(); task != null; task = takeReady()) {
            tasks.perform(task, Slot.THREADLESS);
        }
        return nanosUntilNext();
    }

    /**
     * {@return in how many nanoseconds a task is ready: zero if one is now; {@link Long#MAX_VALUE} if none will come
     * due}
     */
    public long nanosUntilNext() {
        long earliest = tasks.earliest();
        return earliest == BackgroundTask.NEVER ? Long.MAX_VALUE : Math.max(0, earliest - now());
    }

    private Slot ownSlot() {
        lock.lock();
        try {
            for (Slot slot : slots) {
                if (slot.thread == Thread.currentThread()) {
                    return slot;
                }
            }
        } finally {
            lock.unlock();
        }
        throw new IllegalStateException(name + " was run by a thread that is not its own: " + Thread.currentThread());
    }

    /** Claims a task that is ready. */
    private @Nullable BackgroundTask takeReady() {
        return tasks.takeDue(now() + PRECISION_NANOS);
    }

    private void perform(BackgroundTask task, Slot slot) {
        try {
            work(task, slot);
        } finally {
            tasks.perform(task, slot);
            slot.look();
        }
    }

    /**
     * Says that a thread works, and has another one see to it if anything else will come due: this one may be busy for
     * long.
     *
     * @param slot the thread's, or null if it is none of these
     */
    void work(BackgroundTask task, @Nullable Slot slot) {
        if (slot != null) {
            slot.work(task, now()); // Order matters! Before it looks whether there is more to do
            if (slots.length > 1 && tasks.willAnyComeDue()) {
                serve();
            }
        }
    }

    private boolean isAnythingReady() {
        return tasks.earliest() <= now() + PRECISION_NANOS;
    }

    /** Parks until it is woken, something is due, or it has been idle for long. */
    private void rest(Slot slot, long idleSince) {
        slot.state = RESTING;
        try {
            long earliest = tasks.earliest(); // Order matters! After it says that it rests
            boolean leavesOneDay = earliest == BackgroundTask.NEVER || mayLeave(slot);
            park(slot, leavesOneDay ? Math.min(earliest, idleSince + KEPT_WITHOUT_WORK_NANOS) : earliest);
        } finally {
            slot.wake();
        }
    }

    private void park(Slot slot, long until) {
        while (slot.state == RESTING && !tasks.isEmpty()) {
            long left = until == BackgroundTask.NEVER ? Long.MAX_VALUE : until - now();
            if (left <= PRECISION_NANOS) {
                return;
            }
            try {
                nanoClock.park(left);
            } catch (InterruptedException stray) {
                // the thread is ours and ends with its tasks: the flag is clear now, so that it does not spin
            }
        }
    }

    /** Returns whether nothing will come due, or another thread rests and sees it. */
    private boolean mayLeave(Slot slot) {
        for (Slot other : slots) {
            if (other != slot && other.state == RESTING && !other.isEmpty()) {
                return true;
            }
        }
        return !tasks.willAnyComeDue();
    }

    /** Gives the slot up. Returns false if there is something to do. */
    private boolean leave(Slot slot) {
        Thread self = Thread.currentThread();
        lock.lock();
        try {
            if (!mayLeave(slot)) {
                return false;
            }
            slot.state = FREE;
        } finally {
            lock.unlock();
        }
        wake(); // the other threads that rest do not know yet what this one has seen
        return !isAnythingReady() || !takeSlotBack(slot, self); // Order matters! After the slot is free
    }

    private boolean takeSlotBack(Slot slot, Thread self) {
        lock.lock();
        try {
            if (slot.state != FREE) { // a request has started another
                return false;
            }
            slot.state = LOOKING;
            slot.thread = self;
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Waits until the threads have ended, which they do as soon as there are no tasks. */
    void awaitEnd(Duration longestWait) throws InterruptedException {
        long start = System.nanoTime();
        for (Slot slot : slots) {
            Thread thread = slot.thread;
            long left = longestWait.minusNanos(System.nanoTime() - start).toMillis();
            if (tasks.isEmpty() && thread != null && thread != Thread.currentThread() && left > 0) {
                thread.join(left);
            }
        }
    }

    /** Why no thread does what is needed, or null. */
    @Nullable
    Throwable whyMissing(boolean needed) {
        if (!needed || haveOne()) {
            return null;
        }
        Throwable why = unstartable;
        if (why != null || !hasOneDied()) { // otherwise a request is about to start it
            return why;
        }
        return new IllegalStateException(name + " has ended unexpectedly, the next request starts it again");
    }

    private boolean hasOneDied() {
        for (Slot slot : slots) {
            if (slot.state != FREE && slot.isEmpty()) {
                return true;
            }
        }
        return false;
    }

    /** Which call is the oldest, if all threads are busy, or null. */
    @Nullable
    String whyBusy() {
        BackgroundTask oldest = null;
        long nanos = -1;
        for (Slot slot : slots) {
            BackgroundTask doing = slot.doing;
            if (doing == null) {
                return null;
            }
            long busy = now() - slot.since;
            if (busy > nanos) {
                nanos = busy;
                oldest = doing;
            }
        }
        return String.format(
                Locale.ROOT,
                "all %d threads of %s are busy, one for %s with %s",
                slots.length,
                name,
                Duration.ofMillis(TimeUnit.NANOSECONDS.toMillis(nanos)),
                oldest);
    }

    /**
     * Closes all tasks. No more are added after that.
     *
     * @param longestWait how long to wait for what is under way, in total
     * @return whether all tasks have ended
     */
    public boolean close(Duration longestWait) {
        List<BackgroundTask> closing = tasks();
        closing.forEach(BackgroundTask::refuse);
        forgetClosed(); // all at once
        closing.forEach(task -> task.close(Duration.ZERO));
        long start = System.nanoTime();
        boolean ended = true;
        for (BackgroundTask task : closing) {
            ended &= task.awaitEnd(longestWait.minusNanos(System.nanoTime() - start));
        }
        return ended;
    }

    /** Returns the name. */
    @Override
    public String toString() {
        return name;
    }
}
