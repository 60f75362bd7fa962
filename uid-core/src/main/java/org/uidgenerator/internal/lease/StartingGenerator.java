package org.uidgenerator.internal.lease;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.uidgenerator.UidLayout;
import org.uidgenerator.worker.LeaseRequest;
import org.uidgenerator.worker.lease.store.LeaseOverview;

/**
 * A generator that wants a worker id.
 *
 * @param layout says what a tick is
 * @param maxBorrow how far ahead of its clock it may use ticks
 * @param clocks its clock, and the store's
 * @param wantsAdditional whether it has a worker id already, and can do without another
 */
public record StartingGenerator(UidLayout layout, Duration maxBorrow, StoreClock clocks, boolean wantsAdditional) {
    public static final Duration LONGEST_BORROW = Duration.ofDays(365_000);

    /**
     * A time that never passes: every reserved tick lies ahead of it. It takes the place of the clocks of a generator
     * that has none.
     */
    public static final InstantSource STANDING = InstantSource.fixed(Instant.EPOCH);

    public static StartingGenerator of(LeaseRequest request, StoreClock clocks) {
        Duration maxBorrow = request.clock().isPresent() ? request.maxBorrow() : LONGEST_BORROW;
        return new StartingGenerator(request.layout(), maxBorrow, clocks, request.ordinal() > 0);
    }

    /** What the store says the time is, which a generator without a clock of its own does not go by either. */
    public Instant timeOf(LeaseOverview overview) {
        return clocks.host().equals(STANDING) ? STANDING.instant() : overview.now();
    }

    /** The tick of now by the clock of this host, not negative. */
    public long nowTick() {
        return Math.max(0, layout.tickAt(clocks.host().millis()));
    }

    /** How many ticks a time has. */
    public long ticks(Duration time) {
        return time.dividedBy(layout.tick());
    }
}
