package org.uidgenerator.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.uidgenerator.OptionException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.contract.VirtualClock;

/** Which ticks may be handed out, to the millisecond. */
class HandOutWindowTest {
    private static final UidLayout LAYOUT = UidLayout.builder()
            .timeBits(40)
            .workerBits(19)
            .seqBits(4)
            .tick(Duration.ofMillis(10))
            .build();
    private static final Instant NOW = Instant.parse("2027-01-01T00:00:00Z");

    private final VirtualClock clock = new VirtualClock(NOW);
    private final HandOutWindow window =
            new HandOutWindow(LAYOUT, new TickClock(LAYOUT, clock, Duration.ofSeconds(1)), Duration.ofMillis(800));

    private static long tickAt(long millis) {
        return LAYOUT.tickAt(NOW.toEpochMilli() + millis);
    }

    @Test
    void hasRoomForTwoTicksAndATenthOfASecondAtLeast() {
        assertLeastStaleness(LAYOUT, Duration.ofMillis(100));
        assertLeastStaleness(UidLayout.DEFAULT, Duration.ofSeconds(2));
    }

    private void assertLeastStaleness(UidLayout layout, Duration least) {
        TickClock ticks = new TickClock(layout, clock, Duration.ofSeconds(1));
        new HandOutWindow(layout, ticks, least);
        new HandOutWindow(layout, ticks, TickClock.LONGEST);
        for (Duration wrong : List.of(least.minusNanos(1), TickClock.LONGEST.plusNanos(1))) {
            assertThatThrownBy(() -> new HandOutWindow(layout, ticks, wrong))
                    .isInstanceOf(OptionException.class)
                    .hasMessage("maxStaleness must be in [" + least + ", PT8760000H] (at least two ticks of "
                            + layout.tick() + " and 100 ms): maxStaleness=" + wrong);
        }
    }

    /** A block that is opened now is looked at in 100 ms, or in 200 ms if that look comes late. */
    @Test
    void beginsTwoChecksAfterWhatIsTooOld() {
        assertThat(window.checkInterval()).isEqualTo(Duration.ofMillis(100));

        assertThat(window.contains(tickAt(-600))).isTrue();
        assertThat(window.contains(tickAt(-610))).isFalse();
        clock.advance(Duration.ofMillis(1));
        assertThat(window.contains(tickAt(-600))).isFalse();
    }

    @Test
    void endsWithTheLastTickThatMayBeBorrowed() {
        assertThat(window.contains(tickAt(1_000))).isTrue();
        assertThat(window.contains(tickAt(1_010))).isFalse();
    }

    @Test
    void isPastForGoodOnceItsLastUidIsTooOld() {
        assertThat(window.isPast(tickAt(-810))).isFalse();
        clock.advance(Duration.ofMillis(1));
        assertThat(window.isPast(tickAt(-810))).isTrue();
        assertThat(window.isPast(tickAt(-800))).isFalse();
    }
}
