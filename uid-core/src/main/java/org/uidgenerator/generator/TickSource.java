package org.uidgenerator.generator;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.OptionText;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.internal.NanoClock;

/**
 * Claims the ticks that a generator uses: the one place that chooses the next tick. For one thread at a time, except
 * {@link #clock}, {@link #leases()}, {@link #refusal()}, {@link #lastTick()} and {@link #highestTick()}.
 */
final class TickSource {
    /*
     * A tick is claimed when
     *
     *   the rule      chooses it: the clock policy, or to keep counting
     *   the pace      allows it: a tick ahead of the clock may have to wait until the one before has been open for a tick's time
     *   the limits    allow it: now + maxBorrow, the latest tick of each lease, the last tick of the layout
     *   a lease       has it reserved. Others may claim the same tick under their worker ids as long as it is the last one.
     */
    private final TickRule rule;
    private final long paceNanos;
    private final UidLayout layout;
    final TickClock clock;
    private final NanoClock nanoClock;
    private final TickHistory history;

    private volatile LeasedTicks leases;
    private List<HeldWorkerId> claimantsBefore = List.of();

    /**
     * A tick that was claimed under a worker id.
     *
     * @param range its sequences
     * @param claimant the worker id
     * @param others those under which it was not tried to claim it yet, in ascending order
     */
    record ClaimedTick(TickRange range, HeldWorkerId claimant, List<HeldWorkerId> others) {}

    /** The tick that was too far ahead of the clock when one was wanted last, or -1. */
    private long tickTooFarAhead = -1;

    /** The tick beyond the end of the layout when one was wanted last, or -1. */
    private volatile long tickBeyondEnd = -1;

    /**
     * Makes a source of a generator that has used no tick yet.
     *
     * @param leases the worker ids of the first run, and what they have reserved
     * @param rule chooses the ticks
     * @param paceNanos how long a tick stays open at least when the next one is ahead of the clock
     */
    TickSource(
            LeasedTicks leases, TickRule rule, long paceNanos, UidLayout layout, TickClock clock, NanoClock nanoClock) {
        this.leases = leases;
        this.rule = rule;
        this.paceNanos = paceNanos;
        this.layout = layout;
        this.clock = clock;
        this.nanoClock = nanoClock;
        history = new TickHistory(layout, rule.recentTicks());
    }

    /** Begins another run, with other worker ids: their ticks are above those claimed so far. */
    void begin(LeasedTicks leases) {
        this.leases = leases;
    }

    /** Returns whether the highest tick claimed so far is too far ahead of the clock, which was set back. */
    boolean isTooFarAhead() {
        return highestTick() > clock.latestTick(clock.currentTick());
    }

    /** The worker ids of the present run. */
    LeasedTicks leases() {
        return leases;
    }

    /**
     * Claims the next tick, under the lowest worker id that has it reserved.
     *
     * @param floor ticks that have no UIDs above this one are passed over; -1 if there are none
     * @return a tick that may be used now, by no other claimant; or null if the time of the next tick has not come, it
     *     is not reserved, or the {@linkplain #refusal layout has ended}
     * @throws UidGenerateException if the rule does not allow another tick
     */
    @Nullable
    ClaimedTick claim(long floor) {
        List<HeldWorkerId> claimants = leases.claimants();
        long now = clock.currentTick();
        long nanoTime = nanoClock.nanoTime();
        TickRange next = next(claimants, floor, now, nanoTime);
        if (next == null) {
            return null;
        }
        for (int i = 0; i < claimants.size(); i++) {
            if (tryClaim(next.tick(), claimants.get(i))) {
                history.used(next, now, nanoTime);
                return new ClaimedTick(next, claimants.get(i), claimants.subList(i + 1, claimants.size()));
            }
        }
        return null;
    }

    /**
     * Claims a tick under another worker id, too.
     *
     * @param tick the tick claimed last
     * @return whether the tick may be used
     */
    boolean tryClaim(long tick, HeldWorkerId claimant) {
        return claimant.lease.firstTick() <= tick && leases.tryClaim(tick, claimant);
    }

    /**
     * Claims nothing, but refuses what would never be claimed.
     *
     * @throws UidGenerateException if the rule or the time bits do not allow another tick
     */
    void requireNext(long floor) {
        next(leases.claimants(), floor, clock.currentTick(), nanoClock.nanoTime());
        UidGenerateException refusal = refusal();
        if (refusal != null) {
            throw refusal;
        }
    }

