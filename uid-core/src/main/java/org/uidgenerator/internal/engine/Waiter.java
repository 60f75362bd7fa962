package org.uidgenerator.internal.engine;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidRange;
import org.uidgenerator.internal.NanoClock;

/** A call that has found no UID and waits until it is served. */
final class Waiter {
    /*
     *                 ┌─ serve ──▶ SERVED     the UIDs are the caller's
     *      WAITING ───┼─ refuse ─▶ REFUSED    the generator has stopped or cannot continue
     *                 └─ giveUp ─▶ GIVEN_UP   it is not served any more: a server that tries keeps the UIDs
     *
     * One compare-and-set leaves WAITING, so UIDs that are given to a call that gives up belong to one of the two parties.
     *
     *   field         writer               reader        write  read    guard
     *   state         server or caller     both          CAS    volatile
     *   first, count  server, before CAS   the caller    plain  plain   state is SERVED
     *   refusal       server, before CAS   the caller    plain  plain   state is REFUSED
     */
    private static final int WAITING = 0;
    private static final int SERVED = 1;
    private static final int REFUSED = 2;
    private static final int GIVEN_UP = 3;

    private static final int SPINS_BEFORE_PARKING = 200;

    private static final VarHandle STATE = ConstantBootstraps.fieldVarHandle(
                    MethodHandles.lookup(), "state", VarHandle.class, Waiter.class, int.class)
            .withInvokeExactBehavior();

    /** The empty place that the caller came from. */
    final OpenBlock place;

    /** How many calls have joined the line before. */
    final long number;

    private final int wanted;
    private final Thread caller = Thread.currentThread();
    private volatile int state;
    private long first;
    private int count;
    private @Nullable UidGenerateException refusal;

    /** Makes a waiter for the calling thread. */
    Waiter(OpenBlock place, int wanted, long number) {
        this.place = place;
        this.number = number;
        this.wanted = wanted;
    }

    /**
     * Loads the class while there is memory: one whose initialization fails, because the heap is full, is lost for
     * good.
     */
    static void load() {
        assert STATE != null;
    }

    /** Returns what a call is told that has waited in vain. */
    static UidGenerateException inVain(String name, long nanos, String trouble, @Nullable Throwable failure) {
        long millis = TimeUnit.NANOSECONDS.toMillis(nanos);
        return new UidGenerateException(
                String.format(Locale.ROOT, "%s has no UID after waiting for %d ms: %s", name, millis, trouble),
                failure);
    }

    /**
     * Serves the call with UIDs.
     *
     * @param first the first of those that are there
     * @param left how many are there, at least one
     * @return how many belong to the call now: none if it has given up
     */
    int serve(long first, long left) {
        this.first = first;
        this.count = (int) Math.min(wanted, left);
        return endedByServer(SERVED) ? count : 0;
    }

    /** Ends the wait with an exception, unless it is over. */
    void refuse(UidGenerateException why) {
        refusal = why;
        endedByServer(REFUSED);
    }

    /** Ends the wait without UIDs. Returns false if it is over already: the call has been served or refused. */
    boolean giveUp() {
        return STATE.compareAndSet(this, WAITING, GIVEN_UP);
    }

    private boolean endedByServer(int to) {
        boolean ended = STATE.compareAndSet(this, WAITING, to);
        if (ended) {
            LockSupport.unpark(caller);
        }
        return ended;
    }

    /** Returns whether the call is neither served nor refused yet. */
    boolean isWaiting() {
        return state == WAITING;
    }

    /**
     * Takes what the call was given, at least one UID. For the caller, once the wait is over.
     *
     * @throws UidGenerateException if the call was refused
     */
    UidRange take() {
        requireServed();
        return new UidRange(first, first + (count - 1) * place.increment, place.increment);
    }

    private void requireServed() {
        UidGenerateException refusal = this.refusal;
        if (state == REFUSED && refusal != null) {
            throw refusal;
        }
        assert state == SERVED : state;
    }

    /** Waits for about that long at most, spinning first. Returns whether the wait is over. */
    boolean await(long nanos, NanoClock nanoClock) throws InterruptedException {
        for (int spin = 0; spin < SPINS_BEFORE_PARKING && isWaiting(); spin++) {
            Thread.onSpinWait();
        }
        long start = nanoClock.nanoTime();
        for (long left = nanos; isWaiting() && left > 0; left = nanos - (nanoClock.nanoTime() - start)) {
            nanoClock.park(left);
        }
        return !isWaiting();
    }
}
