package org.uidgenerator.internal.engine;

import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidRange;
import org.uidgenerator.buffer.RejectedTakeBufferHandler;
import org.uidgenerator.buffer.RingBuffer;
import org.uidgenerator.internal.NanoClock;

/**
 * What a call does when it finds no UID in its open block: it opens the next block, or waits in the line, with no lock
 * held, until it is served or its handler gives up.
 */
final class HandOut {
    private final String name;
    private final OpenBlocks<?> blocks;
    private final RejectedTakeBufferHandler handler;
    private final NanoClock nanoClock;
    private final EngineMeter meter;

    /**
     * Makes the hand-out of a generator.
     *
     * @param handler what calls do that have to wait and name no time-out of their own
     */
    HandOut(
            String name,
            OpenBlocks<?> blocks,
            RejectedTakeBufferHandler handler,
            NanoClock nanoClock,
            EngineMeter meter) {
        this.name = name;
        this.blocks = blocks;
        this.handler = handler;
        this.nanoClock = nanoClock;
        this.meter = meter;
    }

    /** Returns a UID of the next block. */
    long fromNextBlock() {
        long start = nanoClock.nanoTime();
        long uid = fromNextBlock(handler, start);
        if (uid < 0) {
            throw hasNone(start);
        }
        return uid;
    }

    /** Returns a UID of the open or the next block, or none if the handler gives up. */
    OptionalLong tryNext(RejectedTakeBufferHandler handler) {
        long uid = blocks.place().claim();
        if (uid < 0) {
            uid = fromNextBlock(handler, nanoClock.nanoTime());
        }
        return uid >= 0 ? OptionalLong.of(uid) : OptionalLong.empty();
    }

    /** Counts each call that gets no UID, whatever the reason: the handler gives up, or something is thrown. */
    private long fromNextBlock(RejectedTakeBufferHandler handler, long startNanos) {
        long uid = OpenBlock.NONE;
        try {
            uid = openOrAwait(handler, startNanos);
        } finally {
            if (uid < 0) {
                meter.rejectedTake();
            }
        }
        return uid;
    }

    private long openOrAwait(RejectedTakeBufferHandler handler, long startNanos) {
        long uid = blocks.open();
        while (uid < 0) {
            Waiter waiter = blocks.join(1);
            if (waiter != null) {
                return awaitService(waiter, handler, startNanos) ? waiter.take().first() : OpenBlock.NONE;
            }
            uid = blocks.place().claim();
            if (uid < 0) { // others have used the block up
                uid = blocks.open();
            }
        }
        return uid;
    }

    /** Returns consecutive UIDs of the open or the next block, at least one. */
    UidRange claim(int atMost) {
        if (atMost < 1) {
            throw new IllegalArgumentException("atMost must be at least 1: atMost=" + atMost);
        }
        UidRange uids = blocks.place().claim(atMost);
        return uids != null ? uids : fromNextBlock(atMost);
    }

    /** Counts as for one UID. */
    private UidRange fromNextBlock(int atMost) {
        UidRange uids = null;
        try {
            while (uids == null) {
                uids = openOrAwait(atMost);
            }
        } finally {
            if (uids == null) {
                meter.rejectedTake();
            }
        }
        return uids;
    }

    /** Returns null to look again. */
    private @Nullable UidRange openOrAwait(int atMost) {
        long uid = blocks.open();
        if (uid >= 0) {
            return from(uid, atMost);
        }
        Waiter waiter = blocks.join(atMost);
        if (waiter == null) {
            return blocks.place().claim(atMost);
        }
        long start = nanoClock.nanoTime();
        if (!awaitService(waiter, handler, start)) {
            throw hasNone(start);
        }
        return waiter.take();
    }

    /** Returns UIDs from this one on, as many as no other caller has claimed meanwhile. */
    private UidRange from(long uid, int atMost) {
        OpenBlock place = blocks.place();
        UidRange next = atMost > 1 ? place.claim(atMost - 1) : null;
        if (next == null) {
            return new UidRange(uid, uid, place.increment);
        }
        return next.first() == uid + next.increment()
                ? new UidRange(uid, next.last(), next.increment())
                : next; // without the one
    }

    /** Asks a handler until the call has been served or refused. Returns false if the handler gives up. */
    private boolean awaitService(Waiter waiter, RejectedTakeBufferHandler handler, long startNanos) {
        meter.waited();
        RingBuffer view = new WaitersView(blocks.ring(), waiter, nanoClock);
        try {
            while (waiter.isWaiting()) {
                if (!handler.rejectTakeBuffer(view, nanoClock.nanoTime() - startNanos) && blocks.leave(waiter)) {
                    return false;
                }
            }
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            if (blocks.leave(waiter)) {
                throw new UidGenerateException(name + " was interrupted while waiting for a UID", e);
            }
            return true;
        } finally {
            if (waiter.isWaiting()) { // the handler has thrown something
                blocks.leave(waiter);
            }
        }
    }

    private UidGenerateException hasNone(long startNanos) {
        return Waiter.inVain(name, nanoClock.nanoTime() - startNanos, blocks.describeTrouble(), blocks.failure());
    }

    /** What the handler of a waiting call sees of the ring. */
    private record WaitersView(RingBuffer ring, Waiter waiter, NanoClock nanoClock) implements RingBuffer {
        @Override
        public int size() {
            return ring.size();
        }

        @Override
        public int capacity() {
            return ring.capacity();
        }

        @Override
        public boolean awaitNotEmpty(long nanos) throws InterruptedException {
            return waiter.await(nanos, nanoClock);
        }

        @Override
        public String toString() {
            return ring.toString();
        }
    }
}
