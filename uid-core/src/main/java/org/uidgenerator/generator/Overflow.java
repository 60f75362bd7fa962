package org.uidgenerator.generator;

/** What a {@link DefaultUidGenerator} does when a tick is used up before its time is over. */
public enum Overflow {
    /**
     * Waits for the next tick: costs the callers up to a tick, parked but for its last 50 µs, in which they spin. UIDs come at
     * the rate of the layout, and their time keeps to the clock.
     */
    WAIT {
        @Override
        boolean holdsBack(long openNanos, long tickNanos) {
            return openNanos < tickNanos;
        }
    },

    /**
     * Opens the next tick at once: costs accuracy, as the time in a UID is ahead of the clock by up to {@code maxBorrow} after a
     * burst. At that bound, UIDs come at the rate of the layout.
     */
    BORROW {
        @Override
        boolean holdsBack(long openNanos, long tickNanos) {
            return false;
        }
    };

    /** Tells whether the next tick, ahead of the clock, has to wait when the last one was opened so long ago. */
    abstract boolean holdsBack(long openNanos, long tickNanos);
}
