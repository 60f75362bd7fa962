package org.uidgenerator.engine;

import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.buffer.RingBuffer;

/**
 * Opens blocks for callers that find no UID in an open one, or puts them into a line, to be served when there is a
 * block.
 */
interface BlockOpener {
    /** Where the calling thread claims. */
    OpenBlock place();

    /**
     * Opens the next block in the place of the calling thread, unless there are UIDs now, no block is ready, or others
     * wait.
     *
     * @return a UID that is the caller's alone, or a negative number if no block was opened
     * @throws UidGenerateException if the generator does not run, or there will be no block
     */
    long open();

    /**
     * Joins the line of waiting calls, unless there are UIDs now.
     *
     * @param wanted how many UIDs are wanted
     * @return the place in the line, or null to look again
     * @throws UidGenerateException if the generator does not run
     */
    @Nullable
    Waiter join(int wanted);

    /** Leaves the line without UIDs. Returns false if the call has been served or refused meanwhile. */
    boolean leave(Waiter waiter);

    /** What handlers see: the ring that blocks come from. */
    RingBuffer ring();

    /** Returns, for the message of an exception, why there is no block. */
    String describeTrouble();

    /** Returns why no block can be made, or null if nothing is known to be wrong. */
    @Nullable
    Throwable failure();
}
