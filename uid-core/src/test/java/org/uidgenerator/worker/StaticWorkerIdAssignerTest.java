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
    private static final AtomicLong NAMESPACES = new AtomicLong();

    /** Each test has one, so that none has to give back what it takes. */
    private final String namespace = "static-" + NAMESPACES.incrementAndGet();

    private final AtomicLong workerIds = new AtomicLong();

    /** Each process has a worker id of its own: the operator's duty. */
    @Override
    public WorkerIdAssigner newAssigner() {
        return assigner(workerIds.getAndIncrement());
    }

    private StaticWorkerIdAssigner assigner(long workerId) {
        return StaticWorkerIdAssigner.of(workerId).withNamespace(namespace);
    }

    private String takenBy(String generator) {
        return "worker id 7 of namespace " + namespace + " belongs to generator " + generator
                + " of this JVM until that one is closed or suspended: do that first,"
                + " or give this one another workerId, or another namespace if UIDs of the two may be equal";
    }

    private long workerId(StaticWorkerIdAssigner assigner) {
        return assigner.withNamespace(namespace)
                .assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT))
                .workerId();
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
        assertThat(workerId(StaticWorkerIdAssigner.fromEnvironment("WORKER_ID", Map.of("WORKER_ID", "008"))))
                .isEqualTo(8);
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
        assertThatThrownBy(() -> StaticWorkerIdAssigner.of(7, -1))
                .hasMessage("workerId must not be negative: workerId=[7, -1]");
        assertThatThrownBy(() -> StaticWorkerIdAssigner.of(7, 8, 7))
                .hasMessage("workerId must not be named twice: workerId=[7, 8, 7]");
        assertThatThrownBy(() -> StaticWorkerIdAssigner.of(16_384).assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT)))
                .isExactlyInstanceOf(OptionException.class)
                .hasMessage("workerId must be in [0, 16383] (workerBits=14): workerId=16384");
        assertThatThrownBy(() -> StaticWorkerIdAssigner.of(7).withRestartGap(Duration.ofSeconds(-1)))
                .hasMessage("restartGap must be in [PT0S, PT8760H]: restartGap=PT-1S");
        assertThatThrownBy(() -> StaticWorkerIdAssigner.of(7).withRestartGap(Duration.ofDays(366)))
                .hasMessage("restartGap must be in [PT0S, PT8760H]: restartGap=PT8784H");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a b",
                "a/7",
                "\u00e9",
                "a\n",
                "12345678901234567890123456789012345678901234567890123456789012345"
            })
    void refusesSpacesThatAreNotPlainText(String name) {
        assertThatThrownBy(() -> StaticWorkerIdAssigner.of(7).withNamespace(name))
                .isExactlyInstanceOf(OptionException.class)
                .hasMessage("namespace must be plain text [A-Za-z0-9._-]{1,64}: namespace=" + name);
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
    void startsAboveAllThatTheProcessBeforeCanHaveUsed(long gapSeconds) {
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

    /** The lease of a process that knows nothing of the one before, as of another namespace. */
    private static WorkerLease startedBy(VirtualClock clock, UidLayout layout, long gapSeconds) {
        return StaticWorkerIdAssigner.of(7)
                .withNamespace("process-" + NAMESPACES.incrementAndGet())
                .withRestartGap(Duration.ofSeconds(gapSeconds))
                .assignWorkerId(LeaseRequest.of(layout).withClock(clock));
    }

    @Test
    void refusesASecondGeneratorAsLongAsThereIsOne() {
        try (ManagedUidGenerator first =
                CachedUidGenerator.builder(assigner(7)).name("first").build()) {
            assertThatThrownBy(() -> DefaultUidGenerator.builder(assigner(7)).build())
                    .isExactlyInstanceOf(UidGenerateException.class)
                    .hasMessage(takenBy("first"));
            first.suspend();
            try (UidGenerator second =
                    DefaultUidGenerator.builder(assigner(7)).name("second").build()) {
                assertThat(second.decode(second.getUID()).workerId()).isEqualTo(7);
                assertThatThrownBy(first::resume).hasMessage(takenBy("second"));
            }
            first.resume();
            assertThat(first.decode(first.getUID()).workerId()).isEqualTo(7);
        }
        CachedUidGenerator.builder(assigner(7)).build().close();
    }

    @Test
    void refusesASecondGeneratorOfTheDefaultNamespace() {
        try (UidGenerator first = DefaultUidGenerator.builder(StaticWorkerIdAssigner.of(7))
                .name("first")
                .build()) {
            assertThat(first.decode(first.getUID()).workerId()).isEqualTo(7);
            assertThatThrownBy(() -> DefaultUidGenerator.builder(
                                    StaticWorkerIdAssigner.of(7).withNamespace("default"))
                            .build())
                    .isExactlyInstanceOf(UidGenerateException.class)
                    .hasMessage(
                            "worker id 7 of namespace default belongs to generator first of this JVM until that one is closed or suspended: do that first,"
                                    + " or give this one another workerId, or another namespace if UIDs of the two may be equal");
        }
    }

    @Test
    void servesGeneratorsOfOtherSpacesLayoutsAndWorkerIdsAtTheSameTime() {
        LeaseRequest request = LeaseRequest.of(UidLayout.DEFAULT);
        assigner(7).assignWorkerId(request);

        assertThat(assigner(7)
                        .withNamespace(namespace + "-b")
                        .assignWorkerId(request)
                        .workerId())
                .isEqualTo(7);
        assertThat(assigner(7)
                        .assignWorkerId(request.withLayout(UidLayout.of(31, 15, 17)))
                        .workerId())
                .isEqualTo(7);
        assertThat(assigner(70).assignWorkerId(request).workerId()).isEqualTo(70);
    }

    @ParameterizedTest
    @ValueSource(strings = {"orders of today", "two\nlines", "7 free -1", ""})
    void namesTheGeneratorWhateverItIsCalled(String name) {
        LeaseRequest request = LeaseRequest.of(UidLayout.DEFAULT);
        WorkerLease lease = assigner(7).assignWorkerId(request.withName(name));

        assertThatThrownBy(() -> assigner(7).assignWorkerId(request)).hasMessage(takenBy(name));
        lease.release(lease.firstTick());
        assertThat(assigner(7).assignWorkerId(request).workerId()).isEqualTo(7);
    }

    @Test
    void keepsItsIdentityAndItsRestartGapInCopies() {
        LeaseRequest request = LeaseRequest.of(UidLayout.DEFAULT);
        WorkerLease lease = assigner(7).withRestartGap(Duration.ofSeconds(40)).assignWorkerId(request);

        assertThatThrownBy(
                        () -> assigner(7).withRestartGap(Duration.ofSeconds(1)).assignWorkerId(request))
                .hasMessage(takenBy("uid-generator"));
        assertThat(lease.latestTick(1_000)).isEqualTo(1_040);
        assertThat(assigner(8)
                        .withRestartGap(Duration.ofSeconds(40))
                        .withNamespace(namespace)
                        .assignWorkerId(request)
                        .latestTick(1_000))
                .isEqualTo(1_040);
    }

    @Test
    void letsOneOfManyStartsAtTheSameTimeHaveTheWorkerId() throws InterruptedException {
        ExecutorService executor = Executors.newFixedThreadPool(8);
        List<Callable<WorkerLease>> starts =
                Collections.nCopies(20, () -> assigner(7).assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT)));

        List<Future<WorkerLease>> leases = executor.invokeAll(starts);
        executor.shutdown();

        assertThat(leases.stream().filter(this::isTaken)).hasSize(1);
    }

    private boolean isTaken(Future<WorkerLease> start) {
        try {
            return start.get().workerId() == 7;
        } catch (ExecutionException | InterruptedException e) {
            assertThat(e)
                    .hasRootCauseInstanceOf(UidGenerateException.class)
                    .hasRootCauseMessage(takenBy("uid-generator"));
            return false;
        }
    }

    @Test
    void letsOneOfManyHaveTheWorkerIdWhenItIsGivenBackAllTheTime() throws Exception {
        AtomicLong holders = new AtomicLong();
        AtomicLong latestTick = new AtomicLong(-1);
        AtomicLong held = new AtomicLong();
        Callable<Boolean> starts = () -> {
            boolean alone = true;
            for (int start = 0; start < 20_000; start++) {
                try {
                    WorkerLease lease = assigner(7).assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT));
                    held.incrementAndGet();
                    alone &= holders.incrementAndGet() == 1 && lease.firstTick() > latestTick.get();
                    latestTick.set(lease.firstTick());
                    holders.decrementAndGet();
                    lease.release(lease.firstTick());
                } catch (UidGenerateException e) {
                    assertThat(e).hasMessage(takenBy("uid-generator"));
                }
            }
            return alone;
        };
        ExecutorService executor = Executors.newFixedThreadPool(4);

        List<Future<Boolean>> alone = executor.invokeAll(Collections.nCopies(4, starts));
        executor.shutdown();

        for (Future<Boolean> each : alone) {
            assertThat(each.get()).isTrue();
        }
        assertThat(held.get()).isPositive();
    }

    @Test
    void changesNothingWhenALeaseIsGivenBackThatIsNotTheLiveOne() {
        LeaseRequest request = LeaseRequest.of(UidLayout.DEFAULT);
        WorkerLease before = assigner(7).assignWorkerId(request);
        before.release(before.firstTick());
        WorkerLease live = assigner(7).assignWorkerId(request);

        before.release(before.firstTick() + 1_000_000);

        assertThatThrownBy(() -> assigner(7).assignWorkerId(request)).hasMessage(takenBy("uid-generator"));
        live.release(live.firstTick() + 100);
        live.release(live.firstTick() + 1_000_000);
        assertThat(assigner(7).assignWorkerId(request).firstTick()).isEqualTo(live.firstTick() + 101);
    }

    @Test
    void isNotTakenByAGeneratorWhoseLayoutItDoesNotFit() {
        StaticWorkerIdAssigner assigner = assigner(1_000);
        assertThatThrownBy(() -> assigner.assignWorkerId(LeaseRequest.of(UidLayout.of(41, 9, 13))))
                .hasMessage("workerId must be in [0, 511] (workerBits=9): workerId=1000");

        assertThat(workerId(assigner)).isEqualTo(1_000);
    }

    @Test
    void startsAboveWhatWasGivenBackThoughTheClockWasSetBack() {
        VirtualClock clock = new VirtualClock(Instant.parse("2026-11-21T10:30:15.400Z"));
        LeaseRequest request = LeaseRequest.of(UidLayout.DEFAULT).withClock(clock);
        WorkerLease before = assigner(7).assignWorkerId(request);
        long last = before.firstTick() + 3;
        before.release(last);
        clock.advance(Duration.ofHours(-1));

        WorkerLease after = assigner(7).withRestartGap(Duration.ZERO).assignWorkerId(request);

        assertThat(after.firstTick()).isEqualTo(last + 1);
        after.release(0);
        assertThat(assigner(7).assignWorkerId(request).firstTick()).isEqualTo(last + 1);
    }

    @Test
    void startsAtTheEpochWhenTheClockIsBehindIt() {
        VirtualClock clock = new VirtualClock(Instant.parse("2025-01-01T00:00:00Z"));
        LeaseRequest request = LeaseRequest.of(UidLayout.DEFAULT).withClock(clock);
        WorkerLease before = assigner(7).assignWorkerId(request);
        assertThat(before.firstTick()).isZero();
        before.release(-1);

        assertThat(assigner(7).assignWorkerId(request).firstTick()).isZero();
    }

    @Test
    void startsAboveTheLastTickOfALayoutThatIsUsedUp() {
        WorkerLease before = assigner(7).assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT));
        before.release(UidLayout.DEFAULT.maxTick());

        assertThat(assigner(7)
                        .assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT))
                        .firstTick())
                .isEqualTo(UidLayout.DEFAULT.maxTick() + 1);
    }

    @Test
    void namesTheArgumentThatIsMissing() {
        StaticWorkerIdAssigner assigner = StaticWorkerIdAssigner.of(7);
        assertThatNullPointerException()
                .isThrownBy(() -> assigner.withRestartGap(null))
                .withMessage("restartGap");
        assertThatNullPointerException()
                .isThrownBy(() -> assigner.withNamespace(null))
                .withMessage("namespace");
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
        StaticWorkerIdAssigner assigner = assigner(7).withRestartGap(Duration.ofSeconds(5));
        long last = -1;
        for (int start = 0; start < 3; start++) {
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

    @Test
    void givesOneOfAListByItsPlace() {
        StaticWorkerIdAssigner assigner = StaticWorkerIdAssigner.of(7, 9, 0).withNamespace(namespace);
        LeaseRequest request = LeaseRequest.of(UidLayout.DEFAULT);

        assertThat(assigner.mostWorkerIds()).isEqualTo(3);
        assertThat(assigner.assignWorkerId(request).workerId()).isEqualTo(7);
        assertThat(assigner.assignWorkerId(request.withOrdinal(2)).workerId()).isZero();
        assertThat(assigner.assignWorkerId(request.withOrdinal(1)).workerId()).isEqualTo(9);
    }

    @Test
    void refusesAListThatDoesNotFitBeforeTheFirstIsTaken() {
        StaticWorkerIdAssigner assigner = StaticWorkerIdAssigner.of(7, 16_384).withNamespace(namespace);

        assertThatThrownBy(() -> assigner.assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT)))
                .hasMessageContaining("16384");
        assertThat(workerId(StaticWorkerIdAssigner.of(7))).isEqualTo(7);
    }
}
