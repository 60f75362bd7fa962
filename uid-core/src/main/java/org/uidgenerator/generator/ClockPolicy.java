package org.uidgenerator.generator;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import java.util.function.BiFunction;
import org.uidgenerator.OptionException;
import org.uidgenerator.UidLayout;

/**
 * The reaction of a {@link DefaultUidGenerator} to a clock that was set back by a tick or more; or that it uses no
 * clock. UIDs are unique under all policies. Immutable: many generators may share one policy.
 */
public final class ClockPolicy {
    private static final int MOST_TICKS = 10_000;

    private final String name;
    private final boolean hasClock;
    private final BiFunction<UidLayout, TickClock, TickRule> rule;

    private ClockPolicy(String name, boolean hasClock, BiFunction<UidLayout, TickClock, TickRule> rule) {
        this.name = name;
        this.hasClock = hasClock;
        this.rule = rule;
    }

    /**
     * Costs availability: there are exceptions instead of UIDs until the clock has caught up, for hours if it was set
     * back by hours. UIDs ascend.
     *
     * @return the policy
     */
    public static ClockPolicy refuse() {
        return new ClockPolicy(
                "refuse()", true, (layout, clock) -> new TickRule.RefuseRollback(layout, clock, Duration.ZERO));
    }

    /**
     * Costs time: callers wait until the clock has caught up, but no longer than {@code maxWait}. If the clock is
     * behind by more than {@code longest}, they get an exception at once. UIDs ascend.
     *
     * @param longest how far the clock may be behind, zero or more
     * @return the policy
     * @throws IllegalArgumentException if the duration is negative
     */
    public static ClockPolicy waitThenRefuse(Duration longest) {
        if (Objects.requireNonNull(longest, "longest").isNegative()) {
            throw new OptionException("longest", longest, "must not be negative");
        }
        return new ClockPolicy(
                "waitThenRefuse(" + longest + ")",
                true,
                (layout, clock) -> new TickRule.RefuseRollback(layout, clock, longest));
    }

    /**
     * Costs accuracy, the default: the time in a UID is ahead of the clock by as much as the clock was set back, up to
     * {@code maxBorrow}. UIDs ascend: they continue after the last tick, at the pace of time. If the clock was set back
     * by more than {@code maxBorrow}, callers wait.
     *
     * @return the policy
     */
    public static ClockPolicy keepCounting() {
        return new ClockPolicy("keepCounting()", true, (layout, clock) -> TickRule.KEEP_COUNTING);
    }

    /**
     * Costs order, even within one array: goes back with the clock and hands out what is left of recent ticks, so that
     * the time in UIDs stays near the clock. The first recent tick that is not behind the clock comes first; if the
     * clock was set back beyond the recent ticks, that is the oldest of them. When nothing is left, the generator keeps
     * counting at the pace of time. Ticks before the first one used under this worker id never count as recent.
     *
     * @param ticks how many ticks are recent, the highest included; in {@code [1, 10000]}
     * @return the policy
     * @throws IllegalArgumentException if the number is out of range
     */
    public static ClockPolicy unusedSequences(int ticks) {
        OptionException.requireIn("ticks", ticks, 1, MOST_TICKS);
        return new ClockPolicy(
                "unusedSequences(" + ticks + ")", true, (layout, clock) -> new TickRule.UnusedSequences(ticks));
    }

    /**
     * Costs UIDs and order, even within one array: the top bits of the sequence are an extension, so that a tick has
     * {@code 2^(seqBits - bits)} UIDs. After a rollback the generator uses the same ticks again, with the lowest
     * extension not yet used for that tick or a later one. Once the clock has passed every used tick, the extension is
     * 0 again. It never goes back beyond the first tick used under this worker id.
     *
     * <p>When all {@code 2^bits} extensions are used, the generator keeps counting, up to {@code maxBorrow}: UIDs keep
     * coming. If you would rather get an exception, use {@link #refuse()}.
     *
     * @param bits in {@code [1, seqBits - 1]}, which is checked when the generator is built
     * @return the policy
     */
    public static ClockPolicy extensionBits(int bits) {
        return new ClockPolicy(
                "extensionBits(" + bits + ")", true, (layout, clock) -> new TickRule.ExtensionBits(layout, bits));
    }

    /**
     * Costs the time in UIDs, which becomes meaningless: the generator has no clock, counts its own ticks from 0, and
     * opens the next one when the sequence of one is used up. UIDs ascend, whatever happens to clocks. Use it if no
     * clock can be trusted.
     *
     * <p>It continues above the ticks that are stored with its worker id, so it needs an assigner whose leases store
     * them, such as {@code LeasedWorkerIds}. Leases that store nothing are refused when the generator is built. A
     * worker id that was never taken starts at tick 0. A crash loses at most a {@code reservation}, as a number of
     * ticks, so choose one of a few ticks.
     *
     * <p>Costs the worker ids of crashed processes, too: without a clock no lease expires, so a worker id stays taken
     * until an operator who knows that its holder has ended frees it with {@code evict}. Lists of worker ids, which
     * read the store's clock, show all of them as expired. So all generators of a namespace must be without a clock:
     * any other takes worker ids that look expired to it, and their holders continue with new ones.
     *
     * <p>{@code clock}, {@code maxBorrow} and {@code overflow} of the generator then have no effect.
     * {@link org.uidgenerator.DecodedUid#time()} of its UIDs is the epoch plus a count of ticks, the layout ends when
     * that count does, and ranges of time find nothing.
     *
     * @return the policy
     */
    public static ClockPolicy withoutClock() {
        return new ClockPolicy("withoutClock()", false, (layout, clock) -> TickRule.KEEP_COUNTING);
    }

    /**
     * Returns the clock of a generator of that layout.
     *
     * @throws IllegalArgumentException if {@code maxBorrow} is out of range, or the layout's epoch is in the future
     */
    TickClock clock(UidLayout layout, InstantSource clock, Duration maxBorrow) {
        return hasClock ? new TickClock(layout, clock, maxBorrow) : new StandingClock(layout);
    }

    /**
     * Returns the rule for a generator of that layout.
     *
     * @throws IllegalArgumentException if the layout does not fit the policy
     */
    TickRule rule(UidLayout layout, TickClock clock) {
        return rule.apply(layout, clock);
    }

    /** Returns how it was made, as in {@code unusedSequences(60)}. */
    @Override
    public String toString() {
        return name;
    }
}
