package org.uidgenerator.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ReservationSizeTest {
    private static final long START = Long.MAX_VALUE - 1_000_000; // nanoTime may overflow

    private final ReservationSize size = new ReservationSize(600, 5_000, START);
    private long now = START;

    private long after(Duration elapsed) {
        now += elapsed.toNanos();
        size.adapt(now);
        return size.ticks();
    }

    @Test
    void startsWithTheUsualNumber() {
        assertThat(size.ticks()).isEqualTo(600);
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
        assertThat(size.usual()).isEqualTo(600);
    }
}
