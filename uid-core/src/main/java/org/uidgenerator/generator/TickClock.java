package org.uidgenerator.generator;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.uidgenerator.OptionException;
import org.uidgenerator.OptionText;
import org.uidgenerator.UidLayout;
import org.uidgenerator.worker.LeaseRequest;
import org.uidgenerator.worker.WorkerLease;

/** Knows the current tick and the latest one that may be claimed. Reads the clock at each call. */
sealed class TickClock permits StandingClock {
    static final Duration LONGEST = Duration.ofDays(365_000);

    private final UidLayout layout;
    private final InstantSource clock;
    private final long maxBorrowTicks;

    /**
     * Makes a clock.
     *
     * @param maxBorrow how far ahead of now a tick may be claimed
     * @throws IllegalArgumentException if {@code maxBorrow} is out of range, or the layout's epoch is in the future
     */
    TickClock(UidLayout layout, InstantSource clock, Duration maxBorrow) {
        OptionException.requireIn("maxBorrow", maxBorrow, Duration.ZERO, LONGEST);
        Instant now = clock.instant();
        if (layout.epoch().isAfter(now)) {
            boolean beforeThisLibrary = now.isBefore(UidLayout.DEFAULT.epoch());
            throw OptionException.inWords(
                    "epoch",
                    layout.epoch(),
                    OptionText.of("{epoch} must not be in the future"),
                    OptionText.of(
                            "{epoch}=%s, now=%s%s",
                            layout.epoch(), now, beforeThisLibrary ? ", set the clock of this host" : ""));
        }
        this.layout = layout;
        this.clock = clock;
        maxBorrowTicks = maxBorrow.dividedBy(layout.tick());
    }

    /** The tick of now; negative if the clock was set back before the epoch. */
    long currentTick() {
        return tickIn(0);
    }

    /** The latest tick that may be claimed while the clock shows another. */
    long latestTick(long currentTick) {
        return currentTick + maxBorrowTicks;
    }

    /** The tick of a moment so many milliseconds from now. */
    long tickIn(long millis) {
        return layout.tickAt(clock.millis() + millis);
    }

    /** How far the start of a tick lies ahead of the clock, in milliseconds: negative if it has passed. */
    long millisAhead(long tick) {
        return layout.timeOf(tick).toEpochMilli() - clock.millis();
    }

    /** How long until the time of a tick is over, in milliseconds: negative if it is. */
    long millisUntilOver(long tick) {
        return millisAhead(tick + 1);
    }

    /** How long a tick stays open at least when the next one is ahead of the clock, in nanoseconds. */
    long paceNanos(Overflow overflow) {
        return overflow.paceNanos(layout);
    }

    /** Tells an assigner by which time ticks are claimed. */
    LeaseRequest timed(LeaseRequest request) {
        return request;
    }

    /**
     * Checks that ticks may be claimed under a lease.
     *
     * @throws IllegalArgumentException if they would be claimed again after a restart
     */
    void requireUsable(WorkerLease lease) {}

    /** How long until the tick after this one, in nanoseconds: at least one. */
    long nanosUntilNextTick() {
        Instant now = clock.instant();
        Instant next = layout.timeOf(layout.tickAt(now.toEpochMilli()) + 1);
        return Math.max(1, Duration.between(now, next).toNanos());
    }

    /** How long until a tick may be claimed, in milliseconds: negative if it may be already. */
    long millisUntilClaimable(long tick) {
        return millisAhead(tick - maxBorrowTicks);
    }
}