    /** Returns why no tick will be claimed any more, or null if one may be. From any thread. */
    @Nullable
    UidGenerateException refusal() {
        long beyond = tickBeyondEnd;
        return beyond < 0 ? null : beyondTimeBits(layout, beyond);
    }

    private @Nullable TickRange next(List<HeldWorkerId> claimants, long floor, long now, long nanoTime) {
        if (!claimants.equals(claimantsBefore)) {
            claimantsBefore = claimants;
            history.newLease(lowestFirstTick(claimants));
        }
        long greatest = claimants.get(claimants.size() - 1).lease.workerId();
        history.beginAt(lowestTickAbove(floor, greatest, layout));
        TickRange next = rule.next(history, now);
        tickBeyondEnd = next != null && next.tick() > layout.maxTick() ? next.tick() : -1;
        tickTooFarAhead = next != null && next.tick() > clock.latestTick(now) ? next.tick() : -1;
        return next == null
                        || tickBeyondEnd >= 0
                        || isEarly(next.tick(), now, nanoTime)
                        || next.tick() > latestTick(claimants, now)
                ? null
                : next;
    }

    private static long lowestFirstTick(List<HeldWorkerId> claimants) {
        long lowest = Long.MAX_VALUE;
        for (HeldWorkerId claimant : claimants) {
            lowest = Math.min(lowest, claimant.lease.firstTick());
        }
        return lowest;
    }

    /** Returns the lowest tick in which a worker has UIDs above one, or above none if it is negative. */
    static long lowestTickAbove(long uid, long workerId, UidLayout layout) {
        if (uid < 0) {
            return 0;
        }
        long tick = layout.tickOf(uid);
        return layout.encode(tick, workerId, layout.maxSequence()) > uid ? tick : tick + 1;
    }

    private boolean isEarly(long tick, long now, long nanoTime) {
        long last = history.lastTick();
        return last >= Math.max(now, 0) && tick > last && nanoTime - history.nanosThen() < paceNanos;
    }

    private long latestTick(List<HeldWorkerId> claimants, long now) {
        long latest = clock.latestTick(now);
        for (HeldWorkerId claimant : claimants) {
            latest = Math.min(latest, claimant.lease.latestTick(now));
        }
        return latest;
    }

    /**
     * Checks that a layout has a tick.
     *
     * @throws UidGenerateException if it does not
     */
    static void requireInTimeBits(UidLayout layout, long tick) {
        if (tick > layout.maxTick()) {
            throw beyondTimeBits(layout, tick);
        }
    }

    private static UidGenerateException beyondTimeBits(UidLayout layout, long tick) {
        return new UidGenerateException(OptionText.of(
                "the time bits are used up: {timeBits}=%d hold ticks up to %d, wanted tick=%d. The layout %s ends at %s. A layout with more {timeBits} or a later {epoch} may repeat its UIDs: docs/migration.md shows how to continue above them",
                layout.timeBits(), layout.maxTick(), tick, layout, layout.expiresAt()));
    }

    /**
     * Returns how long until {@link #claim} may succeed after it returned null, unless it waits for the lease: at least
     * 1 ns.
     */
    long nanosUntilNext() {
        long untilPace = history.nanosThen() + paceNanos - nanoClock.nanoTime();
        return Math.min(nanosUntilClaimable(), untilPace > 0 ? untilPace : Long.MAX_VALUE);
    }

    private long nanosUntilClaimable() {
        long untilNextTick = clock.nanosUntilNextTick();
        return tickTooFarAhead < 0
                ? untilNextTick
                : Math.max(untilNextTick, TimeUnit.MILLISECONDS.toNanos(clock.millisUntilClaimable(tickTooFarAhead)));
    }

    /** Returns whether the tick claimed last must be left although it is not used up. */
    boolean mustLeave() {
        long now = clock.currentTick();
        long last = history.lastTick();
        return last < now || last > clock.latestTick(now) || rule.mustLeave(history, now);
    }

    /** Returns how long until the time of the tick claimed last is over: at least 1 ms. */
    long nanosUntilOver() {
        return TimeUnit.MILLISECONDS.toNanos(Math.max(1, clock.millisUntilOver(history.lastTick())));
    }

    /** Records that the tick claimed last is left, its sequences from this one on unused. */
    void left(long sequence) {
        history.left(sequence);
    }

    /** The tick claimed last, or -1. */
    long lastTick() {
        return history.lastTick();
    }

    /** The highest tick claimed so far, or -1. */
    long highestTick() {
        return history.highestTick();
    }
}
