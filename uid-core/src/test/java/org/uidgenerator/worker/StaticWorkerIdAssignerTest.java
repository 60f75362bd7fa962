package org.uidgenerator.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.uidgenerator.ManagedUidGenerator;
import org.uidgenerator.OptionException;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.UidLayout;
import org.uidgenerator.contract.VirtualClock;
import org.uidgenerator.generator.CachedUidGenerator;
import org.uidgenerator.generator.DefaultUidGenerator;
import org.uidgenerator.test.contract.WorkerIdAssignerContract;

class StaticWorkerIdAssignerTest implements WorkerIdAssignerContract {
    private static final String IN_USE =
            "worker id 7 is in use by another generator of this assigner: close or suspend that one first, or give this one an assigner of another worker id";

    private final AtomicLong workerIds = new AtomicLong();

    /** Each process has a worker id of its own: the operator's duty. */
    @Override
    public WorkerIdAssigner newAssigner() {
        return StaticWorkerIdAssigner.of(workerIds.getAndIncrement());
    }

    private static long workerId(StaticWorkerIdAssigner assigner) {
        return assigner.assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT)).workerId();
    }

    @Test
    void givesWhatIsSet() {
        System.setProperty("test.worker.id", "16383");
        try {
            assertThat(workerId(StaticWorkerIdAssigner.fromSystemProperty("test.worker.id")))
                    .isEqualTo(16_383);
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
                .isExactlyInstanceOf(OptionException.class)
                .hasMessage(
                        "environment variable HOSTNAME must be the name of a StatefulSet pod, such as orders-2: HOSTNAME="
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
                        "environment variable HOSTNAME must be the name of a StatefulSet pod, such as orders-2: HOSTNAME=null");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " 7", "-1", "7.0", "0x7", "seven", "1234567890123456789"})
    void refusesWhatIsNoWorkerId(String value) {
        assertThatThrownBy(() -> StaticWorkerIdAssigner.fromEnvironment("WORKER_ID", Map.of("WORKER_ID", value)))
                .isExactlyInstanceOf(OptionException.class)
                .hasMessage("environment variable WORKER_ID must be a worker id, a number of at most 18 digits: \""
                        + value + "\"");
    }

    @Test
    void refusesWhatDoesNotFit() {
        assertThatThrownBy(() -> StaticWorkerIdAssigner.of(-1))
                .hasMessage("workerId must not be negative: workerId=-1");
        assertThatThrownBy(() -> StaticWorkerIdAssigner.of(16_384).assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT)))
                .isExactlyInstanceOf(OptionException.class)
                .hasMessage("workerId must be in [0, 16383] (workerBits=14): workerId=16384");
        assertThatThrownBy(() -> StaticWorkerIdAssigner.of(7).withRestartGap(Duration.ofSeconds(-1)))
                .hasMessage("restartGap must be in [PT0S, PT8760H]: restartGap=PT-1S");
        assertThatThrownBy(() -> StaticWorkerIdAssigner.of(7).withRestartGap(Duration.ofDays(366)))
                .hasMessage("restartGap must be in [PT0S, PT8760H]: restartGap=PT8784H");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT5.001S", "PT1M", "PT1H"})
    void refusesTicksThatAreLongerThanCallersWaitForTheFirstOne(String tick) {
        UidLayout layout = UidLayout.builder().tick(Duration.parse(tick)).build();
        StaticWorkerIdAssigner assigner = StaticWorkerIdAssigner.of(7).withRestartGap(Duration.ofDays(1));

        assertThatThrownBy(() ->
                        DefaultUidGenerator.builder(assigner).layout(layout).build())
                .isExactlyInstanceOf(OptionException.class)
                .hasMessage(
                        "tick must be at most PT5S where the worker id is set, because the first UID takes up to a tick: tick=%s;"
                                + " lease worker ids, or take a layout of shorter ticks",
                        tick);
        assertThat(workerId(assigner)).isEqualTo(7);
    }

    @Test
    void startsAboveTheProcessBeforeWithTheLongestTicks() {
        VirtualClock clock = new VirtualClock(Instant.parse("2026-11-21T10:30:15Z"));
        UidLayout layout = UidLayout.builder().tick(Duration.ofSeconds(5)).build();
        WorkerLease before = startedBy(clock, layout, 15);
        assertThat(before.latestTick(layout.tickAt(clock.millis()))).isEqualTo(before.firstTick() - 1);
        clock.advance(layout.tick());
        assertThat(before.latestTick(layout.tickAt(clock.millis()))).isEqualTo(before.firstTick());

        assertThat(startedBy(clock, layout, 15).firstTick()).isEqualTo(before.firstTick() + 1);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 15, 365 * 86_400})
    void startsAboveAllThatTheProcessBeforeCanHaveStamped(long gapSeconds) {
        VirtualClock clock = new VirtualClock(Instant.parse("2026-11-21T10:30:15.400Z"));
        WorkerLease before = startedBy(clock, UidLayout.DEFAULT, gapSeconds);
        clock.advance(Duration.ofMinutes(3));
        long latest = before.latestTick(UidLayout.DEFAULT.tickAt(clock.millis()));

        WorkerLease after = startedBy(clock, UidLayout.DEFAULT, gapSeconds);

        assertThat(after.firstTick()).isEqualTo(latest + 1);
        assertThat(UidLayout.DEFAULT.timeOf(latest))
                .isBetween(
                        clock.instant().plusSeconds(gapSeconds - 1),
                        clock.instant().plusSeconds(gapSeconds));
    }

    /** The lease of a process that knows nothing of the one before. */
    private static WorkerLease startedBy(VirtualClock clock, UidLayout layout, long gapSeconds) {
        return StaticWorkerIdAssigner.of(7)
                .withRestartGap(Duration.ofSeconds(gapSeconds))
                .assignWorkerId(LeaseRequest.of(layout).withClock(clock));
    }

    @Test
    void refusesASecondGeneratorAsLongAsThereIsOne() {
        StaticWorkerIdAssigner assigner = StaticWorkerIdAssigner.of(7);
        try (ManagedUidGenerator first = CachedUidGenerator.builder(assigner).build()) {
            assertThatThrownBy(() -> DefaultUidGenerator.builder(assigner).build())
                    .isExactlyInstanceOf(UidGenerateException.class)
                    .hasMessage(IN_USE);
            first.suspend();
            try (UidGenerator second = DefaultUidGenerator.builder(assigner).build()) {
                assertThat(second.decode(second.getUID()).workerId()).isEqualTo(7);
                assertThatThrownBy(first::resume).hasMessage(IN_USE);
            }
            first.resume();
            assertThat(first.decode(first.getUID()).workerId()).isEqualTo(7);
        }
        CachedUidGenerator.builder(assigner).build().close();
    }

    @Test
    void countsItsCopiesAsItself() {
        StaticWorkerIdAssigner assigner = StaticWorkerIdAssigner.of(7);
        WorkerLease lease =
                assigner.withRestartGap(Duration.ofSeconds(1)).assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT));
        StaticWorkerIdAssigner copy = assigner.withRestartGap(Duration.ofSeconds(2));

        assertThatThrownBy(() -> copy.assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT)))
                .hasMessage(IN_USE);
        lease.release(lease.firstTick());
        assertThat(copy.assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT)).workerId())
                .isEqualTo(7);
    }

    @Test
    void letsOneOfManyLaunchesAtTheSameTimeHaveTheWorkerId() throws InterruptedException {
        StaticWorkerIdAssigner assigner = StaticWorkerIdAssigner.of(7);
        ExecutorService executor = Executors.newFixedThreadPool(8);
        List<Callable<WorkerLease>> launches =
                Collections.nCopies(20, () -> assigner.assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT)));

        List<Future<WorkerLease>> leases = executor.invokeAll(launches);
        executor.shutdown();

        assertThat(leases.stream().filter(StaticWorkerIdAssignerTest::isTaken)).hasSize(1);
    }

    private static boolean isTaken(Future<WorkerLease> launch) {
        try {
            return launch.get().workerId() == 7;
        } catch (ExecutionException | InterruptedException e) {
            assertThat(e).hasRootCauseInstanceOf(UidGenerateException.class).hasRootCauseMessage(IN_USE);
            return false;
        }
    }

    @Test
    void keepsTheWorkerIdWhenALeaseIsGivenBackThatIsNotTheLiveOne() {
        StaticWorkerIdAssigner assigner = StaticWorkerIdAssigner.of(7);
        WorkerLease before = assigner.assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT));
        before.release(before.firstTick());
        assigner.assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT));

        before.release(before.firstTick());

        assertThatThrownBy(() -> assigner.assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT)))
                .hasMessage(IN_USE);
    }

    @Test
    void isNotTakenByAGeneratorWhoseLayoutItDoesNotFit() {
        StaticWorkerIdAssigner assigner = StaticWorkerIdAssigner.of(1_000);
        assertThatThrownBy(() -> assigner.assignWorkerId(LeaseRequest.of(UidLayout.of(41, 9, 13))))
                .hasMessage("workerId must be in [0, 511] (workerBits=9): workerId=1000");

        assertThat(workerId(assigner)).isEqualTo(1_000);
    }

    @Test
    void startsAboveWhatWasGivenBackThoughTheClockWasSetBack() {
        VirtualClock clock = new VirtualClock(Instant.parse("2026-11-21T10:30:15.400Z"));
        StaticWorkerIdAssigner assigner = StaticWorkerIdAssigner.of(7);
        LeaseRequest request = LeaseRequest.of(UidLayout.DEFAULT).withClock(clock);
        WorkerLease before = assigner.assignWorkerId(request);
        long last = before.firstTick() + 3;
        before.release(last);
        clock.advance(Duration.ofHours(-1));

        WorkerLease after = assigner.withRestartGap(Duration.ZERO).assignWorkerId(request);

        assertThat(after.firstTick()).isEqualTo(last + 1);
        after.release(after.firstTick() - 1);
        UidLayout tenths = UidLayout.builder()
                .tick(Duration.ofMillis(100))
                .timeBits(35)
                .workerBits(9)
                .seqBits(19)
                .build();
        WorkerLease ofAnotherLayout = assigner.assignWorkerId(request.withLayout(tenths));
        assertThat(tenths.timeOf(ofAnotherLayout.firstTick())).isEqualTo(UidLayout.DEFAULT.timeOf(last + 1));
        ofAnotherLayout.release(ofAnotherLayout.firstTick() + 4);
        assertThat(assigner.assignWorkerId(request).firstTick()).isEqualTo(last + 2);
    }

    @Test
    void startsAboveTheLastTickOfALayoutThatIsUsedUp() {
        StaticWorkerIdAssigner assigner = StaticWorkerIdAssigner.of(7);
        WorkerLease before = assigner.assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT));
        before.release(UidLayout.DEFAULT.maxTick());

        assertThat(assigner.assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT)).firstTick())
                .isEqualTo(UidLayout.DEFAULT.maxTick() + 1);
    }

    @Test
    void namesTheArgumentThatIsMissing() {
        StaticWorkerIdAssigner assigner = StaticWorkerIdAssigner.of(7);
        assertThatNullPointerException()
                .isThrownBy(() -> assigner.withRestartGap(null))
                .withMessage("restartGap");
        assertThatNullPointerException()
                .isThrownBy(() -> assigner.assignWorkerId(null))
                .withMessage("request");
        assertThatNullPointerException()
                .isThrownBy(() -> StaticWorkerIdAssigner.fromSystemProperty(null))
                .withMessage("property");
        assertThatNullPointerException()
                .isThrownBy(() -> StaticWorkerIdAssigner.fromEnvironment(null))
                .withMessage("variable");
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
