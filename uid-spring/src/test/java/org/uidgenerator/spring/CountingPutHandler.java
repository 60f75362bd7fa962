package org.uidgenerator.spring;

import java.util.concurrent.atomic.AtomicInteger;
import org.uidgenerator.buffer.RejectedPutBufferHandler;
import org.uidgenerator.buffer.RingBuffer;

/** Counts the blocks that found no room. */
final class CountingPutHandler implements RejectedPutBufferHandler {
    final AtomicInteger rejected = new AtomicInteger();

    @Override
    public void rejectPutBuffer(RingBuffer ringBuffer) {
        rejected.incrementAndGet();
    }
}
