package org.uidgenerator.worker.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.uidgenerator.UidLayout;
import org.uidgenerator.contract.VirtualClock;
import org.uidgenerator.internal.NanoClock;

class ReservationLimitTest {
    private static final UidLayout LAYOUT = UidLayout.DEFAULT;
    private static final Instant NOW = Instant.parse("2027-01-01T00:00:00Z");
    private static final long TICK = LAYOUT.tickAt(NOW.toEpochMilli());

    private final VirtualClock store = new VirtualClock(NOW);
    private final ReservationLimit limit = new ReservationLimit(launch(), Duration.ofHours(1), "STORE", TICK + 600);

    private Launch launch() {
        VirtualClock host = new VirtualClock(NOW);
        StoreClock clocks =
                new StoreClock(store, host, Duration.ofMinutes(5), "STORE", Duration.ofMinutes(1), NanoClock.SYSTEM);
        return new Launch(LAYOUT, Duration.ofHours(1), clocks, false);
    }

    @Test
    void asksTheStoreOnlyForWhatLiesBehindIt() {
        assertThat(limit.towards(TICK + 600)).isEqualTo(TICK + 600);
        assertThat(limit.towards(TICK + 601)).isEqualTo(TICK + 3_600);
        store.advance(Duration.ofHours(5));
        assertThat(limit.towards(TICK + 3_600)).isEqualTo(TICK + 3_600);
        assertThat(limit.towards(TICK + 3_601)).isEqualTo(TICK + 6 * 3_600);
    }

    @Test
    void takesNothingBackThatWasAllowed() {
        limit.towards(TICK + 601);
        store.advance(Duration.ofDays(-30));

        assertThat(limit.towards(TICK + 100_000)).isEqualTo(TICK + 3_600);
    }

    @Test
    void saysWhichClocksDiffer() {
        limit.towards(TICK + 100_000);

        assertThat(limit.refusal(TICK + 86_400))
                .hasMessage("ticks are reserved at most PT1H ahead of STORE: wanted=2027-01-02T00:00:00Z,"
                        + " host=2027-01-01T00:00:00Z, store=2027-01-01T00:00:00Z; set the clock that is wrong, of this host or of the"
                        + " store");
    }
}
