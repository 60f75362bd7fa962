package org.uidgenerator.engine;

import java.util.Locale;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.buffer.RejectedTakeBufferHandler;
import org.uidgenerator.buffer.RingBuffer;
import org.uidgenerator.internal.Waiting;

/**
 * The way of a call that finds no UID in its open block: it opens the next block, or waits in the line until it is served, with
 * no lock held, or until its handler gives up.
 */
final class HandOut {
    private final String name;
    private final BlockOpener opener;
    private final RejectedTakeBufferHandler handler;
    private final Waiting waiting;
    private final EngineMeter meter;

    /**
     * Makes the way of the callers of a generator.
     *
     * @param handler what calls do that have to wait and name no time-out of their own
     */
    HandOut(String name, BlockOpener opener, RejectedTakeBufferHandler handler, Waiting waiting, EngineMeter meter) {
        this.name = name;
        this.opener = opener;
        this.handler = handler;
        this.waiting = waiting;
        this.meter = meter;
    }

    /** Returns a UID of the next block. */
    long fromNextBlock() {
        long start = waiting.nanoTime();
        long uid = fromNextBlock(handler, start);
        if (uid < 0) {
            throw hasNone(start);
        }
        return uid;
    }

    /** Returns a UID of the open or the next block, or none if the handler gives up. */
    OptionalLong tryNext(RejectedTakeBufferHandler handler) {
        long uid = opener.stripe().claim();
        if (uid < 0) {
            uid = fromNextBlock(handler, waiting.nanoTime());
        }
        return uid >= 0 ? OptionalLong.of(uid) : OptionalLong.empty();
    }

    private long fromNextBlock(RejectedTakeBufferHandler handler, long startNanos) {
        while (true) {
            long uid = opener.open();
            if (uid == BlockOpener.MUST_WAIT) {
                Waiter waiter = opener.join(1);
                if (waiter != null) {
                    return awaitService(waiter, handler, startNanos) ? waiter.take() : uid;
                }
            } else if (uid >= 0) {
                return uid;
            }
            uid = opener.stripe().claim();
            if (uid >= 0) {
                return uid;
            }
        }
    }

    /** Fills an array, from as many blocks as it takes. */
    void fill(long[] uids) {
        int filled = opener.stripe().claim(uids, 0);
        while (filled < uids.length) {
            filled += fromNextBlock(uids, filled);
            filled += opener.stripe().claim(uids, filled);
        }
    }

    private int fromNextBlock(long[] uids, int from) {
        long uid = opener.open();
        if (uid >= 0) {
            uids[from] = uid;
            return 1;
        }
        Waiter waiter = uid == BlockOpener.MUST_WAIT ? opener.join(uids.length - from) : null;
        if (waiter == null) {
            return 0;
        }
        long start = waiting.nanoTime();
        if (!awaitService(waiter, handler, start)) {
            throw hasNone(start);
        }
        return waiter.take(uids, from);
    }

    /** Asks a handler until the call has been served or refused. Returns false if the handler gives up. */
    private boolean awaitService(Waiter waiter, RejectedTakeBufferHandler handler, long startNanos) {
        meter.waited();
        RingBuffer view = new WaitersView(opener.ring(), waiter, waiting);
        try {
            while (waiter.isWaiting()) {
                if (!handler.rejectTakeBuffer(view, waiting.nanoTime() - startNanos) && opener.leave(waiter)) {
                    meter.rejectedTake();
                    return false;
                }
            }
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            if (opener.leave(waiter)) {
                throw new UidGenerateException(name + " was interrupted while waiting for a UID", e);
            }
            return true;
        } finally {
            if (waiter.isWaiting()) { // the handler has thrown something
                opener.leave(waiter);
            }
        }
    }

    private UidGenerateException hasNone(long startNanos) {
        long waitedMillis = TimeUnit.NANOSECONDS.toMillis(waiting.nanoTime() - startNanos);
        String message = String.format(
                Locale.ROOT, "%s has no UID after waiting for %d ms: %s", name, waitedMillis, opener.describeTrouble());
        return new UidGenerateException(message, opener.failure());
    }

    /** What the handler of a waiting call sees of the ring. */
    private record WaitersView(RingBuffer ring, Waiter waiter, Waiting waiting) implements RingBuffer {
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
            return waiter.await(nanos, waiting);
        }

        @Override
        public String toString() {
            return ring.toString();
        }
    }
}
