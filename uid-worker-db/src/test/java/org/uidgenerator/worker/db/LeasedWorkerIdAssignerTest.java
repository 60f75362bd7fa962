package org.uidgenerator.worker.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.uidgenerator.LayoutPreset;
import org.uidgenerator.ManagedUidGenerator;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.contract.LogRecorder;
import org.uidgenerator.generator.DefaultUidGenerator;
import org.uidgenerator.worker.DataCenterWorkerIdAssigner;
import org.uidgenerator.worker.LeaseState;
import org.uidgenerator.worker.WorkerIdAssigner;
import org.uidgenerator.worker.WorkerLease;

/** What does not depend on the database, shown on H2. */
class LeasedWorkerIdAssignerTest {
    private static final DataSource UNUSED = new DriverManagerDataSource();

    private static void assertRefused(UnaryOperator<LeasedWorkerIdAssigner.Builder> option, String message) {
        LeasedWorkerIdAssigner.Builder builder = option.apply(LeasedWorkerIdAssigner.builder(UNUSED));

        assertThatThrownBy(builder::build)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "A B", "A/B", "Ä", "A\n"})
    void refusesNamespacesThatAreNotPlainText(String namespace) {
        assertRefused(
                builder -> builder.namespace(namespace),
                "namespace must be plain text [A-Za-z0-9._-]{1,64}: namespace=" + namespace);
    }

    @Test
    void refusesANamespaceOfMoreThan64Characters() {
        LeasedWorkerIdAssigner.builder(UNUSED).namespace("n".repeat(64)).build().close();
        String namespace = "n".repeat(65);
        assertRefused(
                builder -> builder.namespace(namespace),
                "namespace must be plain text [A-Za-z0-9._-]{1,64}: namespace=" + namespace);
    }

    @Test
    void refusesNamesThatAreNotPlainIdentifiers() {
        assertRefused(
                builder -> builder.tableName("A;DROP TABLE B"),
                "tableName must be a plain SQL identifier [A-Za-z_][A-Za-z0-9_$]*: tableName=A;DROP TABLE B");
        assertRefused(
                builder -> builder.schemaName("A.B"),
                "schemaName must be a plain SQL identifier [A-Za-z_][A-Za-z0-9_$]*: schemaName=A.B");
    }

    @Test
    void refusesWhatIsNoRangeOfWorkerIds() {
        assertRefused(builder -> builder.workerIds(-1, 5), "workerIds must not be negative: first=-1, last=5");
        assertRefused(builder -> builder.workerIds(6, 5), "workerIds must be a range, first <= last: first=6, last=5");
    }

    @Test
    void refusesDurationsThatAreOutOfRange() {
        assertRefused(
                builder -> builder.reservation(Duration.ofMillis(999)),
                "reservation must be in [PT1S, PT8760H]: reservation=PT0.999S");
        assertRefused(
                builder -> builder.reservation(Duration.ofDays(365).plusNanos(1)),
                "reservation must be in [PT1S, PT8760H]: reservation=PT8760H0.000000001S");
        assertRefused(
                builder -> builder.storeTimeout(Duration.ZERO),
                "storeTimeout must be in [PT0.001S, PT24H]: storeTimeout=PT0S");
        assertRefused(
                builder -> builder.storeTimeout(Duration.ofHours(25)),
                "storeTimeout must be in [PT0.001S, PT24H]: storeTimeout=PT25H");
        assertRefused(
                builder -> builder.maxBorrow(Duration.ofSeconds(-1)),
                "maxBorrow must be in [PT0S, PT8760000H]: maxBorrow=PT-1S");
        assertRefused(
                builder -> builder.maxClockSkew(Duration.ofMillis(999)),
                "maxClockSkew must be in [PT1S, PT8760000H]: maxClockSkew=PT0.999S");
        assertRefused(
                builder -> builder.maxClockSkew(Duration.ofDays(365_001)),
                "maxClockSkew must be in [PT1S, PT8760000H]: maxClockSkew=PT8760024H");
    }

    @Test
    void refusesAHolderThatDoesNotFitItsColumn() {
        assertRefused(builder -> builder.holder(" "), "holder must have 1 to 128 characters: holder=\" \"");
        String holder = "h".repeat(129);
        assertRefused(
                builder -> builder.holder(holder), "holder must have 1 to 128 characters: holder=\"" + holder + "\"");
    }

    @Test
    void refusesNullsByName() {
        assertThatThrownBy(() -> new LeasedWorkerIdAssigner(null)).hasMessage("dataSource");
        LeasedWorkerIdAssigner.Builder builder = LeasedWorkerIdAssigner.builder(UNUSED);
        assertThatThrownBy(() -> builder.namespace(null)).hasMessage("namespace");
        assertThatThrownBy(() -> builder.tableName(null)).hasMessage("tableName");
        assertThatThrownBy(() -> builder.tableCreation(null)).hasMessage("tableCreation");
        assertThatThrownBy(() -> builder.reservation(null)).hasMessage("reservation");
        assertThatThrownBy(() -> builder.maxBorrow(null)).hasMessage("maxBorrow");
        assertThatThrownBy(() -> builder.maxClockSkew(null)).hasMessage("maxClockSkew");
        assertThatThrownBy(() -> builder.storeTimeout(null)).hasMessage("storeTimeout");
        assertThatThrownBy(() -> builder.holder(null)).hasMessage("holder");
        assertThatThrownBy(() -> builder.clock(null)).hasMessage("clock");
    }

    @Test
    void refusesALayoutThatDoesNotHoldTheRange() {
        LeasedWorkerIdAssigner assigner =
                LeasedWorkerIdAssigner.builder(UNUSED).workerIds(0, 2).build();

        assertThatThrownBy(() -> assigner.assignWorkerId(UidLayout.of(31, 1, 31)))
                .isInstanceOf(UidGenerateException.class)
                .hasMessage("workerIds must be in [0, 1] (workerBits=1): workerIds=0..2");
    }

    @Test
    void refusesALayoutOfWhichTheReservationHoldsOneTick() {
        LeasedWorkerIdAssigner assigner = LeasedWorkerIdAssigner.builder(UNUSED)
                .reservation(Duration.ofSeconds(119))
                .build();

        assertThatThrownBy(() -> assigner.assignWorkerId(
                        UidLayout.builder().tick(Duration.ofMinutes(1)).build()))
                .isInstanceOf(UidGenerateException.class)
                .hasMessage("reservation must be at least two ticks: reservation=PT1M59S, tick=PT1M");
    }

    @Test
    void logsTheWorkerIdAndTheTableItIsFrom() {
        SingleConnectionDataSource dataSource = new SingleConnectionDataSource("jdbc:h2:mem:", true);
        try (LogRecorder log = new LogRecorder();
                LeasedWorkerIdAssigner assigner = new LeasedWorkerIdAssigner(dataSource)) {
            WorkerLease lease = assigner.assignWorkerId(UidLayout.DEFAULT);

            assertThat(log.lines())
                    .containsExactly("INFO worker id 0 taken from WORKER_LEASE (namespace default), first tick "
                            + lease.firstTick());
            assertThat(assigner.workers().get(0).holder())
                    .endsWith(":" + ProcessHandle.current().pid());
        } finally {
            dataSource.destroy();
        }
    }

    @ParameterizedTest
    @EnumSource(LayoutPreset.class)
    void leasesWorkerIdsForTheLayoutsOfOthers(LayoutPreset preset) {
        assumeThat(preset.layout().expiresAt()).isAfter(Instant.now());
        SingleConnectionDataSource dataSource = new SingleConnectionDataSource("jdbc:h2:mem:", true);
        try (LeasedWorkerIdAssigner assigner = new LeasedWorkerIdAssigner(dataSource);
                ManagedUidGenerator generator = DefaultUidGenerator.builder(assigner)
                        .layout(preset.layout())
                        .build()) {
            assertThat(generator.decode(generator.getUID()).workerId()).isZero();
            assertThat(assigner.workers().get(0).reservedUntil())
                    .isEqualTo(generator.status().reservedUntil());
        } finally {
            dataSource.destroy();
        }
    }

    @Test
    void leasesTheMachineIdsOfADataCentre() {
        UidLayout layout = UidLayout.builder().dataCenterBits(4).build();
        SingleConnectionDataSource dataSource = new SingleConnectionDataSource("jdbc:h2:mem:", true);
        try (LeasedWorkerIdAssigner machines = new LeasedWorkerIdAssigner(dataSource)) {
            WorkerIdAssigner assigner = new DataCenterWorkerIdAssigner(3, machines);

            assertThat(assigner.assignWorkerId(layout).workerId()).isEqualTo(layout.workerId(3, 0));
            assertThat(assigner.assignWorkerId(layout).workerId()).isEqualTo(layout.workerId(3, 1));
            assertThat(machines.workers())
                    .extracting(WorkerLeaseStatus::workerId)
                    .containsExactly(0L, 1L);
        } finally {
            dataSource.destroy();
        }
    }

    @Test
    void saysThatTheDatabaseDoesNotAnswer() {
        LeasedWorkerIdAssigner assigner =
                new LeasedWorkerIdAssigner(new DriverManagerDataSource("jdbc:h2:tcp://127.0.0.1:1/uid"));

        assertThatThrownBy(() -> assigner.assignWorkerId(UidLayout.DEFAULT))
                .isInstanceOf(UidGenerateException.class)
                .hasMessageStartingWith("no worker id from WORKER_LEASE: ")
                .hasRootCauseInstanceOf(java.net.ConnectException.class);
        assertThatThrownBy(assigner::workers)
                .isInstanceOf(UidGenerateException.class)
                .hasMessageStartingWith("no list of WORKER_LEASE (namespace default): ");
    }

    @Test
    void saysWhyNoMoreTicksAreReservedAndRecoversByItself() {
        DriverManagerDataSource h2 = new DriverManagerDataSource("jdbc:h2:mem:outage;DB_CLOSE_DELAY=-1");
        JdbcTemplate jdbc = new JdbcTemplate(h2);
        try (LogRecorder log = new LogRecorder();
                LeasedWorkerIdAssigner assigner = LeasedWorkerIdAssigner.builder(h2)
                        .storeTimeout(Duration.ofMillis(100))
                        .build()) {
            WorkerLease lease = assigner.assignWorkerId(UidLayout.DEFAULT);
            long lastReserved = assigner.workers().get(0).reservedThrough();
            long term = assigner.workers().get(0).term();
            assertThat(lease.state()).isEqualTo(new LeaseState(OptionalLong.of(term), lastReserved, null));
            jdbc.execute("ALTER TABLE WORKER_LEASE RENAME TO AWAY");

            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> lease.reserve(lastReserved + 1))
                        .isInstanceOf(UidGenerateException.class)
                        .hasMessageStartingWith(
                                String.format(
                                                Locale.ROOT,
                                                "no more ticks of worker id 0 are reserved than %d, wanted tick=%d: ",
                                                lastReserved,
                                                lastReserved + 1)
                                        + "WORKER_LEASE (namespace default), waited for PT0.1S: Table \"WORKER_LEASE\" not found")
                        .hasRootCauseInstanceOf(java.sql.SQLException.class);
                lease.reserve(lastReserved);
            }
            assertThat(lease.state().reservedThrough()).isEqualTo(lastReserved);
            assertThat(lease.state().storeFailure()).isNotNull();
            jdbc.execute("ALTER TABLE AWAY RENAME TO WORKER_LEASE");
            reserveWithPatience(lease, lastReserved + 1);

            awaitUntil(() -> log.lines().size() == 3); // said after the waiting caller has been let go
            assertThat(log.lines().subList(1, 3))
                    .satisfiesExactly(
                            begin -> assertThat(begin)
                                    .isEqualTo(
                                            "WARNING WORKER_LEASE (namespace default) reserves no ticks now, trying again with back-off; those reserved stay usable"),
                            end -> assertThat(end)
                                    .matches(
                                            "INFO WORKER_LEASE \\(namespace default\\) reserves ticks again after \\d+ failed attempts"));
            assertThat(log.lines()).hasSize(3);
            assertThat(lease.state().reservedThrough()).isGreaterThan(lastReserved);
            assertThat(lease.state().storeFailure()).isNull();
            assertThat(assigner.storeCalls().failures()).isPositive();
        } finally {
            jdbc.execute("SHUTDOWN");
        }
    }

    private static void awaitUntil(BooleanSupplier holds) {
        long start = System.nanoTime();
        while (!holds.getAsBoolean()) {
            assertThat(System.nanoTime() - start).isLessThan(TimeUnit.SECONDS.toNanos(30));
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
    }

    private static void reserveWithPatience(WorkerLease lease, long tick) {
        for (int attempt = 0; attempt < 100; attempt++) {
            try {
                lease.reserve(tick);
                lease.reserve(tick + 1);
                return;
            } catch (UidGenerateException e) {
                assertThat(e).hasMessageContaining("waited for");
            }
        }
        throw new AssertionError("not reserved: " + tick);
    }

    @Test
    void showsReservationsInAFlightRecording(@TempDir Path folder) throws IOException {
        SingleConnectionDataSource dataSource = new SingleConnectionDataSource("jdbc:h2:mem:", true);
        Path file = folder.resolve("recording.jfr");
        try (Recording recording = new Recording();
                LeasedWorkerIdAssigner assigner = new LeasedWorkerIdAssigner(dataSource)) {
            recording.enable("org.uidgenerator.Reservation").withoutThreshold();
            recording.start();
            WorkerLease lease = assigner.assignWorkerId(UidLayout.DEFAULT);
            long lastReserved = lease.state().reservedThrough();
            lease.reserve(lastReserved + 1);
            recording.stop();
            recording.dump(file);

            assertThat(RecordingFile.readAllEvents(file)).anySatisfy(event -> {
                assertThat(event.getLong("term")).isEqualTo(lease.state().term().orElseThrow());
                assertThat(event.getLong("reservedThrough")).isGreaterThan(lastReserved);
                assertThat(event.getBoolean("reserved")).isTrue();
            });
        } finally {
            dataSource.destroy();
        }
    }

    @Test
    void keepsTheReservationsOfIdleGeneratorsAheadOfTheClock() {
        UidLayout millis = UidLayout.builder()
                .timeBits(41)
                .workerBits(10)
                .seqBits(12)
                .tick(Duration.ofMillis(1))
                .build();
        SingleConnectionDataSource dataSource = new SingleConnectionDataSource("jdbc:h2:mem:", true);
        try (LeasedWorkerIdAssigner assigner = LeasedWorkerIdAssigner.builder(dataSource)
                .reservation(Duration.ofSeconds(1))
                .build()) {
            WorkerLease lease = assigner.assignWorkerId(millis);

            awaitUntil(() -> assigner.workers().get(0).reservedThrough() > lease.firstTick() + 3_000);

            long now = millis.tickAt(System.currentTimeMillis());
            lease.reserve(now);
            assertThat(assigner.workers().get(0).reservedThrough()).isGreaterThan(now);
            assertThat(now - lease.firstTick()).isGreaterThan(1000);
        } finally {
            dataSource.destroy();
        }
    }

    @Test
    void leavesTheInterruptToACallerThatWaits() {
        SingleConnectionDataSource dataSource = new SingleConnectionDataSource("jdbc:h2:mem:", true);
        try (LeasedWorkerIdAssigner assigner = new LeasedWorkerIdAssigner(dataSource)) {
            WorkerLease lease = assigner.assignWorkerId(UidLayout.DEFAULT);
            Thread.currentThread().interrupt();

            lease.reserve(lease.firstTick());
            assertThatThrownBy(() -> lease.reserve(lease.firstTick() + 10_000))
                    .isInstanceOf(UidGenerateException.class)
                    .hasMessage("interrupted while waiting for WORKER_LEASE (namespace default)")
                    .hasCauseInstanceOf(InterruptedException.class);
            assertThat(Thread.interrupted()).isTrue();
        } finally {
            dataSource.destroy();
        }
    }

    @Test
    void reservesNothingAfterItWasGivenBackWhileAReservationWasUnderWay() throws Exception {
        assertIsGivenBackDuringAReservation("UPDATE WORKER_LEASE SET HOLDER = HOLDER");
    }

    @Test
    void isGivenBackThoughTheReservationThatWasUnderWayFindsAnotherHolder() throws Exception {
        assertIsGivenBackDuringAReservation(
                "UPDATE WORKER_LEASE SET TERM = TERM + 1, RESERVED_THROUGH = RESERVED_THROUGH + 5000");
    }

    @Test
    void isGivenBackThoughTheReservationThatWasUnderWayFindsThatTheStoreHasGoneBack() throws Exception {
        assertIsGivenBackDuringAReservation("UPDATE WORKER_LEASE SET RESERVED_THROUGH = RESERVED_THROUGH - 1");
    }

    private static void assertIsGivenBackDuringAReservation(String meanwhile) throws Exception {
        DriverManagerDataSource h2 = new DriverManagerDataSource("jdbc:h2:mem:held;DB_CLOSE_DELAY=-1");
        HeldDataSource held = new HeldDataSource(h2);
        JdbcTemplate jdbc = new JdbcTemplate(h2);
        try (LeasedWorkerIdAssigner assigner = new LeasedWorkerIdAssigner(held)) {
            WorkerLease lease = assigner.assignWorkerId(UidLayout.DEFAULT);
            held.hold();
            lease.reserve(lease.firstTick() + 500); // more than half of what is reserved
            held.awaitArrival();
            CompletableFuture<Void> released = CompletableFuture.runAsync(() -> lease.release(lease.firstTick() + 500));
            awaitUntil(() -> isGivenBack(lease));
            jdbc.execute(meanwhile);
            held.letGo();

            released.get(30, TimeUnit.SECONDS);

            assertThat(isGivenBack(lease)).isTrue();
            assertThat(lease.isRevoked()).isFalse();
            assertThat(lease.state().reservedThrough()).isEqualTo(lease.firstTick() - 1);
        } finally {
            jdbc.execute("SHUTDOWN");
        }
    }

    private static boolean isGivenBack(WorkerLease lease) {
        try {
            lease.reserve(lease.firstTick());
            return false;
        } catch (UidGenerateException e) {
            assertThat(e).hasMessage("worker id 0 was given back");
            return true;
        }
    }

    @Test
    void writesReservationsToAFileBeforeAProcessCanCrash(@TempDir Path folder) throws Exception {
        String url = "jdbc:h2:file:" + folder.resolve("uid");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        CrashingHolder.class.getName(),
                        url)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("output").toFile())
                .start();
        assertThat(process.waitFor()).isEqualTo(CrashingHolder.STATUS);

        try (LeasedWorkerIdAssigner assigner = new LeasedWorkerIdAssigner(new DriverManagerDataSource(url))) {
            WorkerLeaseStatus crashed = assigner.workers().get(0);
            assertThat(crashed.reservedThrough()).isGreaterThanOrEqualTo(CrashingHolder.LAST_TICK);
            assertThat(assigner.assignWorkerId(UidLayout.DEFAULT).workerId()).isEqualTo(1);
        }
    }

    /** A process that crashes as soon as it has reserved ticks. */
    static final class CrashingHolder {
        static final int STATUS = 3;
        static final long LAST_TICK = 1_000_000_000;

        public static void main(String[] url) {
            LeasedWorkerIdAssigner.builder(new SingleConnectionDataSource(url[0], true))
                    .maxBorrow(Duration.ofDays(20_000))
                    .build()
                    .assignWorkerId(UidLayout.DEFAULT)
                    .reserve(LAST_TICK);
            Runtime.getRuntime().halt(STATUS);
        }
    }
}
