package org.uidgenerator.worker.lease;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.internal.ReserveAhead;
import org.uidgenerator.internal.background.BackgroundTask;
import org.uidgenerator.internal.background.BackgroundThreads;
import org.uidgenerator.internal.background.BackgroundWork;
import org.uidgenerator.internal.file.LockedFile;
import org.uidgenerator.internal.file.LockedFileException;

/**
 * A journal in a lease file. A thread of its own keeps it ahead of the ticks that are stamped, because the keeper's
 * thread may have to wait for the store.
 */
final class FileJournal implements LeaseJournal, BackgroundWork {
    /*
     *   field              writer                  readers          write     read      guard
     *   filed, ended       thread, keeper, closer  the same         plain     plain     the lock
     *   erased             thread, keeper          keeper           volatile  volatile  the lock, for writers
     *   stampableThrough   thread, keeper, closer  lease            volatile  volatile  the lock, for writers
     *   ahead              thread, keeper, closer  the same                             the lock; the lease reads what is due
     *   cover              launching thread        thread                               the start of the thread
     */
    private static final System.Logger LOG = System.getLogger(FileJournal.class.getName());

    private static final Duration LONGEST_BACKOFF = Duration.ofSeconds(1);

    private final LockedFile file;
    private final AtomicBoolean broken;
    private final ReserveAhead ahead;
    private final long periodNanos;
    private final BackgroundTask task;
    private final ReentrantLock lock = new ReentrantLock();

    private FiledLease filed;
    private boolean ended;
    private volatile boolean erased;
    private volatile long stampableThrough;
    private Runnable cover = () -> {};

    /**
     * Makes a journal that has written nothing yet.
     *
     * @param file the file, open; it is closed by this journal
     * @param filed what is or may be in it
     * @param ahead how many ticks one write covers
     * @param period how often to check a generator that idles
     * @param broken is set when the file cannot be written
     */
    FileJournal(
            LockedFile file,
            FiledLease filed,
            ReserveAhead ahead,
            Duration period,
            AtomicBoolean broken,
            Environment environment) {
        this.file = file;
        this.filed = filed;
        this.broken = broken;
        this.ahead = ahead;
        periodNanos = period.toNanos();
        task = new BackgroundThreads(
                        filed.origin().namespace() + "-lease-file", 1, environment.nanoClock(), environment.threads())
                .task(this, LONGEST_BACKOFF);
        show();
    }

    @Override
    public long stampableThrough() {
        return stampableThrough;
    }

    @Override
    public long dueAfter() {
        return ahead.dueAfter();
    }

    @Override
    public void start(Runnable cover) {
        this.cover = cover;
        task.start(Duration.ofNanos(periodNanos));
    }

    @Override
    public void request() {
        task.request();
    }

    /** Covers the ticks of the lease. For the thread. */
    @Override
    public long run() {
        cover.run();
        return periodNanos;
    }

    @Override
    public void cover(long position) {
        lock.lock();
        try {
            if (!ended && position > ahead.dueAfter()) {
                write(filed.stampedThrough(
                        ahead.reach(position, filed.reserved().through())));
                ahead.written();
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void reserving(Reservation reserved, @Nullable Reservation pending) {
        lock.lock();
        try {
            write(filed.reserving(reserved, pending));
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void endAt(long lastTick) {
        lock.lock();
        try {
            ended = true;
            write(filed.stampedThrough(Math.min(lastTick, filed.stampedThrough())));
        } finally {
            lock.unlock();
        }
    }

    /** Lock held. */
    private void write(FiledLease next) {
        if (erased || next.equals(filed)) {
            return;
        }
        try {
            file.write(next.text());
            filed = next;
            show();
        } catch (IOException | LockedFileException e) {
            broken.set(true);
            eraseAfter(e);
            LOG.log(
                    WARNING,
                    "lease file " + file.path()
                            + " cannot be written and was erased: the generator continues without it, and its next launch needs the store",
                    e);
        }
    }

    /**
     * Lock held. A write that has failed may have been done, so ticks after those in the file must not be stamped
     * before.
     */
    private void eraseAfter(Exception failure) {
        try {
            eraseFile();
        } catch (IOException e) {
            failure.addSuppressed(e);
            throw new LockedFileException("it can be neither written nor erased: " + failure, failure);
        }
    }

    @Override
    public boolean isErased() {
        return erased;
    }

    @Override
    public void erase() {
        lock.lock();
        try {
            if (!erased) {
                eraseFile();
            }
        } catch (IOException e) {
            broken.set(true);
            throw new LockedFileException("it cannot be erased: " + e, e);
        } finally {
            lock.unlock();
        }
    }

    /** Lock held. */
    private void eraseFile() throws IOException {
        file.erase();
        erased = true;
        show();
    }

    /** Lock held, or no other thread knows this journal yet. */
    private void show() {
        stampableThrough = erased ? Long.MAX_VALUE : filed.stampedThrough();
        ahead.reserved(stampableThrough, filed.reserved().through());
    }

    @Override
    public void close() {
        task.close(Duration.ZERO);
        lock.lock();
        try {
            ended = true;
            file.close();
        } catch (IOException e) {
            LOG.log(WARNING, "lease file " + file.path() + " cannot be closed", e);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void failing(Throwable failure) {
        LOG.log(WARNING, "lease file " + file.path() + " is not written now, trying again with back-off", failure);
    }

    @Override
    public void recovered(int failures) {
        LOG.log(
                INFO,
                "lease file {0} is written again after {1} failed attempts",
                file.path(),
                Integer.toString(failures));
    }
}
