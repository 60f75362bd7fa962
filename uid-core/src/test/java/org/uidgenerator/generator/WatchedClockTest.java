package org.uidgenerator.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.uidgenerator.ManagedUidGenerator;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.buffer.RejectedTakeBufferHandler;
import org.uidgenerator.test.internal.LogRecorder;
import org.uidgenerator.worker.WorkerLease;

class WatchedClockTest {
    private final VirtualTime time = new VirtualTime();

    private WatchedClock watch(InstantSource clock) {
        return new WatchedClock("orders", clock, time);
    }

    private static List<String> warnings(LogRecorder log) {
        return log.lines().stream().filter(line -> line.startsWith("WARNING")).toList();
    }

    @Test
    void showsWhatTheClockShows() {
        WatchedClock clock = watch(time.clock);

        assertThat(clock.instant()).isEqualTo(VirtualTime.START);
        assertThat(clock.millis()).isEqualTo(VirtualTime.START.toEpochMilli());
        time.clock.advance(Duration.ofHours(-2));
        assertThat(clock.instant()).isEqualTo(VirtualTime.START.minus(Duration.ofHours(2)));
    }

    @Test
    void countsEachSetbackOnceAndKeepsTheLargest() {
        WatchedClock clock = watch(time.clock);
        clock.millis();
        time.clock.advance(Duration.ofMillis(-1));
        clock.millis();
        clock.instant();
        assertThat(clock.setbacks()).isEqualTo(1);
        assertThat(clock.largestSetback()).isEqualTo(Duration.ofMillis(1));

        time.clock.advance(Duration.ofSeconds(5));
        clock.millis();
        time.clock.advance(Duration.ofSeconds(-3));
        clock.instant();
        time.clock.advance(Duration.ofSeconds(-2));
        clock.millis();

        assertThat(clock.setbacks()).isEqualTo(3);
        assertThat(clock.largestSetback()).isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void countsNoneWhileTheClockStandsStillOrIsSetForward() {
        WatchedClock clock = watch(time.clock);
        clock.millis();
        clock.millis();
        time.clock.advance(Duration.ofDays(365));
        clock.instant();

        assertThat(clock.setbacks()).isZero();
        assertThat(clock.largestSetback()).isZero();
    }

    /** Of two threads, one may have been paused between its look at the clock and its comparison. */
    @Test
    void countsNoneIfALookIsOvertakenByALaterOne() {
        Queue<Long> shown = new ArrayDeque<>(List.of(1_000L, 1_000L, 5_000L));
        WatchedClock[] clock = new WatchedClock[1];
        clock[0] = watch(new InstantSource() {
            @Override
            public Instant instant() {
                return Instant.ofEpochMilli(millis());
            }

            @Override
            public long millis() {
                long now = shown.remove();
                if (shown.size() == 1) {
                    clock[0].millis(); // another thread looks, and is done first
                }
                return now;
            }
        });
        clock[0].millis();
        clock[0].millis();

        assertThat(shown).isEmpty();
        assertThat(clock[0].setbacks()).isZero();
    }

    @Test
    void warnsOfASetbackOnce() {
        WatchedClock clock = watch(time.clock);
        try (LogRecorder log = new LogRecorder()) {
            clock.millis();
            time.clock.advance(Duration.ofHours(-1));
            clock.millis();
            clock.millis();

            assertThat(warnings(log))
                    .containsExactly("WARNING orders: the clock was set back by PT1H, from 2026-11-21T10:30:15.400Z to"
                            + " 2026-11-21T09:30:15.400Z, setbacks=1; UIDs stay unique, but find out what sets the clock"
                            + " of this host");
        }
    }

    @Test
    void warnsOfAClockThatFlapsOnceAMinute() {
        WatchedClock clock = watch(time.clock);
        try (LogRecorder log = new LogRecorder()) {
            for (int second = 0; second < 120; second++) {
                clock.millis();
                time.clock.advance(Duration.ofSeconds(-10));
                clock.millis();
                time.clock.advance(Duration.ofSeconds(10));
                time.pass(Duration.ofSeconds(1));
            }

            assertThat(clock.setbacks()).isEqualTo(120);
            assertThat(warnings(log)).hasSize(2);
            assertThat(warnings(log).get(1)).contains("setbacks=61;");
        }
    }

    private enum Kind {
        CACHED(time -> CachedUidGenerator.builder(layout -> WorkerLease.neverReused(7))
                .name("orders")
                .clock(time.clock)
                .nanoClock(time)
                .rejectedTakeBufferHandler(RejectedTakeBufferHandler.FAIL)
                .threadFactory(time)
                .build()),
        ON_DEMAND(time -> DefaultUidGenerator.builder(layout -> WorkerLease.neverReused(7))
                .name("orders")
                .clock(time.clock)
                .nanoClock(time)
                .threadFactory(time)
                .build());

        @SuppressWarnings("ImmutableEnumChecker") // a function without state
        private final Function<VirtualTime, ManagedUidGenerator> maker;

        Kind(Function<VirtualTime, ManagedUidGenerator> maker) {
            this.maker = maker;
        }
    }

    @ParameterizedTest
    @EnumSource
    void bothGeneratorsTellOfAClockThatWasSetBack(Kind kind) {
        try (LogRecorder log = new LogRecorder();
                ManagedUidGenerator generator = kind.maker.apply(time)) {
            generator.getUID();
            assertThat(generator.status().clockSetbacks()).isZero();
            assertThat(generator.status().largestSetback()).isZero();

            time.clock.advance(Duration.ofHours(-1));
            time.pass(Duration.ofSeconds(3));
            generator.getUID();

            assertThat(generator.status().clockSetbacks()).isEqualTo(1);
            assertThat(generator.status().largestSetback()).isBetween(Duration.ofMinutes(59), Duration.ofHours(1));
            assertThat(warnings(log))
                    .singleElement()
                    .asString()
                    .startsWith("WARNING orders: the clock was set back by PT")
                    .contains("setbacks=1;");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aResumedGeneratorKeepsItsCount(Kind kind) {
        try (ManagedUidGenerator generator = kind.maker.apply(time)) {
            generator.suspend();
            time.clock.advance(Duration.ofHours(-1));
            generator.resume();

            assertThat(generator.status().clockSetbacks()).isEqualTo(1);
            assertThat(generator.status().largestSetback()).isEqualTo(Duration.ofHours(1));
        }
    }

    @Test
    void countsASetbackThatEndsInARefusal() {
        DefaultUidGenerator generator = DefaultUidGenerator.builder(layout -> WorkerLease.neverReused(7))
                .clock(time.clock)
                .nanoClock(time)
                .threadFactory(time)
                .clockPolicy(ClockPolicy.refuse())
                .build();
        try (generator) {
            generator.getUID();
            time.clock.advance(Duration.ofSeconds(-30));
            time.pass(Duration.ofMillis(250));

            assertThatThrownBy(generator::getUID)
                    .isInstanceOf(UidGenerateException.class)
                    .hasMessageStartingWith("the clock was set back from ");
            assertThat(generator.status().clockSetbacks()).isEqualTo(1);
        }
    }
}
