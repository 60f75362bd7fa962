package org.uidgenerator.generator;

import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.function.BiFunction;
import org.uidgenerator.UidLayout;

/**
 * What a {@link DefaultUidGenerator} does when the clock has been set back by a tick or more. UIDs are unique under all
 * policies. A value: one policy may be given to many generators.
 */
public final class ClockPolicy {
    private static final int MOST_TICKS = 10_000;

    private final String name;
    private final BiFunction<UidLayout, TickClock, TickRule> rule;

    private ClockPolicy(String name, BiFunction<UidLayout, TickClock, TickRule> rule) {
        this.name = name;
        this.rule = rule;
    }

    /**
     * Costs availability: there are exceptions instead of UIDs until the clock has caught up, for hours if it was set back by
     * hours. UIDs ascend.
     *
     * @return the policy
     */
    public static ClockPolicy refuse() {
        return new ClockPolicy("refuse()", (layout, clock) -> new RefuseRollback(layout, clock, Duration.ZERO));
    }

    /**
     * Costs time: callers wait until the clock has caught up, and get an exception at once if it is behind by more than that. UIDs
     * ascend. A call waits no longer than {@code maxWait} all the same.
     *
     * @param longest how far the clock may be behind, zero or more
     * @return the policy
     * @throws IllegalArgumentException if the duration is negative
     */
    public static ClockPolicy waitThenRefuse(Duration longest) {
        if (Objects.requireNonNull(longest, "longest").isNegative()) {
            throw new IllegalArgumentException("longest must not be negative: longest=" + longest);
        }
        return new ClockPolicy(
                "waitThenRefuse(" + longest + ")", (layout, clock) -> new RefuseRollback(layout, clock, longest));
    }

    /**
     * Costs accuracy, the default: the time in a UID is ahead of the clock by what it was set back, up to {@code maxBorrow}. UIDs ascend,
     * from the last tick on and at the pace of time. If the clock was set back by more than {@code maxBorrow}, callers wait.
     *
     * @return the policy
     */
    public static ClockPolicy countOn() {
        return new ClockPolicy("countOn()", (layout, clock) -> TickRule.COUNT_ON);
    }

    /**
     * Costs order, of UIDs in one array as well: goes back with the clock and hands out what was left over in recent ticks, the nearest to
     * the clock first, so that the time in UIDs is near to the clock. Counts on when nothing is left there, at the pace of time; if the
     * clock was set back beyond the recent ticks, the oldest of them comes first. Ticks before the first one that was stamped with the
     * worker id are none of them.
     *
     * @param ticks how many ticks are recent, the latest included; in {@code [1, 10000]}
     * @return the policy
     * @throws IllegalArgumentException if the number is out of range
     */
    public static ClockPolicy leftOvers(int ticks) {
        if (ticks < 1 || ticks > MOST_TICKS) {
            throw new IllegalArgumentException(
                    String.format(Locale.ROOT, "ticks must be in [1, %d]: ticks=%d", MOST_TICKS, ticks));
        }
        return new ClockPolicy("leftOvers(" + ticks + ")", (layout, clock) -> new LeftOvers(ticks));
    }

    /**
     * Costs UIDs and order, of UIDs in one array as well: a tick has {@code 2^(seqBits - bits)} of them, as the top bits of the
     * sequence count how often the clock was set back. It goes back with the clock and stamps its ticks once more, with the lowest
     * number that they and the ticks after them have not been stamped with: zero again when the clock has passed all ticks. If a tick
     * has been stamped with all {@code 2^bits} numbers, counts on, up to {@code maxBorrow}: that keeps giving UIDs, and those who
     * would rather have none can choose that for all rollbacks. Does not go back beyond the first tick that was stamped with
     * the worker id.
     *
     * @param bits in {@code [1, seqBits - 1]}, which is checked when the generator is built
     * @return the policy
     */
    public static ClockPolicy extensionBits(int bits) {
        return new ClockPolicy("extensionBits(" + bits + ")", (layout, clock) -> new ExtensionBits(layout, bits));
    }

    TickRule rule(UidLayout layout, TickClock clock) {
        return rule.apply(layout, clock);
    }

    /** Says how it was made, as in {@code leftOvers(60)}. */
    @Override
    public String toString() {
        return name;
    }
}
