package org.uidgenerator.generator;

/** Decides how many worker ids a generator holds. */
interface WorkerIdPolicy {

    /**
     * Returns how many worker ids are to take part from now on, from 1 to the most there may be. Called about once a
     * second, by one thread.
     */
    int wanted(Reading now);

    /**
     * What a generator has done until some moment.
     *
     * @param nanoTime the moment
     * @param held how many worker ids take part
     * @param borrowedMillis how far the tick claimed last is ahead of the clock
     * @param issued how many UIDs have been handed out so far: not how many were claimed, since an idle ring is filled
     *     anew each time that its UIDs have gone stale
     * @param isAtLimit whether calls have had to wait because the next tick is too far ahead of the clock
     */
    record Reading(long nanoTime, int held, long borrowedMillis, long issued, boolean isAtLimit) {
        double uidsPerSecondSince(Reading earlier) {
            return (issued - earlier.issued) * 1e9 / Math.max(1, nanoTime - earlier.nanoTime);
        }
    }
}
