package org.uidgenerator.internal.lease.take;

import java.time.Duration;
import org.uidgenerator.OptionText;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.internal.lease.LeaseOptions;
import org.uidgenerator.internal.lease.StartingGenerator;
import org.uidgenerator.worker.lease.store.LeaseRow;

/**
 * The worker id that a generator looks for, and the ticks at which it may start.
 *
 * @param lastWorkerId the greatest worker id wanted
 * @param nowTick the tick of now by the clock of this host, not negative
 * @param storeTick the tick of now by the store's own time
 */
record WantedWorkerId(
        StartingGenerator generator, LeaseOptions options, long lastWorkerId, long nowTick, long storeTick) {
    /**
     * Closed generators leave ticks behind that have not come yet. If a process restarts at once, that is no reason to
     * change the worker id.
     */
    private static final Duration SOON = Duration.ofMinutes(1);

    /**
     * After this time, a holder that has crashed, or has given its worker id back and has a name of its own, is no
     * longer expected to return.
     */
    private static final Duration FORGOTTEN = Duration.ofDays(1);

    long firstWorkerId() {
        return options.firstWorkerId();
    }

    boolean isInRange(long workerId) {
        return firstWorkerId() <= workerId && workerId <= lastWorkerId;
    }

    /** Returns whether the holder comes back to the worker id of a row, once that is free. */
    boolean comesBackTo(LeaseRow row) {
        return options.isSticky() && options.holder().equals(row.holder());
    }

    /** The tick before which a holder has given its worker id back if it is not expected to come back. */
    long forgottenTick() {
        return nowTick - generator.ticks(FORGOTTEN);
    }

    /** The tick by the store's time before which a holder has expired if it is not expected to come back. */
    long forgottenStoreTick() {
        return storeTick - generator.ticks(FORGOTTEN);
    }

    /** The greatest first tick that counts as now. */
    long soonTick() {
        return Math.min(nowTick + generator.ticks(SOON), latestTick());
    }

    /** The greatest first tick. */
    long latestTick() {
        return nowTick + generator.ticks(generator.maxBorrow());
    }

    /** Checks the layout of a row, or of a store identity. */
    void requireSameLayout(String storeName, String other) {
        if (!other.equals(generator.layout().text())) {
            throw new UidGenerateException(OptionText.of(
                    "all generators of a namespace must have equal layouts: {layout}=%s, but %s has %s; set {layout} to that, or {namespace} to one of its own if the UIDs may overlap",
                    generator.layout().text(), storeName, other));
        }
    }

    /**
     * Takes the place of the last holder.
     *
     * @param firstFreeTick the lowest tick that was surely not used
     */
    Acquisition takeOver(LeaseRow free, long firstFreeTick, long term) {
        long firstTick = Math.max(nowTick, firstFreeTick);
        return new Acquisition(free, firstTick, row(free.workerId(), free.layout(), term, firstTick));
    }

    Acquisition insert(long workerId, long term) {
        return new Acquisition(null, nowTick, row(workerId, generator.layout().text(), term, nowTick));
    }

    private LeaseRow row(long workerId, String text, long term, long firstTick) {
        long reservation = generator.ticks(options.reservation());
        long last = generator.layout().maxTick();
        long through = Math.max(firstTick - 1, Math.min(firstTick - 1 + reservation, last));
        return new LeaseRow(workerId, term, through, reservation, text, options.holder(), true);
    }
}
