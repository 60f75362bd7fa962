package org.uidgenerator.internal.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.uidgenerator.StoreException;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.contract.InMemoryLeaseStore;
import org.uidgenerator.contract.VirtualClock;
import org.uidgenerator.internal.NanoClock;
import org.uidgenerator.test.internal.LogRecorder;

class StoreClockTest {
    private static final Instant NOW = Instant.parse("2027-01-01T00:00:00Z");
    private static final Duration MAX_SKEW = Duration.ofMinutes(5);

    private final VirtualClock host = new VirtualClock(NOW);

    private final StoreOutage outage = new StoreOutage(
            new MeteredStore(new InMemoryLeaseStore("default", host), NanoClock.SYSTEM),
            Duration.ZERO,
            Environment.REAL);

    private final VirtualEnvironment time = new VirtualEnvironment(Long.MAX_VALUE - 1);

    private StoreClock comparedWith(InstantSource store) {
        return new StoreClock(store, host, MAX_SKEW, "STORE", Duration.ZERO, NanoClock.SYSTEM);
    }

    private void requireNear(Instant answer) {
        comparedWith(() -> answer).requireNear(NOW, answer);
    }

    @Test
    void acceptsAHostThatIsNear() {
        assertThatCode(() -> requireNear(NOW.plus(MAX_SKEW))).doesNotThrowAnyException();
        assertThatCode(() -> requireNear(NOW.minus(MAX_SKEW))).doesNotThrowAnyException();
    }

    @Test
    void refusesAHostThatIsBehind() {
        assertThatThrownBy(() -> requireNear(NOW.plus(MAX_SKEW).plusMillis(1)))
                .isInstanceOf(UidGenerateException.class)
                .hasMessage("the clock of this host must be near that of STORE: host=2027-01-01T00:00:00Z,"
                        + " store=2027-01-01T00:05:00.001Z, difference=PT5M0.001S, maxClockSkew=PT5M; set the clock that is wrong,"
                        + " of this host or of the store, or raise maxClockSkew");
    }

    @Test
    void refusesAHostThatIsAhead() {
        assertThatThrownBy(() -> requireNear(NOW.minusSeconds(301)))
                .isInstanceOf(UidGenerateException.class)
                .hasMessageContaining("difference=PT5M1S");
    }

    @Test
    void saysByHowMuchTheHostIsAheadOrBehind() {
        assertThat(comparedWith(() -> NOW).skew()).isNull();
        assertThat(skewOf(Duration.ofMinutes(-5))).isEqualTo(Duration.ofMinutes(5));
        assertThat(skewOf(Duration.ofMinutes(5))).isEqualTo(Duration.ofMinutes(-5));
        assertThat(skewOf(Duration.ZERO)).isZero();
    }

    private Duration skewOf(Duration storeAhead) {
        StoreClock clock = comparedWith(() -> NOW.plus(storeAhead));
        clock.compareIfDue(outage);
        return clock.skew();
    }

    @Test
    void remembersTheSkewOfAHostThatItRefuses() {
        Instant answer = NOW.plusSeconds(301);
        StoreClock clock = comparedWith(() -> answer);

        assertThatThrownBy(() -> clock.requireNear(NOW, answer)).isInstanceOf(UidGenerateException.class);
        assertThat(clock.skew()).isEqualTo(Duration.ofSeconds(-301));
    }

    @Test
    void warnsOfADifferenceOnceUntilTheClocksAgreeAgain() {
        Instant[] time = {NOW.minusMillis(1_001)};
        StoreClock clock = comparedWith(() -> time[0]);
        try (LogRecorder log = new LogRecorder()) {
            clock.requireNear(NOW, time[0]);
            assertThat(log.lines()).hasSize(1);
            clock.compareIfDue(outage);
            time[0] = NOW.minusSeconds(1);
            clock.compareIfDue(outage);
            clock.compareIfDue(outage);
            time[0] = NOW.plusSeconds(7_200);
            clock.compareIfDue(outage);

            assertThat(log.lines())
                    .containsExactly(
                            "WARNING the clock of this host is ahead of that of STORE by PT1.001S: host=2027-01-01T00:00:00Z,"
                                    + " store=2026-12-31T23:59:58.999Z; UIDs stay unique, but set the clock that is wrong: beyond"
                                    + " maxClockSkew=PT5M no worker id is given",
                            "INFO the clock of this host is near that of STORE again: difference=PT1S",
                            "WARNING the clock of this host is behind that of STORE by PT2H: host=2027-01-01T00:00:00Z,"
                                    + " store=2027-01-01T02:00:00Z; UIDs stay unique, but set the clock that is wrong: beyond"
                                    + " maxClockSkew=PT5M no worker id is given");
        }
    }

    @Test
    void isComparedOnceAPeriodIsOver() {
        AtomicInteger asked = new AtomicInteger();
        StoreClock clock = counting(asked);

        for (int second = 0; second <= 120; second++) {
            clock.compareIfDue(outage);
            time.nanos += TimeUnit.SECONDS.toNanos(1);
        }

        assertThat(asked).hasValue(2);
    }

    @Test
    void asksNothingOfAStoreThatIsAway() {
        AtomicInteger asked = new AtomicInteger();
        StoreClock clock = counting(asked);
        time.nanos += TimeUnit.MINUTES.toNanos(1);
        MeteredStore store = new MeteredStore(new InMemoryLeaseStore("default", host), time);
        StoreOutage away = new StoreOutage(store, Duration.ofMinutes(1), time.environment());
        for (int i = 0; i < 2; i++) {
            away.failed(new StoreException("no answer", null), store.answers());
        }

        try (LogRecorder log = new LogRecorder()) {
            Logger.getLogger("org.uidgenerator").setLevel(Level.FINE);
            clock.compareIfDue(away);

            assertThat(asked).hasValue(0);
            assertThat(log.lines()).containsExactly("FINE the clock of this host was not compared with that of STORE");
        }
        clock.compareIfDue(outage);
        assertThat(asked).hasValue(1);
    }

    /** Compared with a store once in a minute. */
    private StoreClock counting(AtomicInteger asked) {
        InstantSource store = () -> {
            asked.incrementAndGet();
            return NOW;
        };
        return new StoreClock(store, host, MAX_SKEW, "STORE", Duration.ofMinutes(1), time);
    }

    @Test
    void isOfTheClockThatItWasMadeFor() {
        StoreClock clock = comparedWith(() -> NOW);

        assertThat(clock.isOf(host)).isTrue();
        assertThat(clock.isOf(new VirtualClock(NOW))).isFalse();
    }

    @Test
    void takesNoSlowAnswerForADifference() {
        host.advance(Duration.ofMinutes(30));

        assertThatCode(() -> requireNear(NOW)).doesNotThrowAnyException();
        assertThatCode(() -> requireNear(NOW.plus(Duration.ofMinutes(30)))).doesNotThrowAnyException();
        assertThatThrownBy(() -> requireNear(NOW.plus(Duration.ofMinutes(36))))
                .isInstanceOf(UidGenerateException.class);
    }
}
