package org.uidgenerator.internal.engine;

import java.time.Duration;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.buffer.RejectedPutBufferHandler;
import org.uidgenerator.buffer.RejectedTakeBufferHandler;
import org.uidgenerator.internal.NanoClock;

/**
 * The options of a {@link UidBuffer}.
 *
 * @param name of the generator, for logs, exceptions and the thread
 * @param capacity how many blocks the ring holds, a power of two
 * @param refillBelow the number of blocks in the ring below which it is refilled
 * @param stripes how many open blocks the threads share that own none, a power of two
 * @param owners how many threads may own an open block, a power of two or 0; with none, and one stripe, UIDs ascend
 *     among all threads
 * @param increment how far apart the UIDs of a block are
 * @param putHandler is told of a block that found no room
 * @param takeHandler what calls do that find no UID
 * @param checkInterval how often the freshness of the open blocks is checked, five seconds at most
 * @param scheduleInterval how often the ring is refilled without being asked, or null for never
 * @param nanoClock the time that the generator goes by
 * @param threadFactory makes the padder's thread
 */
public record BufferOptions(
        String name,
        int capacity,
        int refillBelow,
        int stripes,
        int owners,
        long increment,
        RejectedPutBufferHandler putHandler,
        RejectedTakeBufferHandler takeHandler,
        Duration checkInterval,
        @Nullable Duration scheduleInterval,
        NanoClock nanoClock,
        ThreadFactory threadFactory) {}
