package org.uidgenerator.worker.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.AbstractDriverBasedDataSource;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.contract.ChildJvm;
import org.uidgenerator.jdbc.TableCreation;
import org.uidgenerator.test.internal.LogRecorder;
import org.uidgenerator.worker.LeaseRequest;
import org.uidgenerator.worker.WorkerLease;

/** What does not depend on the database, shown on H2. */
class DisposableWorkerIdAssignerTest {
    private static final DataSource UNUSED = new DriverManagerDataSource();

    private static WorkerLease start(DataSource dataSource) {
        return new DisposableWorkerIdAssigner(dataSource).assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "1ST", "$A", "A-B", "A B", "A.B.C", "A.", "\"A", "A;DROP TABLE B", "Ä", "A\n"})
    void refusesTablesThatAreNoIdentifiers(String name) {
        assertThatThrownBy(() -> DisposableWorkerIdAssigner.builder(UNUSED)
                        .tableName(name)
                        .build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "tableName must be a plain SQL identifier ([A-Za-z_][A-Za-z0-9_$]*\\.)?[A-Za-z_][A-Za-z0-9_$]*, or a quoted one:"
                                + " tableName=" + name);
    }

    @Test
    void refusesNullsByName() {
        assertThatThrownBy(() -> new DisposableWorkerIdAssigner(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("dataSource");
        assertThatThrownBy(() -> DisposableWorkerIdAssigner.builder(UNUSED).tableName(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("tableName");
        assertThatThrownBy(() -> DisposableWorkerIdAssigner.builder(UNUSED).tableCreation(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("tableCreation");
    }

    @Test
    void leavesNothingToReserveAndNothingToGiveBack() {
        WorkerLease lease = startOnNewDatabase();

        lease.reserve(Long.MAX_VALUE);
        lease.release(Long.MAX_VALUE);

        assertThat(lease.firstTick()).isZero();
    }

    /** The database is gone when this returns. */
    private static WorkerLease startOnNewDatabase() {
        SingleConnectionDataSource dataSource = new SingleConnectionDataSource("jdbc:h2:mem:", true);
        try {
            return start(dataSource);
        } finally {
            dataSource.destroy();
        }
    }

    @Test
    void warnsWhenFewerThanAFifthOfTheWorkerIdsAreLeft() {
        UidLayout layout = UidLayout.of(40, 4, 19);
        SingleConnectionDataSource dataSource = new SingleConnectionDataSource("jdbc:h2:mem:", true);
        DisposableWorkerIdAssigner assigner = new DisposableWorkerIdAssigner(dataSource);
        try (LogRecorder log = new LogRecorder()) {
            for (int start = 1; start <= 12; start++) {
                assigner.assignWorkerId(LeaseRequest.of(layout));
            }

            assertThat(log.lines())
                    .filteredOn(line -> line.startsWith("WARNING"))
                    .containsExactly(
                            "WARNING WORKER_NODE has 3 of 16 worker ids left, and each start uses one: plan to widen workerBits, or to use an assigner that gives worker ids back");
        } finally {
            dataSource.destroy();
        }
    }

    @Test
    void logsTheWorkerIdAndTheTableItIsFrom() {
        try (LogRecorder log = new LogRecorder()) {
            startOnNewDatabase();

            assertThat(log.lines())
                    .singleElement()
                    .asString()
                    .startsWith("INFO worker id 1 taken from WORKER_NODE by "
                            + WorkerNode.ofThisProcess().hostName());
        }
    }

    @Test
    void givesDifferentWorkerIdsToTwoStartsOnAFile(@TempDir Path folder) {
        DriverManagerDataSource file = new DriverManagerDataSource("jdbc:h2:file:" + folder.resolve("uid"));

        assertThat(start(file).workerId()).isEqualTo(1);
        assertThat(start(file).workerId()).isEqualTo(2);
    }

    @Tag("proof")
    @Test
    void givesDifferentWorkerIdsToTwoStartsThatCrashOnAFile(@TempDir Path folder) throws Exception {
        String url = "jdbc:h2:file:" + folder.resolve("uid");
        for (int start = 0; start < 2; start++) {
            Process process = ChildJvm.builder(List.of(), CrashingStart.class, url)
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("output").toFile())
                    .start();
            assertThat(process.waitFor()).isEqualTo(CrashingStart.STATUS);
        }

        assertThat(start(new DriverManagerDataSource(url)).workerId()).isEqualTo(3);
    }

    /** A process that crashes as soon as it has its worker id. */
    static final class CrashingStart {
        static final int STATUS = 3;

        public static void main(String[] url) {
            start(new SingleConnectionDataSource(url[0], true)); // It stays open, or closing it would write all.
            Runtime.getRuntime().halt(STATUS);
        }
    }

    @Test
    void saysThatTheDatabaseDoesNotAnswer() {
        DataSource unreachable = new DriverManagerDataSource("jdbc:h2:tcp://127.0.0.1:1/uid");

        assertThatThrownBy(() -> start(unreachable))
                .isInstanceOf(UidGenerateException.class)
                .hasMessageStartingWith("no worker id from WORKER_NODE: ")
                .hasMessageContaining("127.0.0.1:1")
                .hasRootCauseInstanceOf(java.net.ConnectException.class);
    }

    @Test
    void takesTheTableOfADatabaseItDoesNotKnowButCreatesNone() {
        AbstractDriverBasedDataSource h2 = new DriverManagerDataSource("jdbc:h2:mem:unknown;DB_CLOSE_DELAY=-1");
        DataSource unknown = new OtherProduct("Firebird", h2);
        DisposableWorkerIdAssigner assigner = DisposableWorkerIdAssigner.builder(unknown)
                .tableCreation(TableCreation.ALWAYS)
                .build();

        assertThatThrownBy(() -> assigner.assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT)))
                .isInstanceOf(UidGenerateException.class)
                .hasMessageStartingWith("no worker id from WORKER_NODE: Table \"WORKER_NODE\" not found")
                .hasMessageEndingWith("; if the table is missing, create it by hand: there is no script for Firebird");
        start(h2);
        assertThat(assigner.assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT)).workerId())
                .isEqualTo(2);
        new JdbcTemplate(h2).execute("SHUTDOWN");
    }
}
