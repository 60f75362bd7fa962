package org.uidgenerator.buffer;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * What a caller does that finds the ring empty. Called by the threads that want a UID, again and again until a block is
 * there or the handler gives up; no lock is held meanwhile.
 */
@FunctionalInterface
public interface RejectedTakeBufferHandler {

    /** Gives up at once: costs no wait and answers bursts with exceptions. */
    RejectedTakeBufferHandler FAIL = (ringBuffer, waitedNanos) -> false;

    /**
     * Makes a handler that waits, spinning for some microseconds and parking then: costs a thread that stands still, but
     * a virtual thread leaves its carrier.
     *
     * @param timeout how long a call may wait for its block all in all; zero or more
     * @return the handler
     * @throws IllegalArgumentException if the timeout is negative
     */
    static RejectedTakeBufferHandler waitFor(Duration timeout) {
        if (timeout.isNegative()) {
            throw new IllegalArgumentException("timeout must not be negative: timeout=" + timeout);
        }
        long timeoutNanos = TimeUnit.NANOSECONDS.convert(timeout);
        return (ringBuffer, waitedNanos) ->
                waitedNanos < timeoutNanos && ringBuffer.awaitNotEmpty(timeoutNanos - waitedNanos);
    }

    /**
     * Waits, helps or gives up. A request for padding has been made already.
     *
     * @param ringBuffer the ring that was empty
     * @param waitedNanos how long this call has been without a block, in nanoseconds: next to nothing the first time
     * @return true to look again, false to give up: the call fails with an exception that names the state of the padder
     * @throws InterruptedException if the thread is interrupted: the call fails and the interrupt flag is set again
     */
    boolean rejectTakeBuffer(RingBuffer ringBuffer, long waitedNanos) throws InterruptedException;
}
