package org.uidgenerator.worker;

import static java.lang.System.Logger.Level.DEBUG;
import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.internal.NanoClock;
import org.uidgenerator.internal.ReserveAhead;
import org.uidgenerator.internal.background.BackgroundTask;
import org.uidgenerator.internal.background.BackgroundThreads;
import org.uidgenerator.internal.background.BackgroundWork;
import org.uidgenerator.internal.file.LockedFile;
import org.uidgenerator.internal.file.LockedFileException;

/** A static worker id whose file says which ticks may have been stamped, so that the next launch starts above them. */
final class RememberedLease implements WorkerLease, BackgroundWork {
    /*
     *     may have been stamped: this launch    asked for in time    the next launch starts here
     *   ──────────────────────────────────────┬────────────────────┬─────────────────────────────▶ ticks
     *                                       due             reservedThrough
     *
     * No tick after the one in the file has been stamped: a greater one is in the file, on the disk, before the ticks up to it
     * become usable. Usually the task has written it before the generator needs it. If not, the generator's thread for its store
     * does, since that may wait.
     *
     * A write that fails leaves the tick before in the file, the new one, or a damaged text. The first two are not below what was
     * stamped, and a damaged text is refused by the next launch. So the ticks before stay usable, and later ones wait until a
     * write has succeeded. The file is never given up: without it nobody would know what was stamped.
     *
     * If the path leads to another file after a write, or to none, another process may have the worker id, or get it. Then the
     * lease is over, and the UIDs in the ring with it: they may be those of the other one.
     *
     * The worker id is given back by a write as well, of a lower tick. It comes after the last reservation, under the lock, and
     * then the file is open to the next launch.
     *
     *   field            writer                 readers          write     read      guard
     *   reservedThrough  generator, task        generator        volatile  volatile  the lock, for writers
     *   ahead            generator, task        the same                             the lock; the generator reads what is due
     *   latestAsked      generator              task             volatile  volatile  an atomic maximum
     *   lastTick         closer                 task             volatile  volatile  once
     *   ended            generator, task        the same         plain     plain     the lock
     *   lost             generator, task        anyone           volatile  volatile  the lock, for writers; once
     *   notWritten       task                   closer           volatile  volatile  once
     */
    private static final System.Logger LOG = System.getLogger(RememberedLease.class.getName());

    /**
     * A crash skips up to this time beside the ticks in the ring, and an idle generator's first call may have to wait.
     */
    private static final Duration STEP = Duration.ofSeconds(2);

    private static final Duration LONGEST_BACKOFF = Duration.ofSeconds(1);
    private static final Duration LONGEST_CLOSE = Duration.ofSeconds(5);
    private static final long NONE = Long.MIN_VALUE;

    private final WorkerFile start;
    private final LockedFile file;
    private final TakenWorkerId taken;
    private final long workerId;
    private final long firstTick;
    private final ReserveAhead ahead;
    private final BackgroundTask task;
    private final ReentrantLock lock = new ReentrantLock();
    private final CountDownLatch hasEnded = new CountDownLatch(1);
    private final AtomicLong latestAsked = new AtomicLong(-1);
    private final AtomicLong lastTick = new AtomicLong(NONE);

    private volatile long reservedThrough;
    private boolean ended;
    private volatile @Nullable String lost;
    private volatile @Nullable Exception notWritten;

    /**
     * Begins above what is in the file. Writes nothing.
     *
     * @param workerId of the layout that the lease was requested for
     * @param start what is in the file
     * @param file is closed by the lease
     * @param taken is given back by the lease
     */
    RememberedLease(String generator, long workerId, WorkerFile start, LockedFile file, TakenWorkerId taken) {
        this(generator, workerId, start, file, taken, BackgroundThreads::newThread);
    }

    RememberedLease(
            String generator,
            long workerId,
            WorkerFile start,
            LockedFile file,
            TakenWorkerId taken,
            ThreadFactory threadFactory) {
        this.workerId = workerId;
        this.start = start;
        this.file = file;
        this.taken = taken;
        firstTick = Math.max(start.stampedThrough() + 1, taken.firstUnstampedTick());
        reservedThrough = firstTick - 1;
        long ticks = Math.max(1, STEP.dividedBy(start.layout().tick()));
        ahead = new ReserveAhead(ticks, start.layout().maxTick(), NanoClock.SYSTEM);
        task = new BackgroundThreads(generator + "-worker-file", 1, NanoClock.SYSTEM, threadFactory)
                .task(this, LONGEST_BACKOFF);
    }

