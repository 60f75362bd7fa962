package org.uidgenerator.buffer;

/**
 * What to do when the padder has a block that the full ring does not take. This is how every padding ends, not a fault:
 * the block is kept and is the first of the next padding, so a handler loses nothing by doing nothing.
 *
 * <p>Called by the padder thread. An exception thrown here fails that padding, which is reported and retried.
 */
@FunctionalInterface
public interface RejectedPutBufferHandler {

    /** Does nothing: the default. */
    RejectedPutBufferHandler KEEP = (ringBuffer, block) -> {};

    /**
     * Takes note of a block that found no room.
     *
     * @param ringBuffer the full ring
     * @param block the block, kept for the next padding
     */
    void rejectPutBuffer(RingBuffer ringBuffer, UidBlock block);
}
