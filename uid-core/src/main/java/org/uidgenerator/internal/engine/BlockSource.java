package org.uidgenerator.internal.engine;

import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidGenerateException;

/**
 * The source of an engine's blocks: ticks of a worker lease, ranges of a counter, another process. No UID is in two
 * blocks, and none of its methods waits for a store.
 */
public interface BlockSource {

    /**
     * Claims the next block: above all claimed before, unless the source is made to go back. Called by one thread at
     * any moment.
     *
     * @param floor UIDs up to this one are not handed out any more, so blocks of them may be left out; -1 if there are
     *     none
     * @return the block, or null as long as none can be claimed
     * @throws UidGenerateException if there will be none, or none for long; the engine asks again nevertheless
     */
    @Nullable
    UidBlock next(long floor);

    /**
     * Returns how long until {@link #next} is worth another try after it returned null, in nanoseconds, at least one.
     */
    long nanosUntilNext();

    /**
     * Returns the UID of a block to hand out first if no block was open, or if UIDs were left when the last one was
     * retired. Those below it are skipped. By default some are: if the last block went stale, few UIDs are wanted, and
     * their low bits would repeat.
     */
    default long firstUid(UidBlock block) {
        return LowBits.scatter(block);
    }

    /**
     * Returns whether the UIDs of a block may be handed out now, and until the engine asks again. Called from any
     * thread.
     */
    boolean isFresh(UidBlock block);

    /**
     * Returns, for the message of an exception, what keeps blocks from being claimed, or null if nothing does. From any
     * thread.
     */
    @Nullable
    String trouble();

    /**
     * Returns what each call is to be told that waits while {@link #next} returns null, or null if it is to go on
     * waiting, as by default. Called by the thread that claims.
     */
    default @Nullable UidGenerateException refusal() {
        return null;
    }

    /**
     * Returns why the store did not answer when it was asked last, or null if it did or need not be asked. From any
     * thread.
     */
    @Nullable
    Throwable failure();
}
