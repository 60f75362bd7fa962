package org.uidgenerator.worker;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.internal.NanoClock;
import org.uidgenerator.internal.ReserveAhead;
import org.uidgenerator.internal.background.BackgroundThreads;
import org.uidgenerator.internal.file.LockedFile;
import org.uidgenerator.internal.file.LockedFileException;
import org.uidgenerator.internal.file.TickFile;

/** A static worker id whose file says which ticks may have been used, so that the next process starts above them. */
final class RememberedLease extends TickFile<FiledTicks> implements WorkerLease {
    /*
     * Usually the task has written ticks down before the generator needs them. If not, the generator's thread for its store
     * does, since that may wait.
     *
     * While the file cannot be written, the ticks before stay usable, and later ones wait until a write has succeeded. The file
     * is never given up, because no process can tell without it which ticks were used.
     *
     * If the path leads to another file after a write, or to none, another process may have the worker id, or get it. Then the
     * lease is over, and the UIDs in the ring are dropped, because the other process may use them.
     *
     * The worker id is given back by a write as well, of a lower tick. It comes after the last reservation, and then the file is
     * open to the next process.
     *
     *   field        writer             readers    write     read      guard
     *   latestAsked  generator          task       volatile  volatile  an atomic maximum
     *   lastTick     closer             task       volatile  volatile  once
     *   lost         generator, task    all        volatile  volatile  the lock of the file, for writers; once
     *   notWritten   task               closer     volatile  volatile  once
     */
    /**
     * A crash skips up to this time beside the ticks in the ring, and an idle generator's first call may have to wait.
     */
    private static final Duration STEP = Duration.ofSeconds(2);

    private static final Duration LONGEST_CLOSE = Duration.ofSeconds(5);
    private static final long NONE = Long.MIN_VALUE;

    private final FiledTicks start;
    private final TakenWorkerId taken;
    private final long workerId;
    private final AtomicLong latestAsked = new AtomicLong(-1);
    private final AtomicLong lastTick = new AtomicLong(NONE);

    private volatile @Nullable String lost;
    private volatile @Nullable RuntimeException notWritten;

    /**
     * Begins above the ticks that may have been used. Writes nothing.
     *
     * @param workerId of the layout that the lease was requested for
     * @param start the ticks that may have been used
     * @param file is closed by the lease
     * @param taken is given back by the lease
     */
    RememberedLease(
            String generator,
            long workerId,
            FiledTicks start,
            LockedFile file,
            TakenWorkerId taken,
            ThreadFactory threads) {
        super(
                "tick file",
                file,
                start,
                ReserveAhead.of(STEP, start.layout().tick(), start.layout().maxTick(), NanoClock.SYSTEM),
                new BackgroundThreads(generator + "-tick-file", 1, NanoClock.SYSTEM, threads));
        this.workerId = workerId;
        this.start = start;
        this.taken = taken;
    }

    @Override
    public long workerId() {
        return workerId;
    }

    @Override
    public long firstTick() {
        return start.usedThrough() + 1;
    }

    @Override
    public LeaseState state() {
        long usable = usableThrough();
        return new LeaseState(
                OptionalLong.empty(), usable, usable, null, task.failure(), Optional.of(start.namespace()));
    }

    @Override
    public boolean isRevoked() {
        return lost != null;
    }

    @Override
    public void reserve(long tick) {
        if (tick > usableThrough()) {
            cover(tick);
            requireNotEnded(tick);
        } else {
            latestAsked.accumulateAndGet(tick, Math::max);
            if (tick > dueAfter()) {
                task.request();
            }
        }
    }

    private void requireNotEnded(long tick) {
        String lost = this.lost;
        if (lost != null) {
            throw new WorkerLeaseLostException(lost);
        }
        if (tick > usableThrough()) {
            throw new UidGenerateException(this + " is closed, because the worker id was given back");
        }
    }

    @Override
    protected void notWritten(Exception why) {
        if (!(why instanceof LockedFileException moved)) {
            throw new UidGenerateException(this + " cannot be written: " + why, why);
        }
        String message = this + " is lost, and worker id " + start.workerId() + " with it: " + moved.why()
                + ". Close a generator before its file is changed. If none uses it, make it "
                + FiledTicks.WITH_COMMAND;
        lost = message;
        close();
        WorkerLeaseLostException told = new WorkerLeaseLostException(message);
        told.initCause(why);
        throw told;
    }

    @Override
    public void release(long lastTick) {
        this.lastTick.compareAndSet(NONE, Math.max(lastTick, firstTick() - 1)); // or it was given back before
        if (!task.request()) {
            giveBack(); // no thread can be started
        }
        if (!task.awaitEnd(LONGEST_CLOSE) && !Thread.currentThread().isInterrupted()) { // or it ends in the background
            throw new UidGenerateException(this + " is not written within " + LONGEST_CLOSE + ": worker id "
                    + start.workerId() + " is given back when that ends");
        }
        RuntimeException failure = notWritten;
        if (failure != null) {
            throw new UidGenerateException(this + " may say more ticks than were used: " + failure.getCause(), failure);
        }
    }

    @Override
    public long run() {
        if (lastTick.get() != NONE) {
            giveBack();
        } else {
            cover(latestAsked.get());
        }
        return UNTIL_REQUESTED;
    }

    /** If the lower tick cannot be written, the next process starts above the greater one. */
    private void giveBack() {
        try {
            endAt(lastTick.get());
        } catch (UidGenerateException e) {
            notWritten = e;
        } finally {
            close();
        }
    }

    /** Order matters! After the file is closed, since it is open to the next process with the worker id. */
    @Override
    public void end() {
        long last = lastTick.get();
        taken.giveBack(last == NONE ? usableThrough() : last);
    }

    @Override
    public void failing(Throwable failure) {
        if (lost == null) {
            super.failing(failure);
        }
    }
}
