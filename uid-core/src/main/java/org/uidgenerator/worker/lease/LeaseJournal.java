package org.uidgenerator.worker.lease;

import org.jspecify.annotations.Nullable;
import org.uidgenerator.internal.file.LockedFileException;

/**
 * Records each step of a lease before it is taken, so that another process can continue the lease without the store.
 * {@link #NONE} costs nothing, and the next launch needs the store. May be used by several threads.
 */
interface LeaseJournal {
    /** Records nothing. */
    LeaseJournal NONE = new LeaseJournal() {
        @Override
        public long stampableThrough() {
            return Long.MAX_VALUE;
        }

        @Override
        public long dueAfter() {
            return Long.MAX_VALUE;
        }

        @Override
        public void start(Runnable cover) {}

        @Override
        public void request() {}

        @Override
        public void cover(long position) {}

        @Override
        public void reserving(Reservation reserved, @Nullable Reservation pending) {}

        @Override
        public void endAt(long lastTick) {}

        @Override
        public boolean isErased() {
            return true;
        }

        @Override
        public void erase() {}

        @Override
        public void close() {}
    };

    /** The last tick that the record allows to be stamped. */
    long stampableThrough();

    /** The tick after which {@link #request} is due. */
    long dueAfter();

    /** Starts to cover ticks when that is requested, and periodically while a generator idles. */
    void start(Runnable cover);

    /** Requests that ticks are covered soon, in the background. */
    void request();

    /**
     * Writes down that ticks after a position may be stamped, as far as they are reserved, if little is left of those
     * before.
     *
     * @throws LockedFileException if what was written before is still there
     */
    void cover(long position);

    /**
     * Writes down what the store has confirmed, and what it is about to be asked for.
     *
     * @throws LockedFileException if what was written before is still there
     */
    void reserving(Reservation reserved, @Nullable Reservation pending);

    /**
     * Writes down that no tick after this one was stamped or will be.
     *
     * @throws LockedFileException if what was written before is still there
     */
    void endAt(long lastTick);

    /** Returns whether nobody can continue the lease. */
    boolean isErased();

    /**
     * Makes sure that nobody continues the lease without the store.
     *
     * @throws LockedFileException if what was written before is still there
     */
    void erase();

    /** Leaves what is written to the next process. The holder stamps no tick after {@link #stampableThrough}. */
    void close();
}
