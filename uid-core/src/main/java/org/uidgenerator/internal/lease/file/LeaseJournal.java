package org.uidgenerator.internal.lease.file;

import org.jspecify.annotations.Nullable;
import org.uidgenerator.internal.file.LockedFileException;
import org.uidgenerator.internal.lease.Reservation;

/**
 * Records each step of a lease before it is taken, so that another process can continue the lease without the store: a
 * {@link FileJournal}, or {@link #NONE}, so that the next start needs the store. May be used by several threads. What
 * writes throws a {@link LockedFileException} if what was written before is still there.
 */
public interface LeaseJournal {
    /** Records nothing. */
    LeaseJournal NONE = new LeaseJournal() {};

    default long usableThrough() {
        return Long.MAX_VALUE;
    }

    default long dueAfter() {
        return Long.MAX_VALUE;
    }

    /** Starts to cover ticks when that is requested, and periodically while a generator idles. */
    default void start(Runnable cover) {}

    /** Requests that ticks are covered soon, in the background. */
    default void request() {}

    default void cover(long position) {}

    /** Writes down what the store has confirmed, and what it is about to be asked for. */
    default void reserving(Reservation reserved, @Nullable Reservation pending) {}

    default void endAt(long lastTick) {}

    default boolean isErased() {
        return true;
    }

    /** Makes sure that no process continues the lease without the store. */
    default void erase() {}

    default void close() {}
}