    @Override
    public long workerId() {
        return workerId;
    }

    @Override
    public long firstTick() {
        return firstTick;
    }

    @Override
    public LeaseState state() {
        return LeaseState.through(reservedThrough).withSpace(start.space()).withStoreFailure(task.failure());
    }

    @Override
    public boolean isRevoked() {
        return lost != null;
    }

    @Override
    public void reserve(long tick) {
        if (tick > reservedThrough) {
            moveOn(tick);
        } else {
            latestAsked.accumulateAndGet(tick, Math::max);
            if (tick > ahead.dueAfter()) {
                task.request();
            }
        }
    }

    /** Writes a greater tick if few are left. */
    private void moveOn(long tick) {
        lock.lock();
        try {
            String lost = this.lost;
            if (lost != null) {
                throw new WorkerLeaseLostException(lost);
            }
            if (ended) {
                throw new UidGenerateException(describe("is closed, because the worker id was given back"));
            }
            if (tick > ahead.dueAfter()) {
                long last = start.layout().maxTick();
                long through = ahead.reach(tick, last);
                file.write(start.stampedThrough(through).text());
                reservedThrough = through; // Order matters! After it is on the disk
                ahead.written();
                ahead.reserved(through, last);
            }
        } catch (IOException e) {
            throw new UidGenerateException(describe("cannot be written: " + e), e);
        } catch (LockedFileException e) {
            throw lose(e);
        } finally {
            lock.unlock();
        }
    }

    /** Lock held. */
    private WorkerLeaseLostException lose(LockedFileException why) {
        String message = describe("is lost, and worker id " + start.workerId() + " with it: " + why.why()
                + ". Close a generator before its file is changed. If none uses it, make it "
                + WorkerFile.WITH_COMMAND);
        lost = message;
        ended = true;
        try (file) {
            taken.giveBack(reservedThrough);
        } catch (IOException e) {
            why.addSuppressed(e);
        } finally {
            task.close(Duration.ZERO);
            hasEnded.countDown();
        }
        WorkerLeaseLostException told = new WorkerLeaseLostException(message);
        told.initCause(why);
        return told;
    }

    @Override
    public void release(long lastTick) {
        this.lastTick.compareAndSet(NONE, Math.max(lastTick, firstTick - 1)); // or it was given back before
        if (!task.request()) {
            giveBack(); // no thread can be started
        }
        if (!awaitEnd()) {
            throw new UidGenerateException(describe("is not written within " + LONGEST_CLOSE + ": worker id "
                    + start.workerId() + " is given back when that ends"));
        }
        Exception failure = notWritten;
        if (failure != null) {
            throw new UidGenerateException(describe("may say more ticks than were stamped: " + failure), failure);
        }
    }

    private boolean awaitEnd() {
        try {
            return hasEnded.await(LONGEST_CLOSE.toNanos(), TimeUnit.NANOSECONDS)
                    && task.awaitEnd(LONGEST_CLOSE); // leaves no thread behind
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true; // it is given back in the background
        }
    }

    @Override
    public long run() {
        if (lastTick.get() != NONE) {
            giveBack();
        } else {
            moveOn(latestAsked.get());
        }
        return UNTIL_REQUESTED;
    }

    private void giveBack() {
        lock.lock();
        try {
            if (!ended) {
                ended = true;
                close();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Lock held. If the lower tick cannot be written, the next launch starts above the greater one. */
    private void close() {
        try (file) {
            file.write(start.stampedThrough(lastTick.get()).text());
        } catch (IOException | LockedFileException e) {
            notWritten = e;
        } finally {
            taken.giveBack(lastTick.get());
            task.close(Duration.ZERO);
            hasEnded.countDown();
        }
    }

    @Override
    public void failing(Throwable failure) {
        LOG.log(
                lost == null ? WARNING : DEBUG,
                "worker file " + file.path() + " cannot be written now, trying again with back-off",
                failure);
    }

    @Override
    public void recovered(int failures) {
        LOG.log(INFO, describe("is written again after " + failures + " failed attempts"));
    }

    private String describe(String what) {
        return "worker file " + file.path() + " " + what;
    }
}
