package org.uidgenerator.worker.db;

import java.util.Optional;
import org.uidgenerator.UidLayout;

/**
 * A worker id that was taken, with the first ticks reserved.
 *
 * @param workerId the worker id
 * @param term the holder's fencing number
 * @param firstTick the lowest tick that the holder may stamp
 * @param reservation what is reserved and announced
 * @param inserted whether the worker id was never taken before
 */
record Acquisition(long workerId, long term, long firstTick, Reservation reservation, boolean inserted) {

    /**
     * What is wanted.
     *
     * @param layout says what a tick is
     * @param firstWorkerId the lowest worker id wanted
     * @param lastWorkerId the greatest worker id wanted
     * @param nowTick the tick of now by the clock of this host, not negative
     * @param storeTick the tick of now by the store's own time
     * @param soonTick the greatest tick to start at as if it were now
     * @param latestTick the greatest tick to start at
     * @param reservation how many ticks to reserve, and to announce for the next time
     * @param launches the table whose worker ids are not wanted, if there is one
     */
    record Wish(
            UidLayout layout,
            long firstWorkerId,
            long lastWorkerId,
            long nowTick,
            long storeTick,
            long soonTick,
            long latestTick,
            long reservation,
            Optional<String> launches) {

        Acquisition takeOver(LeaseRow free, long term) {
            return startingAt(Math.max(nowTick, free.firstTickOfSuccessor()), free.workerId(), term, false);
        }

        Acquisition insert(long workerId, long term) {
            return startingAt(nowTick, workerId, term, true);
        }

        private Acquisition startingAt(long firstTick, long workerId, long term, boolean inserted) {
            long through = Math.max(firstTick - 1, Math.min(firstTick - 1 + reservation, layout.maxTick()));
            return new Acquisition(workerId, term, firstTick, new Reservation(through, reservation), inserted);
        }
    }
}
