package org.uidgenerator.spring;

import java.util.concurrent.atomic.AtomicInteger;
import org.uidgenerator.buffer.RejectedPutBufferHandler;
import org.uidgenerator.buffer.RingBuffer;
import org.uidgenerator.buffer.UidBlock;

/** Counts the blocks that found no room. */
final class CountingPutHandler implements RejectedPutBufferHandler {
    final AtomicInteger rejected = new AtomicInteger();

    @Override
    public void rejectPutBuffer(RingBuffer ringBuffer, UidBlock block) {
        rejected.incrementAndGet();
    }
}
