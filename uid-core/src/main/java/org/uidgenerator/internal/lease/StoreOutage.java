package org.uidgenerator.internal.lease;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.StoreException;
import org.uidgenerator.internal.NanoClock;

/**
 * The common memory of the leases of an assigner of a store that does not answer: one of them asks it after a pause,
 * and the others take its word. The pause doubles from try to try, and is random, so that processes that were told the
 * same by a store do not return to it together: a fleet is back when the store is, one process after the other, since
 * its leases reach further than that. A lease that needs ticks now waits half a second at most. All methods may be
 * called from any thread.
 */
public final class StoreOutage {
    private static final long FIRST_URGENT_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** The least that a task waits between its own tries after a while, so that the only lease is not held up. */
    private static final long LONGEST_URGENT_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** The number of calls in a row that fail before the store counts as unavailable. */
    private static final int AWAY = 2;

    private static final int MOST_DOUBLINGS = 20;

    private final MeteredStore store;
    private final NanoClock nanoClock;
    private final RandomGenerator random;
    private final long periodNanos;
    private final AtomicReference<@Nullable Failure> last = new AtomicReference<>();

    private record Failure(
            StoreException why, int times, long answers, long atNanos, long pauseNanos, long urgentNanos) {
        Failure triedAgain(long nanos) {
            return new Failure(why, times, answers, nanos, pauseNanos, urgentNanos);
        }
    }

    /**
     * Makes one for a store that is not known to be unavailable.
     *
     * @param period how often leases look after their ticks; as long as none needs ticks now, they wait an eighth of it
     *     at first, and half of it at most
     */
    public StoreOutage(MeteredStore store, Duration period, Environment environment) {
        this.store = store;
        periodNanos = period.toNanos();
        nanoClock = environment.nanoClock();
        random = environment.random();
    }

    /**
     * Lets the caller ask the store, unless other leases have just asked twice without an answer, and none has got an
     * answer since.
     *
     * @param isUrgent whether a caller waits for the answer
     * @throws StoreException what the last one of them was told
     */
    public void requireTurn(boolean isUrgent) {
        Failure last = this.last.get();
        if (last == null || last.times < AWAY || store.answers() != last.answers) {
            return;
        }
        long now = nanoClock.nanoTime();
        long pause = isUrgent ? last.urgentNanos : last.pauseNanos;
        if (now - last.atNanos < pause || !this.last.compareAndSet(last, last.triedAgain(now))) {
            throw last.why;
        }
    }

    /**
     * Records that the store has failed.
     *
     * @param why what it said, or what {@link #requireTurn} did
     * @param answersBefore what {@link MeteredStore#answers} was before it was asked: if it has answered any lease
     *     since, it is available
     */
    public void failed(StoreException why, long answersBefore) {
        Failure before = last.get();
        if (store.answers() != answersBefore || (before != null && before.why == why)) {
            return;
        }
        int times = before != null && before.answers == answersBefore ? before.times + 1 : 1;
        last.set(new Failure(
                why,
                times,
                answersBefore,
                nanoClock.nanoTime(),
                pause(periodNanos / 8, times, periodNanos / 2),
                pause(FIRST_URGENT_NANOS, times, LONGEST_URGENT_NANOS)));
    }

    /** Returns a random time in the second half of a pause that doubles with each failure. */
    private long pause(long first, int times, long longest) {
        int doublings = Math.min(Math.max(0, times - AWAY), MOST_DOUBLINGS);
        long pause = Math.min(first << doublings, longest);
        return pause - random.nextLong(pause / 2 + 1);
    }
}
