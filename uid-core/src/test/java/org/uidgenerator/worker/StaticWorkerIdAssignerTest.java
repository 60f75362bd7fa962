package org.uidgenerator.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.UidLayout;
import org.uidgenerator.contract.VirtualClock;
import org.uidgenerator.contract.WorkerIdAssignerContract;
import org.uidgenerator.impl.CachedUidGenerator;
import org.uidgenerator.impl.DefaultUidGenerator;

class StaticWorkerIdAssignerTest implements WorkerIdAssignerContract {
    private final AtomicLong workerIds = new AtomicLong();

    /** Each process has a worker id of its own: the operator's duty. */
    @Override
    public WorkerIdAssigner newAssigner() {
        return StaticWorkerIdAssigner.of(workerIds.getAndIncrement());
    }

    private static long workerId(StaticWorkerIdAssigner assigner) {
        return assigner.assignWorkerId(UidLayout.DEFAULT).workerId();
    }

    @Test
    void givesWhatIsSet() {
        System.setProperty("test.worker.id", "524287");
        try {
            assertThat(workerId(StaticWorkerIdAssigner.fromSystemProperty("test.worker.id")))
                    .isEqualTo(524_287);
        } finally {
            System.clearProperty("test.worker.id");
        }
        assertThat(workerId(StaticWorkerIdAssigner.of(7))).isEqualTo(7);
        assertThat(workerId(StaticWorkerIdAssigner.fromEnvironment("WORKER_ID", Map.of("WORKER_ID", "007"))))
                .isEqualTo(7);
    }

    @ParameterizedTest
    @CsvSource({"orders-0, 0", "orders-12, 12", "my.orders-2-3, 3"})
    void givesTheOrdinalOfAStatefulSetPod(String hostName, long ordinal) {
        assertThat(workerId(StaticWorkerIdAssigner.fromStatefulSetOrdinal(Map.of("HOSTNAME", hostName))))
                .isEqualTo(ordinal);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "orders",
                "orders-",
                "orders-01",
                "orders-x2",
                "-3",
                "orders-7d9f8b6c5d-x2x4z",
                "orders-7d9f8b6c5d-24567"
            })
    void refusesTheNamesOfOtherPods(String hostName) {
        assertThatThrownBy(() -> StaticWorkerIdAssigner.fromStatefulSetOrdinal(Map.of("HOSTNAME", hostName)))
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "environment variable HOSTNAME must be the name of a StatefulSet pod, as orders-2 is: HOSTNAME="
                                + hostName);
    }

    @Test
    void refusesWhatIsNotSet() {
        assertThatThrownBy(() -> StaticWorkerIdAssigner.fromSystemProperty("no.such.property"))
                .hasMessage(
                        "system property no.such.property must be a worker id, a number of at most 18 digits: it is not set");
        assertThatThrownBy(() -> StaticWorkerIdAssigner.fromEnvironment("NO_SUCH_VARIABLE"))
                .hasMessage(
                        "environment variable NO_SUCH_VARIABLE must be a worker id, a number of at most 18 digits: it is not set");
        assertThatThrownBy(() -> StaticWorkerIdAssigner.fromStatefulSetOrdinal(Map.of()))
                .hasMessage(
                        "environment variable HOSTNAME must be the name of a StatefulSet pod, as orders-2 is: HOSTNAME=null");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " 7", "-1", "7.0", "0x7", "seven", "1234567890123456789"})
    void refusesWhatIsNoWorkerId(String value) {
        assertThatThrownBy(() -> StaticWorkerIdAssigner.fromEnvironment("WORKER_ID", Map.of("WORKER_ID", value)))
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessage("environment variable WORKER_ID must be a worker id, a number of at most 18 digits: \""
                        + value + "\"");
    }

    @Test
    void refusesWhatDoesNotFit() {
        assertThatThrownBy(() -> StaticWorkerIdAssigner.of(-1))
                .hasMessage("workerId must not be negative: workerId=-1");
        assertThatThrownBy(() -> StaticWorkerIdAssigner.of(524_288).assignWorkerId(UidLayout.DEFAULT))
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessage("workerId must be in [0, 524287] (workerBits=19): workerId=524288");
        assertThatThrownBy(() -> StaticWorkerIdAssigner.of(7).withRestartGap(Duration.ofSeconds(-1)))
                .hasMessage("restartGap must be in [PT0S, PT8760H]: restartGap=PT-1S");
        assertThatThrownBy(() -> StaticWorkerIdAssigner.of(7).withRestartGap(Duration.ofDays(366)))
                .hasMessage("restartGap must be in [PT0S, PT8760H]: restartGap=PT8784H");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 15, 365 * 86_400})
    void startsAboveAllThatTheProcessBeforeCanHaveStamped(long gapSeconds) {
        VirtualClock clock = new VirtualClock(Instant.parse("2026-11-21T10:30:15.400Z"));
        StaticWorkerIdAssigner assigner =
                StaticWorkerIdAssigner.of(7).withClock(clock).withRestartGap(Duration.ofSeconds(gapSeconds));
        WorkerLease before = assigner.assignWorkerId(UidLayout.DEFAULT);
        clock.advance(Duration.ofMinutes(3));
        long latest = before.latestTick(UidLayout.DEFAULT.tickAt(clock.millis()));

        WorkerLease after = assigner.assignWorkerId(UidLayout.DEFAULT);

        assertThat(after.firstTick()).isEqualTo(latest + 1);
        assertThat(UidLayout.DEFAULT.timeOf(latest))
                .isBetween(
                        clock.instant().plusSeconds(gapSeconds - 1),
                        clock.instant().plusSeconds(gapSeconds));
    }

    @Test
    void repeatsNoUidWhenAGeneratorThatBorrowedIsRestarted() {
        StaticWorkerIdAssigner assigner = StaticWorkerIdAssigner.of(7).withRestartGap(Duration.ofSeconds(5));
        long last = -1;
        for (int launch = 0; launch < 3; launch++) {
            try (UidGenerator generator = CachedUidGenerator.builder(assigner).build()) {
                long[] uids = new long[10_000];
                generator.getUIDs(uids);
                assertThat(uids[0]).isGreaterThan(last);
                last = uids[uids.length - 1];
            }
        }
        try (UidGenerator generator = DefaultUidGenerator.builder(assigner).build()) {
            assertThat(generator.getUID()).isGreaterThan(last);
        }
    }
}
