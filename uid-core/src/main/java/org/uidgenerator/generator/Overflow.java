package org.uidgenerator.generator;

import org.uidgenerator.UidLayout;

/** The reaction of a {@link DefaultUidGenerator} to a tick that is used up before its time is over. */
public enum Overflow {
    /**
     * Waits for the next tick: costs the callers up to a tick. They are parked, except for its last 50 µs, in which
     * they spin. UIDs come at the rate of the layout, and their time keeps to the clock.
     */
    WAIT,

    /**
     * Opens the next tick at once: costs accuracy, because the time in a UID is ahead of the clock by up to
     * {@code maxBorrow} after a burst. At that bound, UIDs come at the rate of the layout.
     */
    BORROW;

    /** Returns how long a tick is open at least before one ahead of the clock takes its place, in nanoseconds. */
    long paceNanos(UidLayout layout) {
        return this == WAIT ? layout.tick().toNanos() : 0;
    }
}
