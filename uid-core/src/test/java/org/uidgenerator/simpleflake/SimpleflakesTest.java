package org.uidgenerator.simpleflake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.uidgenerator.DecodedUid;
import org.uidgenerator.LayoutPreset;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;

class SimpleflakesTest {
    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00.123Z");
    private static final UidLayout LAYOUT = LayoutPreset.SIMPLEFLAKE.layout();

    @Test
    void putsTimeAboveRandomBits() {
        DecodedUid id = LAYOUT.decode(new Simpleflakes(LAYOUT, InstantSource.fixed(NOW), new Random(1)).next());

        assertThat(id.time()).isEqualTo(NOW);
        assertThat(id.sequence()).isEqualTo(new Random(1).nextLong() >>> 41);
    }

    @Test
    void fillsTheWorkerIdWithRandomBitsToo() {
        UidLayout layout = LayoutPreset.TWITTER.layout();
        Simpleflakes ids = new Simpleflakes(layout, InstantSource.fixed(NOW), new Random(1));

        long union = LongStream.generate(ids::next).limit(100).reduce(0, (a, b) -> a | b);

        assertThat(union).isEqualTo(layout.maxUid(NOW));
    }

    @Test
    void takesTheClockAndSecureRandomBitsByDefault() {
        Simpleflakes ids = new Simpleflakes();
        Instant before = Instant.now();

        Instant time = LAYOUT.decode(ids.next()).time();

        assertThat(time).isBetween(before.minusMillis(1), Instant.now());
        assertThat(ids).hasToString("40/0/23 bits of PT0.001S from 2000-01-01T05:00:00Z");
        assertThat(LongStream.generate(ids::next).limit(20).distinct().count()).isGreaterThan(15);
    }

    @Test
    void refusesTimesThatTheLayoutDoesNotHold() {
        String rule = "the clock must be in [2000-01-01T05:00:00Z, 2034-11-04T00:53:47.776Z): clock=";

        assertThatThrownBy(at(LAYOUT.expiresAt())::next)
                .isInstanceOf(UidGenerateException.class)
                .hasMessage(rule + "2034-11-04T00:53:47.776Z");
        assertThatThrownBy(at(LAYOUT.epoch().minusMillis(1))::next)
                .isInstanceOf(UidGenerateException.class)
                .hasMessage(rule + "2000-01-01T04:59:59.999Z");
        assertThat(at(LAYOUT.expiresAt().minusMillis(1)).next()).isPositive();
    }

    private static Simpleflakes at(Instant time) {
        return new Simpleflakes(LAYOUT, InstantSource.fixed(time), new Random(1));
    }

    @Test
    void refusesLayoutsThatAreNotOrderedByTime() {
        assertThatThrownBy(() -> new Simpleflakes(LayoutPreset.SEATA.layout(), InstantSource.system(), new Random()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "the time must be the first field for generators and ranges of time: layout=41/10/12, worker first,"
                                + " bits of PT0.001S from 2020-05-02T16:00:00Z");
    }

    /** 100 a second are 0.1 a millisecond, so 0.005 pairs of which one in 8,388,608 is equal. */
    @Test
    void computesTheOddsOfACollision() {
        assertThat(Simpleflakes.expectedCollisions(LAYOUT, 100, Duration.ofSeconds(1)))
                .isEqualTo(5 / 8_388_608.0);
        assertThat(Simpleflakes.expectedCollisions(LAYOUT, 100, Duration.ofDays(1)))
                .isEqualTo(0.0515, within(1e-4));
        assertThat(Simpleflakes.oddsOfCollision(LAYOUT, 100, Duration.ofDays(1)))
                .isEqualTo(0.0502, within(1e-4));
        assertThat(Simpleflakes.oddsOfCollision(LAYOUT, 0, Duration.ofDays(1))).isZero();
        assertThat(Simpleflakes.oddsOfCollision(LAYOUT, 1e9, Duration.ofDays(1)))
                .isOne();
        assertThatThrownBy(() -> Simpleflakes.oddsOfCollision(LAYOUT, -1, Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("idsPerSecond and during must not be negative: idsPerSecond=-1.0, during=PT0S");
        assertThatThrownBy(() -> Simpleflakes.oddsOfCollision(LAYOUT, Double.NaN, Duration.ofSeconds(-1)))
                .hasMessage("idsPerSecond and during must not be negative: idsPerSecond=NaN, during=PT-1S");
    }

    /** The formula against ids: at 20,000 a second for 100 s, 2.4 pairs of 10 random bits less are 2,441. */
    @Tag("proof")
    @Test
    void collidesAsOftenAsComputed() {
        UidLayout layout = LAYOUT.toBuilder().totalBits(53).seqBits(13).build();
        Random random = new Random(20_261_122);
        Map<Long, Integer> seen = new HashMap<>();
        long pairs = 0;
        for (int i = 0; i < 2_000_000; i++) {
            Instant time = NOW.plusMillis(random.nextInt(100_000));
            long id = new Simpleflakes(layout, InstantSource.fixed(time), random).next();
            pairs += seen.merge(id, 1, Integer::sum) - 1;
        }

        double expected = Simpleflakes.expectedCollisions(layout, 20_000, Duration.ofSeconds(100));
        assertThat(expected).isEqualTo(2441, within(1.0));
        assertThat((double) pairs).isEqualTo(expected, within(5 * Math.sqrt(expected)));
    }
}
