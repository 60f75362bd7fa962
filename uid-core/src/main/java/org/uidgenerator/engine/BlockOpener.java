package org.uidgenerator.engine;

import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.buffer.RingBuffer;

/** Opens blocks for callers that find no UID in an open one, or puts them into a line, to be served when there is a block. */
interface BlockOpener {
    /** There are UIDs in the stripe now. */
    long LOOK_AGAIN = -1;

    /** There is no block to open, or others wait already. */
    long MUST_WAIT = -2;

    /** The stripe from which the calling thread claims. */
    Stripe stripe();

    /**
     * Opens the next block in the stripe of the calling thread, unless there are UIDs or others wait.
     *
     * @return a UID that is the caller's alone, {@link #LOOK_AGAIN} or {@link #MUST_WAIT}
     * @throws UidGenerateException if the generator does not run, or there will be no block
     */
    long open();

    /**
     * Joins the line, unless there are UIDs now.
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

    /** Says, for the message of an exception, why there is no block. */
    String describeTrouble();

    /** Returns why no block can be made, or null if nothing is known to be wrong. */
    @Nullable
    Throwable failure();
}
