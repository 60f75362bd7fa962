package org.uidgenerator.worker.lease;

/**
 * The ticks that a holder reserves by a write, and announces for the next one.
 *
 * @param through the last tick reserved
 * @param announced how many ticks the reservation after this one may add at most
 */
record Reservation(long through, long announced) {
    /** Ends so that the next one may end after {@code announced} more. */
    long announcedThrough() {
        return through + announced;
    }
}
