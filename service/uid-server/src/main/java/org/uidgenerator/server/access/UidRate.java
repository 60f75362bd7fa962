package org.uidgenerator.server.access;

/** How many UIDs a client may have over time, all of which count for the {@link Lead}. Safe for use by any thread. */
interface UidRate {
    /** Returns the greatest number that can be taken at once. */
    long burst();

    /** Returns how many of those that somebody wants can be taken at once, as {@link Rate#atOnce} does. */
    long atOnce(long wanted);

    /**
     * Takes some.
     *
     * @param count how many, at most {@link #burst()}
     * @return the promise of these, to be closed
     * @throws RateExceededException if there are not so many now
     */
    Lead.Promise take(long count);
}
