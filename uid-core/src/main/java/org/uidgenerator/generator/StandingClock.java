package org.uidgenerator.generator;

import java.time.InstantSource;
import org.uidgenerator.OptionException;
import org.uidgenerator.OptionText;
import org.uidgenerator.UidLayout;
import org.uidgenerator.worker.LeaseRequest;
import org.uidgenerator.worker.WorkerLease;

/**
 * Stands for no clock: the current tick is always the first one of the layout, all others may be claimed, and no tick
 * is ever over. Ticks continue after those that the lease has stored.
 */
final class StandingClock extends TickClock {
    StandingClock(UidLayout layout) {
        super(layout, InstantSource.fixed(layout.epoch()), LONGEST);
    }

    @Override
    long latestTick(long currentTick) {
        return Long.MAX_VALUE;
    }

    /** Nothing is borrowed: there is no time that a tick could be ahead of. */
    @Override
    long millisAhead(long tick) {
        return 0;
    }

    @Override
    long millisUntilOver(long tick) {
        return Long.MAX_VALUE;
    }

    @Override
    long paceNanos(Overflow overflow) {
        return 0;
    }

    @Override
    LeaseRequest timed(LeaseRequest request) {
        return request.withoutClock();
    }

    @Override
    void requireUsable(WorkerLease lease) {
        if (lease.state().isUnlimited()) {
            throw OptionException.inWords(
                    "clockPolicy",
                    "withoutClock()",
                    OptionText.of(
                            "a {clockPolicy} without a clock needs a worker id lease whose ticks are stored, because it"
                                    + " continues above them after a restart"),
                    OptionText.of("{workerId}=%d stores none", lease.workerId()));
        }
    }
}
