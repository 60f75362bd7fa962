package org.uidgenerator.internal.engine;

/**
 * A source whose blocks are opened as soon as they are claimed. Called with a lock held, under which no thread waits.
 */
public interface UnbufferedSource extends BlockSource {

    /**
     * Returns the UID of a block that has just been claimed to be handed out first; those below are skipped.
     *
     * @param lastUid the UID that was handed out last, negative if none was
     * @param usedUp whether nothing was left in the block before
     */
    long start(UidBlock block, long lastUid, boolean usedUp);

    /** Takes back what is left of a block, from a UID on: the block is no longer fresh. */
    void takeBack(long firstUid);

    /** Returns how long the block that was claimed last is fresh if nothing unforeseen happens, in nanoseconds. */
    long nanosUntilStale();

    /** Throws what {@link #next} would throw now. */
    void requireNext(long floor);
}
