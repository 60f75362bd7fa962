package org.uidgenerator.internal.background;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of some threads, and which of them is next. Nothing is remembered about what was requested but by the task
 * itself, so a request cannot be lost here. All methods may be called from any thread.
 */
final class TaskList {
    /*
     *   field          writer                  readers  write     read      guard
     *   tasks          callers, closers        all      volatile  volatile  the lock, for writers; copied but for what is
     *                                                                       added behind the last one
     *   count          callers, closers                 plain               the lock
     *   next           threads                 threads  volatile  volatile  a benign race: any order is fair enough
     *   failing        threads                 threads  itself    itself    a permit for each task that fails and is done
     *
     * Tasks that failed when they were done last get some of the threads at most, so that those that hang at a dead
     * place leave threads to those that do not.
     */
    private static final @Nullable BackgroundTask[] NO_TASKS = {};

    private final ReentrantLock lock = new ReentrantLock();
    private final Semaphore failing;
    private volatile @Nullable BackgroundTask[] tasks = NO_TASKS;
    private int count;
    private volatile int next;

    /**
     * Makes an empty list.
     *
     * @param mostFailing how many tasks that failed last are done at the same time at most
     */
    TaskList(int mostFailing) {
        failing = new Semaphore(mostFailing);
    }

    void add(BackgroundTask task) {
        lock.lock();
        try {
            @Nullable BackgroundTask[] more = count < tasks.length ? tasks : Arrays.copyOf(tasks, 2 * count + 1);
            more[count++] = task;
            tasks = more; // Order matters! Written also if it is the same, so that its readers see the task
        } finally {
            lock.unlock();
        }
    }

    void removeClosed() {
        lock.lock();
        try {
            tasks = Arrays.stream(tasks)
                    .filter(task -> task != null && !task.isClosed())
                    .toArray(BackgroundTask[]::new);
            count = tasks.length;
        } finally {
            lock.unlock();
        }
    }

    boolean isEmpty() {
        return tasks.length == 0;
    }

    /** Returns a snapshot, in the order in which they were added. */
    List<BackgroundTask> snapshot() {
        return Arrays.stream(tasks).<BackgroundTask>mapMulti(TaskList::ifThere).toList();
    }

    private static void ifThere(@Nullable BackgroundTask task, Consumer<BackgroundTask> then) {
        if (task != null) {
            then.accept(task);
        }
    }

    /**
     * Claims a task that is due until then, those after the last one first.
     *
     * @return the task, which is to be {@linkplain #perform performed}, or null if none is due
     */
    @Nullable
    BackgroundTask takeDue(long until) {
        @Nullable BackgroundTask[] tasks = this.tasks;
        int from = next;
        for (int i = 0; i < tasks.length; i++) {
            int index = Math.floorMod(from + i, tasks.length);
            BackgroundTask task = tasks[index];
            if (task != null && task.nextAt() <= until && claim(task)) {
                next = index + 1;
                return task;
            }
        }
        return null;
    }

    private boolean claim(BackgroundTask task) {
        boolean isFailing = task.isFailing();
        if (isFailing && !failing.tryAcquire()) {
            return false;
        }
        boolean claimed = task.claim();
        if (claimed) {
            task.isAmongFailing = isFailing;
        } else if (isFailing) {
            failing.release();
        }
        return claimed;
    }

    /** Does a task that was taken, by the thread of a slot. */
    void perform(BackgroundTask task, BackgroundThreads.Slot slot) {
        boolean isFailing = task.isAmongFailing;
        try {
            task.runAndLetGo(slot);
        } finally {
            if (isFailing) {
                failing.release();
            }
        }
    }

    /** When the next task is due that no thread does, or {@link BackgroundTask#NEVER}. */
    long earliest() {
        long earliest = BackgroundTask.NEVER;
        for (BackgroundTask task : tasks) {
            earliest = Math.min(earliest, nextAt(task));
        }
        return earliest;
    }

    /**
     * Returns whether {@link #earliest} is ever. Looks first at the task after the one that was taken last, which is
     * enough if many are requested.
     */
    boolean willAnyComeDue() {
        @Nullable BackgroundTask[] tasks = this.tasks;
        int from = next;
        for (int i = 0; i < tasks.length; i++) {
            if (nextAt(tasks[Math.floorMod(from + i, tasks.length)]) != BackgroundTask.NEVER) {
                return true;
            }
        }
        return false;
    }

    /** Never for a task that has to wait until another one ends that fails, whose runner looks again after that. */
    private long nextAt(@Nullable BackgroundTask task) {
        if (task == null || (task.isFailing() && failing.availablePermits() == 0)) {
            return BackgroundTask.NEVER;
        }
        return task.nextAt();
    }
}
