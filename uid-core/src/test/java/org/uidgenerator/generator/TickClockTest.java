package org.uidgenerator.generator;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.uidgenerator.OptionException;
import org.uidgenerator.UidLayout;

class TickClockTest {
    @Test
    void blamesAClockOf1970() {
        assertThatThrownBy(() -> new TickClock(UidLayout.DEFAULT, () -> Instant.EPOCH, Duration.ZERO))
                .isInstanceOf(OptionException.class)
                .hasMessage("epoch must not be in the future: epoch=2026-01-01T00:00:00Z, now=1970-01-01T00:00:00Z,"
                        + " set the clock of this host");
    }
}
