package org.uidgenerator.buffer;

/**
 * The view that a handler has of the ring that holds UIDs ahead of demand, in blocks. It can look and wait. It cannot
 * put, take or close, so no plugged-in code can cause a duplicate.
 */
public interface RingBuffer {

    /** {@return the number of blocks now, a snapshot} */
    int size();

    /** {@return the most blocks that the ring holds} */
    int capacity();

    /**
     * Waits until there are UIDs for the call that found none: first come, first served. Spins first and parks then.
     *
     * @param nanos the longest time to wait in nanoseconds
     * @return whether to look again: there are UIDs for the call, or the generator has been closed or suspended
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    boolean awaitNotEmpty(long nanos) throws InterruptedException;
}
