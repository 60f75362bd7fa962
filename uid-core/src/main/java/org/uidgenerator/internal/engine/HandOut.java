package org.uidgenerator.internal.engine;

import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidRange;
import org.uidgenerator.buffer.RejectedTakeBufferHandler;
import org.uidgenerator.buffer.RingBuffer;
import org.uidgenerator.internal.NanoClock;

/**
 * The way of a call that finds no UID in its open block: it opens the next block, or waits in the line, with no lock
 * held, until it is served or its handler gives up.
 */
final class HandOut {
    private final Engine<?> engine;
    private final RejectedTakeBufferHandler handler;
    private final NanoClock nanoClock;

    /**
     * Makes the hand-out of a generator.
     *
     * @param handler what calls do that have to wait and name no time-out of their own
     */
    HandOut(Engine<?> engine, RejectedTakeBufferHandler handler, NanoClock nanoClock) {
        this.engine = engine;
        this.handler = handler;
        this.nanoClock = nanoClock;
    }

    /** Returns the first UID of the next block: without an object for it, unless the call waits. */
    long first(int wanted) {
        long uid = OpenBlock.NONE;
        boolean refused = true;
        try {
            uid = engine.open();
            refused = false;
        } finally {
            if (refused) {
                engine.meter.rejectedTakes.increment();
            }
        }
        return uid >= 0 ? uid : fromNextBlock(wanted).first();
    }

    /** Returns a UID of the open or the next block, or none if the handler gives up. */
    OptionalLong tryNext(RejectedTakeBufferHandler handler) {
        long uid = engine.place().claim();
        if (uid >= 0) {
            return OptionalLong.of(uid);
        }
        UidRange next = fromNextBlock(1, handler, nanoClock.nanoTime());
        return next == null ? OptionalLong.empty() : OptionalLong.of(next.first());
    }

    /** Returns consecutive UIDs of the open or the next block, at least one. */
    UidRange claim(int atMost) {
        if (atMost < 1) {
            throw new IllegalArgumentException("atMost must be at least 1: atMost=" + atMost);
        }
        UidRange uids = engine.place().claim(atMost);
        return uids != null ? uids : fromNextBlock(atMost);
    }

    private UidRange fromNextBlock(int atMost) {
        long start = nanoClock.nanoTime();
        UidRange uids = fromNextBlock(atMost, handler, start);
        if (uids == null) {
            long waited = nanoClock.nanoTime() - start;
            throw Waiter.inVain(engine.name, waited, engine.describeTrouble(), engine.failure());
        }
        return uids;
    }

    /** Counts each call that gets no UID, whatever the reason: the handler gives up, or something is thrown. */
    private @Nullable UidRange fromNextBlock(int atMost, RejectedTakeBufferHandler handler, long startNanos) {
        UidRange uids = null;
        try {
            uids = openOrAwait(atMost, handler, startNanos);
        } finally {
            if (uids == null) {
                engine.meter.rejectedTakes.increment();
            }
        }
        return uids;
    }

    private @Nullable UidRange openOrAwait(int atMost, RejectedTakeBufferHandler handler, long startNanos) {
        while (true) {
            long uid = engine.open();
            if (uid >= 0) {
                return from(uid, atMost);
            }
            Waiter waiter = engine.join(atMost);
            if (waiter != null) {
                return awaitService(waiter, handler, startNanos) ? waiter.take() : null;
            }
            UidRange uids = engine.place().claim(atMost);
            if (uids != null) { // or others have used the block up
                return uids;
            }
        }
    }

    /** Returns UIDs from this one on, as many as no other caller has claimed meanwhile. */
    private UidRange from(long uid, int atMost) {
        OpenBlock place = engine.place();
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
        engine.meter.waits.increment();
        RingBuffer view = new WaitersView(engine.ring(), waiter, nanoClock);
        try {
            while (waiter.isWaiting()) {
                if (!handler.rejectTakeBuffer(view, nanoClock.nanoTime() - startNanos) && engine.line.leave(waiter)) {
                    return false;
                }
            }
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            if (engine.line.leave(waiter)) {
                throw new UidGenerateException(engine.name + " was interrupted while waiting for a UID", e);
            }
            return true;
        } finally {
            if (waiter.isWaiting()) { // the handler has thrown something
                engine.line.leave(waiter);
            }
        }
    }

    /** The view that the handler of a waiting call has of the ring. */
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
