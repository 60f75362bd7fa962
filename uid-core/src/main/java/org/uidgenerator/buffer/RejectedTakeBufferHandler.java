package org.uidgenerator.buffer;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.uidgenerator.OptionException;

/**
 * The reaction of a caller to an empty ring. Called by the threads that want a UID, repeatedly until there is one or
 * the handler gives up. No lock is held meanwhile. The call keeps its place in the line, however its handler waits.
 */
@FunctionalInterface
public interface RejectedTakeBufferHandler {

    /** Gives up at once: costs no wait and answers bursts with exceptions. */
    RejectedTakeBufferHandler FAIL = waitFor(Duration.ZERO);

    /**
     * Returns a handler that waits: it spins for some microseconds and then parks. That blocks a platform thread; a
     * virtual thread unmounts from its carrier.
     *
     * @param timeout how long a call may wait for UIDs in total; zero or more
     * @return the handler
     * @throws IllegalArgumentException if the timeout is negative
     */
    static RejectedTakeBufferHandler waitFor(Duration timeout) {
        if (Objects.requireNonNull(timeout, "timeout").isNegative()) {
            throw new OptionException("timeout", timeout, "must not be negative");
        }
        long timeoutNanos = TimeUnit.NANOSECONDS.convert(timeout);
        return (ringBuffer, waitedNanos) ->
                waitedNanos < timeoutNanos && ringBuffer.awaitNotEmpty(timeoutNanos - waitedNanos);
    }

    /**
     * Waits, helps or gives up. A refill has been requested already.
     *
     * @param ringBuffer the ring that was empty
     * @param waitedNanos how long this call has been without UIDs, in nanoseconds: next to nothing the first time
     * @return true to look again, false to give up: the call fails with an exception that names the state of the padder
     * @throws InterruptedException if the thread is interrupted: the call fails and the interrupt flag is set again
     */
    boolean rejectTakeBuffer(RingBuffer ringBuffer, long waitedNanos) throws InterruptedException;
}
