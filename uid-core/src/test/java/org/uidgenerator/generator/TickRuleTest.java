package org.uidgenerator.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;

/**
 * The rules as functions. What the clock shows is written as {@code 5} where the tick that the rule chooses then is
 * used up, and as {@code 5/13} where it is left when 13 of its sequences are used. A choice is written as
 * {@code tick.first-last}.
 */
class TickRuleTest {
    private static final UidLayout LAYOUT = UidLayout.of(40, 19, 4); // 16 UIDs a tick

    private final TickHistory history = new TickHistory(LAYOUT, 3);
    private long now;
    private final TickClock clock = new TickClock(LAYOUT, () -> LAYOUT.timeOf(now), Duration.ZERO);

    /** Uses what a rule chooses while the clock shows one tick after the other. Returns the choices. */
    private String use(TickRule rule, String clockShows) {
        List<String> choices = new ArrayList<>();
        for (String step : clockShows.split(" +", -1)) {
            String[] tickAndUsed = step.split("/", -1);
            now = Long.parseLong(tickAndUsed[0]);
            TickRange range = rule.next(history, now);
            choices.add(asText(range));
            if (range != null) {
                history.used(range, now, 0);
            }
            if (tickAndUsed.length > 1) {
                history.left(Long.parseLong(tickAndUsed[1]));
            }
        }
        return String.join(" ", choices);
    }

    private static String asText(TickRange range) {
        return range == null ? "none" : range.tick() + "." + range.firstSequence() + "-" + range.lastSequence();
    }

    /** A caller that advances past a UID wants no lower one. */
    @Test
    void usesNoLeftOversBelowAFloor() {
        assertThat(use(new TickRule.UnusedSequences(3), "5/3 6/4")).isEqualTo("5.0-15 6.0-15");

        history.beginAt(6);

        assertThat(use(new TickRule.UnusedSequences(3), "5 5")).isEqualTo("6.4-15 7.0-15");
    }

    private boolean mustLeave(TickRule rule, long clockShows) {
        now = clockShows;
        return rule.mustLeave(history, now);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    # the clock shows  | what is chosen
                    5 6 9              | 5.0-15 6.0-15 9.0-15
                    5 5 5              | 5.0-15 6.0-15 7.0-15
                    7 3 4              | 7.0-15 8.0-15 9.0-15
                    7/13 3 7           | 7.0-15 8.0-15 9.0-15
                    7 -3 20            | 7.0-15 8.0-15 20.0-15
                    """)
    void countsOn(String clockShows, String chosen) {
        assertThat(use(TickRule.KEEP_COUNTING, clockShows)).isEqualTo(chosen);
        assertThat(mustLeave(TickRule.KEEP_COUNTING, 0)).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    # the clock shows  | what is chosen
                    5 6 9              | 5.0-15 6.0-15 9.0-15
                    5 5 5              | 5.0-15 6.0-15 7.0-15
                    7 6                | 7.0-15 none
                    7 5 7              | 7.0-15 none 8.0-15
                    7 7 7 8            | 7.0-15 8.0-15 9.0-15 10.0-15
                    """)
    void waitsUntilTheClockHasCaughtUp(String clockShows, String chosen) {
        TickRule rule = new TickRule.RefuseRollback(LAYOUT, clock, Duration.ofSeconds(2));

        assertThat(use(rule, clockShows)).isEqualTo(chosen);
    }

    @Test
    void refusesIfTheClockIsBehindByMoreThanAllowed() {
        TickRule rule = new TickRule.RefuseRollback(LAYOUT, clock, Duration.ofSeconds(2));
        use(rule, "7 7");

        assertThatThrownBy(() -> use(rule, "4"))
                .isExactlyInstanceOf(UidGenerateException.class)
                .hasMessage("the clock was set back from 2026-01-01T00:00:07Z to 2026-01-01T00:00:04Z: it may be behind"
                        + " by no more than PT2S. UIDs are available again when it has caught up; ClockPolicy.keepCounting()"
                        + " would continue");
    }

