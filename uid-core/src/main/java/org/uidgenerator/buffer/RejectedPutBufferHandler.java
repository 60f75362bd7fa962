package org.uidgenerator.buffer;

/**
 * The reaction of the padder to a full ring. Every refill ends this way, so it is not a fault. The block that found no
 * room is kept and is the first of the next refill, so a handler loses nothing by doing nothing.
 *
 * <p>Called by the padder thread. An exception thrown here fails that refill, which is reported and retried.
 */
@FunctionalInterface
public interface RejectedPutBufferHandler {

    /** Does nothing: the default. */
    RejectedPutBufferHandler KEEP = ringBuffer -> {};

    /**
     * Records that a block found no room.
     *
     * @param ringBuffer the full ring
     */
    void rejectPutBuffer(RingBuffer ringBuffer);
}
