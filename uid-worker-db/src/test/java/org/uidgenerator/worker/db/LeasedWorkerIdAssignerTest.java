package org.uidgenerator.worker.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.contract.LogRecorder;
import org.uidgenerator.worker.WorkerLease;
import org.uidgenerator.worker.lease.WorkerLeaseStatus;

/** What does not depend on the database, shown on H2. */
class LeasedWorkerIdAssignerTest {
    private static final DataSource UNUSED = new DriverManagerDataSource();

    private static void assertRefused(UnaryOperator<LeasedWorkerIdAssigner.Builder> option, String message) {
        LeasedWorkerIdAssigner.Builder builder = option.apply(LeasedWorkerIdAssigner.builder(UNUSED));

        assertThatThrownBy(builder::build)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void refusesTablesThatAreNoPlainIdentifiers() {
        assertRefused(
                builder -> builder.tableName("A;DROP TABLE B"),
                "tableName must be a plain SQL identifier ([A-Za-z_][A-Za-z0-9_$]*\\.)?[A-Za-z_][A-Za-z0-9_$]*:"
                        + " tableName=A;DROP TABLE B");
    }

    @Test
    void refusesOptionsThatNoStoreTakes() {
        assertRefused(
                builder -> builder.namespace("A B"),
                "namespace must be plain text [A-Za-z0-9._-]{1,64}: namespace=A B");
        assertRefused(
                builder -> builder.reservation(Duration.ZERO),
                "reservation must be in [PT1S, PT8760H]: reservation=PT0S");
    }

    @Test
    void refusesNullsByName() {
        assertThatThrownBy(() -> new LeasedWorkerIdAssigner(null)).hasMessage("dataSource");
        LeasedWorkerIdAssigner.Builder builder = LeasedWorkerIdAssigner.builder(UNUSED);
        assertThatThrownBy(() -> builder.namespace(null)).hasMessage("namespace");
        assertThatThrownBy(() -> builder.tableName(null)).hasMessage("tableName");
        assertThatThrownBy(() -> builder.tableCreation(null)).hasMessage("tableCreation");
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
