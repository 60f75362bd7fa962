package org.uidgenerator.internal.file;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import org.uidgenerator.OptionText;
import org.uidgenerator.UidLayout;
import org.uidgenerator.internal.ReserveAhead;
import org.uidgenerator.internal.background.BackgroundTask;
import org.uidgenerator.internal.background.BackgroundThreads;
import org.uidgenerator.internal.background.BackgroundWork;

/**
 * A locked file that says which ticks may have been used, so that the next process starts above them. A task of its own
 * keeps it ahead of the ticks in use. May be used by several threads.
 *
 * @param <C> what is in the file
 */
public abstract class TickFile<C extends TickFile.Contents<C>> implements BackgroundWork {
    /*
     *     may have been used: this process    asked for in time    the next process starts here
     *   ──────────────────────────────────────┬────────────────────┬─────────────────────────────▶ ticks
     *                                      dueAfter          usableThrough
     *
     * No tick after the one in the file has been used: a greater one is in the file, on the disk, before the ticks up to it
     * become usable.
     *
     * A write that fails leaves the tick before in the file, the new one, or a damaged text. The first two are not below any tick
     * that was used, and a damaged text is refused by the next process.
     *
     *   field            writer            readers        write     read      guard
     *   contents,        who has the lock  the same       plain     plain     the lock
     *   inDoubt, ended
     *   erased           who has the lock  owner          volatile  volatile  the lock, for writers
     *   usableThrough    who has the lock  owner          volatile  volatile  the lock, for writers
     *   ahead            who has the lock  the same                           the lock; the owner reads what is due
     */
    private static final System.Logger LOG = System.getLogger(TickFile.class.getName());

    private static final Duration LONGEST_BACKOFF = Duration.ofSeconds(1);

    /** The time that a crash leaves reserved, and more for the start. */
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);

    /** Keeps the file ahead. */
    protected final BackgroundTask task;

    private final String name;
    private final LockedFile file;
    private final ReserveAhead ahead;
    private final ReentrantLock lock = new ReentrantLock();
    private C contents;
    private boolean inDoubt = true;
    private boolean ended;
    private volatile boolean erased;
    private volatile long usableThrough;

    /** The contents of a file. Immutable. */
    public interface Contents<C> {
        /** Returns the last tick that may have been used. */
        long usedThrough();

        /** Returns the same with another tick. */
        C usedThrough(long tick);

        /** Returns the last tick that may ever be used according to the rest. */
        long lastTick();

        String text();
    }

    /**
     * Makes one that has written nothing yet.
     *
     * @param name what messages call the file, before its path
     * @param file is closed by this one
     * @param contents what is or may be in it
     * @param ahead how many ticks one write covers
     * @param threads do what is due in the background
     */
    protected TickFile(String name, LockedFile file, C contents, ReserveAhead ahead, BackgroundThreads threads) {
        this.name = name + " " + file.path();
        this.file = file;
        this.contents = contents;
        this.ahead = ahead;
        task = threads.task(this, LONGEST_BACKOFF);
        show();
    }

    /**
     * Checks that the clock allows the next tick soon. After a time in which the clock was a year ahead it would not
     * for a year.
     *
     * @param layout says what a tick is
     * @param next the next tick
     * @param now the time
     * @param maxBorrow how far ahead of its clock the generator may use ticks
     * @throws LockedFileException if it is further ahead
     */
    public static void requireReachable(UidLayout layout, long next, Instant now, Duration maxBorrow) {
        Instant time = layout.timeOf(next);
        if (time.minus(maxBorrow).minus(LONGEST_WAIT).isAfter(now)) {
            throw new LockedFileException(
                    OptionText.of(
                            "its next tick is further ahead of the clock than {maxBorrow}: next=%s, now=%s, {maxBorrow}=%s."
                                    + " If the clock is right now, raise {maxBorrow}, or take another worker id",
                            time, now, maxBorrow),
                    null);
        }
    }

    /** Returns the last tick that may be used as far as this file says. For any thread. */
    public final long usableThrough() {
        return usableThrough;
    }

    /** Returns the tick after which a run of the {@link #task} is due. For any thread. */
    public final long dueAfter() {
        return ahead.dueAfter();
    }

    /**
     * Writes down that ticks after a position may be used, as far as that is possible, if little is left of those
     * before.
     *
     * @throws RuntimeException as {@link #notWritten}
     */
    public final void cover(long position) {
        lock.lock();
        try {
            if (!ended && position > ahead.dueAfter()) {
                write(contents.usedThrough(ahead.reach(position, contents.lastTick())));
                ahead.written();
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Writes down that no tick after this one was used or will be.
     *
     * @throws RuntimeException as {@link #notWritten}
     */
    public final void endAt(long lastTick) {
        lock.lock();
        try {
            ended = true;
            write(contents.usedThrough(Math.min(lastTick, contents.usedThrough())));
        } finally {
            lock.unlock();
        }
    }

    /**
     * Writes down something else than ticks.
     *
     * @throws RuntimeException as {@link #notWritten}
     */
    protected final void change(UnaryOperator<C> change) {
        lock.lock();
        try {
            write(change.apply(contents));
        } finally {
            lock.unlock();
        }
    }

    /** Lock held. */
    private void write(C next) {
        String text = next.text();
        if (erased || (!inDoubt && text.equals(contents.text()))) { // a full heap may lose the equality of a record
            return;
        }
        try {
            inDoubt = true;
            file.write(text);
            inDoubt = false;
            contents = next; // Order matters! After it is on the disk
            show();
        } catch (IOException | LockedFileException e) {
            notWritten(e);
        }
    }

    /**
     * Does what is to be done about a write that has failed, which may have been done. Lock held.
     *
     * @param why a {@link LockedFileException} if the path leads to another file by now, or to none
     * @throws RuntimeException if there is nothing else to be done
     */
    protected abstract void notWritten(Exception why);

    /** Leaves no text, so that no process starts from the file and all ticks are usable as far as it says. */
    protected final void eraseFile() throws IOException {
        lock.lock();
        try {
            if (!erased) {
                file.erase();
                erased = true;
                show();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether no process starts from the file. */
    public final boolean isErased() {
        return erased;
    }

    /** Lock held, or no other thread knows this one yet. */
    private void show() {
        usableThrough = erased ? Long.MAX_VALUE : contents.usedThrough();
        ahead.reserved(usableThrough, contents.lastTick());
    }

    /** Leaves what is written to the next process, and ends the task. */
    public final void close() {
        lock.lock();
        try {
            ended = true;
            file.close();
        } catch (IOException e) {
            LOG.log(WARNING, this + " cannot be closed", e);
        } finally {
            lock.unlock();
            task.close(Duration.ZERO);
        }
    }

    @Override
    public void failing(Throwable failure) {
        LOG.log(WARNING, this + " is not written now, trying again with back-off", failure);
    }

    @Override
    public void recovered(int failures) {
        LOG.log(INFO, "{0} is written again after {1} failed attempts", this, Integer.toString(failures));
    }

    @Override
    public String toString() {
        return name;
    }
}
