package org.uidgenerator.segment;

/**
 * Chooses the length of ranges so that one lasts for a set time, within bounds.
 *
 * @param min the length of the first two ranges, and the least
 * @param max the greatest length
 * @param durationNanos how long a range is to last at least; one that lasts twice as long is too long
 */
record StepRule(long min, long max, long durationNanos) {

    /** Returns the length of the next range: at most twice that of the last one, and at least half of it. */
    long next(long step, long lastedNanos) {
        if (lastedNanos < durationNanos) {
            return Math.min(max, 2 * step);
        }
        return lastedNanos < 2 * durationNanos ? step : Math.max(min, step / 2);
    }
}
