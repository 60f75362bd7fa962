package org.uidgenerator.internal.engine;

import java.util.Iterator;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidGenerateException;

/**
 * The calls that have found no UID, in the order in which they came. A thread that opens a block serves them before any
 * other thread can claim from it, so no call starves however busy the others are: a call waits for those that came
 * before it and for those at their places, each of which takes what it asked for once.
 */
final class WaitingLine {
    private final Queue<Waiter> waiters = new ConcurrentLinkedQueue<>();
    private final AtomicLong joined = new AtomicLong();

    WaitingLine() {
        Waiter.load();
    }

    /** Adds a call behind those that wait. Its place is empty, and its lock is held. */
    Waiter join(OpenBlock place, int wanted) {
        assert place.lock.isHeldByCurrentThread();
        Waiter waiter = new Waiter(place, wanted, joined.getAndIncrement());
        waiters.add(waiter);
        return waiter;
    }

    long joined() {
        return joined.get();
    }

    /** Ends a wait without UIDs. Returns false if the call has been served or refused meanwhile. */
    boolean leave(Waiter waiter) {
        boolean gaveUp = waiter.giveUp();
        waiters.remove(waiter);
        return gaveUp;
    }

    boolean isEmpty() {
        return waiters.isEmpty();
    }

    int size() {
        return waiters.size();
    }

    /** Returns the call that has waited longest, or null. */
    @Nullable
    Waiter first() {
        return waiters.peek();
    }

    /**
     * Serves calls from a block that no thread can claim from yet, until there are no more of them or it is used up.
     *
     * @param next the first UID of the block that may be handed out
     * @param joined how many calls had joined before the block was taken: the others may have UIDs of later blocks
     * @param whom which of these calls are served
     * @return how many UIDs have been given away, from {@code next} on
     */
    long serve(long next, UidBlock block, long joined, Predicate<Waiter> whom) {
        long left = (block.last() - next) / block.increment() + 1;
        long given = 0;
        Iterator<Waiter> inOrder = waiters.iterator();
        while (given < left && inOrder.hasNext()) {
            Waiter waiter = inOrder.next();
            if (waiter.number >= joined) {
                break;
            }
            if (whom.test(waiter)) {
                inOrder.remove(); // Order matters! Before it is served: its next call must not find it here
                given += waiter.serve(next + given * block.increment(), left - given);
            }
        }
        return given;
    }

    /** Refuses all calls that wait, each with an exception of its own, as long as there is one. */
    void refuseWhile(Supplier<? extends @Nullable UidGenerateException> why) {
        while (!waiters.isEmpty()) {
            UidGenerateException refusal = why.get();
            Waiter waiter = refusal == null ? null : waiters.poll();
            if (refusal == null || waiter == null) {
                return;
            }
            waiter.refuse(refusal);
        }
    }
}
