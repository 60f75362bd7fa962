package org.uidgenerator.spring;

import java.util.concurrent.atomic.AtomicInteger;
import org.uidgenerator.buffer.RejectedTakeBufferHandler;
import org.uidgenerator.buffer.RingBuffer;

/** Counts the calls that found the ring empty, and lets them fail. */
final class FailingTakeHandler implements RejectedTakeBufferHandler {
    final AtomicInteger rejected = new AtomicInteger();

    @Override
    public boolean rejectTakeBuffer(RingBuffer ringBuffer, long waitedNanos) {
        rejected.incrementAndGet();
        return false;
    }
}
