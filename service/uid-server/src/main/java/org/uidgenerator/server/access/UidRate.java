package org.uidgenerator.server.access;

/** How many UIDs a client may have over time, all of which count for the {@link Lead}. Safe for use by any thread. */
public interface UidRate {
    /**
     * Returns the greatest number that can be taken at once.
     *
     * @return the number, or {@link Long#MAX_VALUE}
     */
    long burst();

    /**
     * Returns how many of those that are wanted can be taken at once, as {@link Rate#atOnce} does.
     *
     * @param wanted how many are wanted, also more than {@link #burst()}
     * @return the number
     */
    long atOnce(long wanted);

    /**
     * Takes some.
     *
     * @param count how many, at most {@link #burst()}
     * @return the promise of these, to be closed
     * @throws Refusal if there are not so many now
     */
    Lead.Promise take(long count);
}
