package org.uidgenerator.spring.boot.actuator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.UidGeneratorStatus;
import org.uidgenerator.UidLayout;
import org.uidgenerator.buffer.RejectedTakeBufferHandler;
import org.uidgenerator.contract.GivenStatus;
import org.uidgenerator.contract.TestLease;
import org.uidgenerator.generator.CachedUidGenerator;
import org.uidgenerator.generator.DefaultUidGenerator;
import org.uidgenerator.spring.boot.actuator.UidHealth.Condition;
import org.uidgenerator.worker.StaticWorkerIdAssigner;
import org.uidgenerator.worker.WorkerIdAssigner;
import org.uidgenerator.worker.WorkerLease;

class UidHealthTest {

    @ParameterizedTest
    @CsvSource({
        "false, false, 10, UP",
        "false, false, 0, UP",
        "false, true, 10, DEGRADED",
        "false, true, 0, DEGRADED",
        "true, true, 10, DEGRADED",
        "true, false, 10, DEGRADED",
        "true, true, 0, DOWN",
        "true, false, 0, DOWN",
    })
    void followsFromFailuresAndWhatIsLeft(boolean failure, boolean storeFailure, long available, Condition condition) {
        UidGeneratorStatus status = new GivenStatus(
                1,
                Optional.empty(),
                OptionalLong.empty(),
                Instant.EPOCH,
                0,
                available,
                0,
                0,
                Duration.ZERO,
                Duration.ZERO,
                0,
                Duration.ZERO,
                0,
                0,
                2,
                Duration.ofHours(1),
                Duration.ofHours(1),
                failure ? new UidGenerateException("no tick") : null,
                storeFailure ? new UidGenerateException("no store") : null);

        assertThat(Condition.of(status)).isEqualTo(condition);
    }

    @Test
    void showsThatTheClockWasSetBackAndStaysUp() {
        AtomicLong millis = new AtomicLong(1_800_000_000_000L);
        try (UidGenerator generator = DefaultUidGenerator.builder(layout -> WorkerLease.neverReused(7))
                .clock(() -> Instant.ofEpochMilli(millis.get()))
                .build()) {
            UidHealth health = new UidHealth(() -> Map.of("orders", generator), Map::of);
            assertThat(health.judge().details().get("orders"))
                    .asString()
                    .contains("clockSetbacks=0", "largestSetback=PT0S");

            millis.addAndGet(-3_600_000);

            assertThat(health.judge().details().get("orders"))
                    .asString()
                    .contains("status=UP", "clockSetbacks=1", "largestSetback=PT1H");
        }
    }

    @Test
    void isThatOfTheWorstGenerator() {
        assertThat(Condition.worst(List.of(Condition.UP, Condition.DOWN, Condition.DEGRADED)))
                .isEqualTo(Condition.DOWN);
        assertThat(Condition.worst(List.of(Condition.DEGRADED, Condition.UP))).isEqualTo(Condition.DEGRADED);
    }

    /** A lease of a store that goes away. */
    private static final class Interrupted extends TestLease {
        final AtomicBoolean away = new AtomicBoolean();

        @Override
        public long workerId() {
            return 7;
        }

        @Override
        public void reserve(long tick) {
            if (away.get()) {
                throw new UidGenerateException("the store is unavailable");
            }
        }
    }

    @Test
    void goesDownWithAGeneratorThatHasRunDry() {
        Interrupted lease = new Interrupted();
        try (UidGenerator healthy = generator(StaticWorkerIdAssigner.of(1));
                UidGenerator dry = generator(layout -> lease)) {
            UidHealth health = new UidHealth(() -> Map.of("healthy", healthy, "dry", dry), Map::of);
            assertThat(health.judge().worst()).isEqualTo(Condition.UP);

            lease.away.set(true);
            assertThatThrownBy(() -> {
                        while (true) {
                            dry.getUID();
                        }
                    })
                    .hasRootCauseMessage("the store is unavailable");

            UidHealth.Verdict verdict = health.judge();
            assertThat(verdict.worst()).isEqualTo(Condition.DOWN);
            assertThat(verdict.details().get("healthy")).asString().contains("status=UP");
            assertThat(verdict.details().get("dry"))
                    .asString()
                    .contains("status=DOWN", "workerId=7", "available=0", "the store is unavailable");
        }
    }

    /** A readiness probe that sees DOWN keeps callers away, so that only the generator itself can try again. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void comesUpAgainWithoutACaller(boolean buffered) {
        Interrupted lease = new Interrupted();
        try (UidGenerator dry = buffered ? generator(layout -> lease) : unbuffered(layout -> lease)) {
            UidHealth health = new UidHealth(() -> Map.of("dry", dry), Map::of);
            lease.away.set(true);
            assertThatThrownBy(() -> {
                        while (true) {
                            dry.getUID();
                        }
                    })
                    .hasRootCauseMessage("the store is unavailable");
            assertThat(health.judge().worst()).isEqualTo(Condition.DOWN);

            lease.away.set(false);

            while (health.judge().worst() != Condition.UP && !Thread.interrupted()) {
                Thread.onSpinWait();
            }
            assertThat(health.judge().worst()).isEqualTo(Condition.UP);
        }
    }

    private static UidGenerator unbuffered(WorkerIdAssigner assigner) {
        return DefaultUidGenerator.builder(assigner)
                .layout(UidLayout.of(40, 13, 10))
                .maxWait(Duration.ofMillis(1_500))
                .build();
    }

    private static UidGenerator generator(WorkerIdAssigner assigner) {
        return CachedUidGenerator.builder(assigner)
                .layout(UidLayout.of(40, 13, 10))
                .boostPower(0)
                .rejectedTakeBufferHandler(RejectedTakeBufferHandler.waitFor(Duration.ofMillis(500)))
                .build();
    }
}
