package org.uidgenerator.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ReserveAheadTest {
    private long now = Long.MAX_VALUE - 1_000_000; // nanoTime may overflow

    private final ReserveAhead ahead = new ReserveAhead(600, 5_000, new NanoClock() {
        @Override
        public long nanoTime() {
            return now;
        }

        @Override
        public void park(long nanos) {
            throw new AssertionError("no thread waits");
        }
    });

    private long after(Duration elapsed) {
        now += elapsed.toNanos();
        ahead.written();
        return ahead.ticks();
    }

    @Test
    void startsWithTheUsualNumber() {
        assertThat(ahead.ticks()).isEqualTo(600);
    }

    @Test
    void doublesWhenReservationsComeFasterThanOneASecondUpToTheGreatestNumber() {
        assertThat(after(Duration.ofMillis(999))).isEqualTo(1_200);
        assertThat(after(Duration.ZERO)).isEqualTo(2_400);
        assertThat(after(Duration.ZERO)).isEqualTo(4_800);
        assertThat(after(Duration.ZERO)).isEqualTo(5_000);
        assertThat(after(Duration.ZERO)).isEqualTo(5_000);
    }

    @Test
    void staysBetweenOneAndFourSeconds() {
        after(Duration.ZERO);

        assertThat(after(Duration.ofSeconds(1))).isEqualTo(1_200);
        assertThat(after(Duration.ofSeconds(4))).isEqualTo(1_200);
    }

    @Test
    void halvesWhenReservationsAreRareDownToTheUsualNumber() {
        after(Duration.ZERO);
        after(Duration.ZERO);

        assertThat(after(Duration.ofSeconds(5))).isEqualTo(1_200);
        assertThat(after(Duration.ofHours(5))).isEqualTo(600);
        assertThat(after(Duration.ofHours(5))).isEqualTo(600);
        assertThat(ahead.usual()).isEqualTo(600);
    }

    @Test
    void isDueFromTheBeginningAndOnceHalfIsUsed() {
        assertThat(ahead.dueAfter()).isLessThan(0);

        assertThat(ahead.reach(1_000, 9_999)).isEqualTo(1_600);
        ahead.reserved(1_600, 9_999);

        assertThat(ahead.dueAfter()).isEqualTo(1_300);
    }

    @Test
    void isDueOnceHalfIsUsedOfWhatCouldBeReserved() {
        assertThat(ahead.reach(1_000, 1_200)).isEqualTo(1_200);
        ahead.reserved(1_200, 9_999);

        assertThat(ahead.dueAfter()).isEqualTo(1_100);
    }

    @Test
    void isNeverDueOnceTheLastTickIsReserved() {
        ahead.reserved(9_999, 9_999);

        assertThat(ahead.dueAfter()).isEqualTo(Long.MAX_VALUE);
    }
}
