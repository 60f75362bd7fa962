package org.uidgenerator.text;

import java.time.Duration;

/**
 * Counts 1, 2, 3, ... in each period of a counter, for {@link BusinessNumbers}. It forgets no period, so that one that
 * comes back continues where it ended. For all threads.
 */
@FunctionalInterface
public interface PeriodCounter {
    /**
     * Returns the next number of a counter in a period.
     *
     * @param name the counter: 1 to 64 letters, digits, {@code .}, {@code _} and {@code -}
     * @param period the digits of the period, as {@code 20261121}, or the empty string if there is but one
     * @return a number of 1 or greater that no other call for this counter and period gets
     */
    long next(String name, String period);

    /**
     * Prepares for a period that begins soon, so that its first number is there. Does nothing by default.
     *
     * @param name the counter, as in {@link #next}
     * @param period the digits of the period
     * @param until how long until it begins
     */
    default void prepare(String name, String period, Duration until) {}
}
