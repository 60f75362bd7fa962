package org.uidgenerator.internal.lease.file;

import static java.lang.System.Logger.Level.WARNING;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.internal.ReserveAhead;
import org.uidgenerator.internal.background.BackgroundThreads;
import org.uidgenerator.internal.file.LockedFile;
import org.uidgenerator.internal.file.LockedFileException;
import org.uidgenerator.internal.file.TickFile;
import org.uidgenerator.internal.lease.Environment;
import org.uidgenerator.internal.lease.LeaseOptions;
import org.uidgenerator.internal.lease.Reservation;

/**
 * A journal in a lease file, which the lease does without once it cannot be written. Its thread is not the keeper's,
 * because that may have to wait for the store.
 */
final class FileJournal extends TickFile<FiledLease> implements LeaseJournal {
    private static final System.Logger LOG = System.getLogger(LeaseOptions.LOGGER);

    private final AtomicBoolean broken;
    private final long periodNanos;
    private Runnable cover = () -> {}; // set before the task is started

    /**
     * Makes a journal that has written nothing yet.
     *
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
        super(
                "lease file",
                file,
                filed,
                ahead,
                new BackgroundThreads(
                        filed.origin().namespace() + "-lease-file", 1, environment.nanoClock(), environment.threads()));
        this.broken = broken;
        periodNanos = period.toNanos();
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
    public void reserving(Reservation reserved, @Nullable Reservation pending) {
        change(filed -> filed.reserving(reserved, pending));
    }

    /** The write may have been done, so ticks after those in the file must not be used before it is erased. */
    @Override
    protected void notWritten(Exception why) {
        broken.set(true);
        try {
            eraseFile();
        } catch (IOException e) {
            why.addSuppressed(e);
            throw new LockedFileException("it can be neither written nor erased: " + why, why);
        }
        LOG.log(
                WARNING,
                this
                        + " cannot be written and was erased: the generator continues without it, and its next start needs the store",
                why);
    }

    @Override
    public void erase() {
        try {
            eraseFile();
        } catch (IOException e) {
            broken.set(true);
            throw new LockedFileException("it cannot be erased: " + e, e);
        }
    }
}
