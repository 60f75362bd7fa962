package org.uidgenerator.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class SettableClockTest {
    private final SettableClock clock = SettableClock.at("2026-11-22T20:00:00Z");

    @Test
    void standsStillUntilItIsSet() {
        assertThat(clock.instant()).isEqualTo("2026-11-22T20:00:00Z");
        assertThat(clock.millis())
                .isEqualTo(Instant.parse("2026-11-22T20:00:00Z").toEpochMilli());
        assertThat(clock.getZone()).isEqualTo(ZoneOffset.UTC);

        clock.advance(Duration.ofHours(5));
        assertThat(clock.instant()).isEqualTo("2026-11-23T01:00:00Z");
        clock.advance(Duration.ofDays(-1));
        assertThat(clock.instant()).isEqualTo("2026-11-22T01:00:00Z");
        clock.set(Instant.EPOCH);
        assertThat(clock.instant()).isEqualTo(Instant.EPOCH);
        assertThat(clock).hasToString("SettableClock at 1970-01-01T00:00:00Z in Z");
    }

    @Test
    void isOneClockInAllZones() {
        Clock inShanghai = clock.withZone(ZoneId.of("Asia/Shanghai"));
        assertThat(LocalDate.now(inShanghai)).isEqualTo("2026-11-23");

        clock.advance(Duration.ofDays(1));

        assertThat(LocalDate.now(inShanghai)).isEqualTo("2026-11-24");
        assertThat(LocalDate.now(clock)).isEqualTo("2026-11-23");
    }

    @Test
    void refusesNull() {
        assertThatNullPointerException()
                .isThrownBy(() -> SettableClock.at((Instant) null))
                .withMessage("now");
        assertThatNullPointerException().isThrownBy(() -> clock.set(null)).withMessage("now");
        assertThatNullPointerException().isThrownBy(() -> clock.withZone(null)).withMessage("zone");
    }
}
