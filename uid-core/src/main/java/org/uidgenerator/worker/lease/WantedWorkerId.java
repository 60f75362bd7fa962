package org.uidgenerator.worker.lease;

import org.uidgenerator.OptionText;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;

/**
 * The worker id that a launch looks for, and the ticks at which it may start.
 *
 * @param layout says what a tick is
 * @param holder who wants it
 * @param isSticky whether the holder has the same name after a restart, so that it comes back to the worker ids that it
 *     had before
 * @param firstWorkerId the lowest worker id wanted
 * @param lastWorkerId the greatest worker id wanted
 * @param nowTick the tick of now by the clock of this host, not negative
 * @param storeTick the tick of now by the store's own time
 * @param forgottenTick the tick before which a holder has given its worker id back if it is not expected to come back
 * @param soonTick the greatest first tick that counts as now
 * @param latestTick the greatest first tick
 * @param reservation how many ticks to reserve, and to announce for the next time
 */
record WantedWorkerId(
        UidLayout layout,
        String holder,
        boolean isSticky,
        long firstWorkerId,
        long lastWorkerId,
        long nowTick,
        long storeTick,
        long forgottenTick,
        long soonTick,
        long latestTick,
        long reservation) {

    boolean isInRange(long workerId) {
        return firstWorkerId <= workerId && workerId <= lastWorkerId;
    }

    /** Returns whether the holder comes back to the worker id of a row, once that is free. */
    boolean comesBackTo(LeaseRow row) {
        return isSticky && holder.equals(row.holder());
    }

    /** The tick by the store's time before which a holder has expired if it is not expected to come back. */
    long forgottenStoreTick() {
        return storeTick - (nowTick - forgottenTick);
    }

    /** Checks the layout of a row, or of a store identity. */
    void requireSameLayout(String storeName, String other) {
        if (!other.equals(layout.text())) {
            throw new UidGenerateException(OptionText.of(
                    "all generators of a namespace must have equal layouts: {layout}=%s, but %s has %s; set {layout} to that, or {namespace} to one of its own if the UIDs may overlap",
                    layout.text(), storeName, other));
        }
    }

    /**
     * Takes the place of the last holder.
     *
     * @param firstFreeTick the lowest tick that was surely not stamped
     */
    Acquisition takeOver(LeaseRow free, long firstFreeTick, long term) {
        long firstTick = Math.max(nowTick, firstFreeTick);
        return new Acquisition(free, firstTick, row(free.workerId(), free.layout(), term, firstTick));
    }

    Acquisition insert(long workerId, long term) {
        return new Acquisition(null, nowTick, row(workerId, layout.text(), term, nowTick));
    }

    private LeaseRow row(long workerId, String text, long term, long firstTick) {
        long through = Math.max(firstTick - 1, Math.min(firstTick - 1 + reservation, layout.maxTick()));
        return new LeaseRow(workerId, term, through, reservation, text, holder, true);
    }
}