    @Test
    void leavesTheTickWhenItWaitsForTheClock() {
        TickRule rule = new TickRule.RefuseRollback(LAYOUT, clock, Duration.ofSeconds(2));
        use(rule, "7 7"); // 7 and 8

        assertThat(mustLeave(rule, 7)).isFalse();
        assertThat(mustLeave(rule, 6)).isTrue();
        assertThat(mustLeave(rule, 4)).isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    # the clock shows      | what is chosen                            | because
                    5/13 6/13 7/13 6 7     | 5.0-15 6.0-15 7.0-15 6.13-15 7.13-15      | it goes back to the nearest rest
                    5/13 6 7 5 6           | 5.0-15 6.0-15 7.0-15 5.13-15 8.0-15       | it keeps counting when nothing is left
                    5 8 6/2 6 7            | 5.0-15 8.0-15 6.0-15 6.2-15 7.0-15        | no caller asked for a UID in 6 and 7
                    5/13 6/13 7/13 -9      | 5.0-15 6.0-15 7.0-15 5.13-15              | the oldest rest is the nearest
                    5/13 6/13 7/13 8/13 1  | 5.0-15 6.0-15 7.0-15 8.0-15 6.13-15       | 5 is recent no more
                    5/13 9 1               | 5.0-15 9.0-15 7.0-15                      | 6 is recent no more
                    7 1                    | 7.0-15 8.0-15                             | nothing below the first tick is a rest
                    5/13 5/14 5            | 5.0-15 5.13-15 5.14-15                    | a rest may be left again
                    """)
    void goesBackToWhatIsLeftOver(String clockShows, String chosen, String because) {
        assertThat(use(new TickRule.UnusedSequences(3), clockShows)).as(because).isEqualTo(chosen);
    }

    @Test
    void leavesTheTickForARestThatIsNearerToTheClock() {
        TickRule rule = new TickRule.UnusedSequences(3);
        use(rule, "5/13 6 7");

        assertThat(mustLeave(rule, 6)).isFalse(); // nothing is left of it
        assertThat(mustLeave(rule, 5)).isTrue();
        assertThat(mustLeave(rule, 2)).isTrue();
        history.left(4);
        assertThat(mustLeave(rule, 6)).isFalse(); // the rest is its own
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    # the clock shows | what is chosen, of 4 sequences each     | because
                    5 6 7             | 5.0-3 6.0-3 7.0-3                       | extension 0 is free
                    5 5 5             | 5.0-3 6.0-3 7.0-3                       | a used tick is no rollback
                    2 7 3 4           | 2.0-3 7.0-3 3.4-7 4.4-7                 | extension 0 is used from 3 on
                    2 7 5 4 5 6 7 8 6 | 2.0-3 7.0-3 5.4-7 4.8-11 5.8-11 6.4-7 7.4-7 8.0-3 6.8-11 | the lowest free one is chosen
                    2 7 4 9 6         | 2.0-3 7.0-3 4.4-7 9.0-3 6.4-7           | extension 1 is free from 5 on
                    5 7 2             | 5.0-3 7.0-3 5.4-7                       | it goes back no further than to the first tick
                    5 6 6 6           | 5.0-3 6.0-3 7.0-3 8.0-3                 | the clock was not set back
                    5 9 8 7 6         | 5.0-3 9.0-3 8.4-7 7.8-11 6.12-15        | each rollback takes the next
                    5 9 8 7 6 5       | 5.0-3 9.0-3 8.4-7 7.8-11 6.12-15 7.12-15 | none is free, so it keeps counting
                    """)
    void goesBackWithAnotherExtension(String clockShows, String chosen, String because) {
        assertThat(use(new TickRule.ExtensionBits(LAYOUT, 2), clockShows))
                .as(because)
                .isEqualTo(chosen);
    }

    @Test
    void leavesTheTickForAnExtensionThatIsFree() {
        TickRule rule = new TickRule.ExtensionBits(LAYOUT, 1);
        use(rule, "5 9");
        assertThat(mustLeave(rule, 9)).isFalse();
        assertThat(mustLeave(rule, 8)).isTrue();

        use(rule, "8");
        assertThat(mustLeave(rule, 8)).isFalse();
        assertThat(mustLeave(rule, 7)).isFalse(); // both are used from there on
    }

    @Test
    void startsAboveAllTicksUnderAnotherLease() {
        for (TickRule rule : List.of(
                TickRule.KEEP_COUNTING, new TickRule.UnusedSequences(3), new TickRule.ExtensionBits(LAYOUT, 2))) {
            use(rule, "105/3 107/3");
            long highest = history.highestTick();

            history.newLease(0);
            assertThat(rule.next(history, 5).tick()).isEqualTo(highest + 1);
            history.newLease(1_000);
            assertThat(rule.next(history, 5).tick()).isEqualTo(1_000);
            history.newLease(0); // nothing was used under the one before
            assertThat(use(rule, "5")).startsWith(highest + 1 + ".0-");
        }
    }

    @Test
    void startsCountingInTheFirstHalfOfARangeButNotLaterInARest() {
        UidLayout wide = UidLayout.of(31, 19, 13);
        assertThat(TickRange.whole(5, LAYOUT).startRange()).isEqualTo(8);
        assertThat(TickRange.whole(5, wide).startRange()).isEqualTo(1_024);
        assertThat(TickRange.ofExtension(5, 3, 2).startRange()).isEqualTo(2);
        assertThat(TickRange.whole(5, wide).from(7).startRange()).isEqualTo(1);
        assertThat(TickRange.whole(5, wide).from(0).startRange()).isEqualTo(1_024);
    }
}
