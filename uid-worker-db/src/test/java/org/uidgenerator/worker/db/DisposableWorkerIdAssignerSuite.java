package org.uidgenerator.worker.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Calendar;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.jdbc.SqlDialect;
import org.uidgenerator.jdbc.TableCreation;
import org.uidgenerator.test.contract.WorkerIdAssignerContract;
import org.uidgenerator.test.internal.LogRecorder;
import org.uidgenerator.worker.LeaseRequest;

/** What the assigner promises on each database. Each test starts in a database without the table. */
abstract class DisposableWorkerIdAssignerSuite extends DatabaseSuite implements WorkerIdAssignerContract {
    abstract String script();

    DataSource dataSource() {
        return pool;
    }

    @Override
    public DisposableWorkerIdAssigner newAssigner() {
        return assignerOn(pool);
    }

    private static DisposableWorkerIdAssigner assignerOn(DataSource dataSource) {
        return DisposableWorkerIdAssigner.builder(dataSource)
                .tableCreation(TableCreation.ALWAYS)
                .build();
    }

    private static long start(DisposableWorkerIdAssigner assigner) {
        return assigner.assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT)).workerId();
    }

    private long rows() {
        return jdbc.queryForObject("SELECT COUNT(*) FROM WORKER_NODE", Long.class);
    }

    @Test
    void writesARowThatSaysWhoTookTheWorkerId() {
        WorkerNode node = WorkerNode.ofThisProcess();

        long workerId = start(newAssigner());

        Map<String, Object> row = jdbc.queryForMap("SELECT * FROM WORKER_NODE");
        assertThat(row)
                .containsOnlyKeys("ID", "HOST_NAME", "PORT", "TYPE", "LAUNCH_DATE", "MODIFIED", "CREATED")
                .containsEntry("HOST_NAME", node.hostName())
                .containsEntry("TYPE", node.type());
        assertThat(((Number) row.get("ID")).longValue()).isEqualTo(workerId);
        assertThat((String) row.get("PORT")).isNotBlank();
    }

    @Test
    void writesTheTimeOfTheDatabase() {
        start(newAssigner());

        String today =
                "SELECT COUNT(*) FROM WORKER_NODE WHERE LAUNCH_DATE = " + dateOfCreation() + " AND CREATED = MODIFIED";
        assertThat(jdbc.queryForObject(today, Long.class)).isEqualTo(1);
        assertThat(created()).isCloseTo(Instant.now(), within(1, ChronoUnit.MINUTES));
    }

    String dateOfCreation() {
        return "CAST(CREATED AS DATE)";
    }

    Instant created() {
        Calendar utc = Calendar.getInstance(TimeZone.getTimeZone("UTC"), Locale.ROOT);
        return jdbc.query(
                        "SELECT CREATED FROM WORKER_NODE",
                        (row, number) -> row.getTimestamp(1, utc).toInstant())
                .get(0);
    }

    /** The advice is followed: the rows go, and the next start is quiet. */
    @Test
    void warnsOfStartsBeforeTheEpochUntilTheirRowsAreDeleted() {
        start(newAssigner());
        start(newAssigner());
        String first = "ID = (SELECT LOWEST FROM (SELECT MIN(ID) AS LOWEST FROM WORKER_NODE) ALL_OF_THEM)";
        jdbc.update("UPDATE WORKER_NODE SET LAUNCH_DATE = '2018-06-01' WHERE " + first);

        assertThat(warnings())
                .containsExactly("WARNING WORKER_NODE has starts of 2018-06-01, before the epoch 2026-01-01: their UIDs"
                        + " may be equal to new ones; set the layout that they had, or compare as docs/migration.md does"
                        + " and delete these rows");
        jdbc.update("DELETE FROM WORKER_NODE WHERE LAUNCH_DATE < '2026-01-01'");
        assertThat(warnings()).isEmpty();
    }

    private List<String> warnings() {
        try (LogRecorder log = new LogRecorder()) {
            start(newAssigner());
            return log.lines().stream()
                    .filter(line -> line.startsWith("WARNING"))
                    .toList();
        }
    }

    @Test
    void givesAscendingWorkerIds() {
        long first = start(newAssigner());
        long second = start(newAssigner());
        long third = start(newAssigner());

        assertThat(List.of(first, second, third)).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void givesAWorkerIdOfItsOwnToEachOfManyStartsAtATime() throws Exception {
        start(newAssigner());

        assertThat(startAtATime(20, 10)).hasSize(200).doesNotHaveDuplicates();
        assertThat(rows()).isEqualTo(201);
    }

    @Tag("proof")
    @RepeatedTest(10)
    void createsTheTableOnceWhenManyStartsFindNone() throws Exception {
        assertThat(startAtATime(8, 1)).hasSize(8).doesNotHaveDuplicates();
        assertThat(rows()).isEqualTo(8);
    }

    private List<Long> startAtATime(int processes, int startsEach) throws InterruptedException, ExecutionException {
        CyclicBarrier together = new CyclicBarrier(processes);
        ExecutorService executor = Executors.newFixedThreadPool(processes);
        try {
            List<Future<List<Long>>> starts = Stream.generate(() -> executor.submit(() -> {
                        together.await();
                        return Stream.generate(() -> start(newAssigner()))
                                .limit(startsEach)
                                .toList();
                    }))
                    .limit(processes)
                    .toList();
            Stream.Builder<Long> workerIds = Stream.builder();
            for (Future<List<Long>> start : starts) {
                start.get().forEach(workerIds);
            }
            return workerIds.build().toList();
        } finally {
            executor.shutdown();
        }
    }

    @Test
    void takesTheTableThatAnAdministratorMadeWithTheScript() {
        ResourceDatabasePopulator script =
                new ResourceDatabasePopulator(new ClassPathResource(script(), SqlDialect.class));
        script.execute(pool);
        if (knowsIfNotExists()) {
            script.execute(pool);
        }

        DisposableWorkerIdAssigner assigner = DisposableWorkerIdAssigner.builder(pool)
                .tableCreation(TableCreation.NEVER)
                .build();
        assertThat(start(assigner)).isEqualTo(1);
    }

    @Test
    void takesTableAndSchemaOfOtherNames() {
        String schema = newSchema("starts_" + getClass().getSimpleName());

        long workerId = start(DisposableWorkerIdAssigner.builder(pool)
                .tableName(schema + "." + oddName())
                .tableCreation(TableCreation.ALWAYS)
                .build());

        assertThat(jdbc.queryForList("SELECT ID FROM " + schema + "." + oddName(), Long.class))
                .containsExactly(workerId);
        jdbc.execute("DROP TABLE " + schema + "." + oddName());
        dropSchema(schema);
    }

    @Test
    void saysHowToMakeTheTableThatIsMissing() {
        DisposableWorkerIdAssigner assigner = DisposableWorkerIdAssigner.builder(pool)
                .tableCreation(TableCreation.NEVER)
                .build();

        assertThatThrownBy(() -> start(assigner))
                .isInstanceOf(UidGenerateException.class)
                .hasMessageStartingWith("no worker id from WORKER_NODE: ")
                .hasMessageMatching("(?s).*(the table is missing;|; if the table is missing,) create it with sql/"
                        + script() + " or set tableCreation=ALWAYS");
    }

    @Test
    void saysWhyTheTableCannotBeCreated() {
        DisposableWorkerIdAssigner assigner = DisposableWorkerIdAssigner.builder(pool)
                .tableName("nowhere.WORKER_NODE")
                .tableCreation(TableCreation.ALWAYS)
                .build();

        assertThatThrownBy(() -> start(assigner))
                .isInstanceOf(UidGenerateException.class)
                .hasMessageStartingWith("no worker id from nowhere.WORKER_NODE: ")
                .hasMessageMatching("(?is).*(schema|database)\\W+(name: )?nowhere.*")
                .hasRootCauseInstanceOf(SQLException.class);
    }

    @Test
    void refusesAWorkerIdThatDoesNotFitTheLayout() {
        UidLayout layout = UidLayout.of(31, 1, 31);
        assertThat(newAssigner().assignWorkerId(LeaseRequest.of(layout)).workerId())
                .isEqualTo(1);

        assertThatThrownBy(() -> newAssigner().assignWorkerId(LeaseRequest.of(layout)))
                .isInstanceOf(UidGenerateException.class)
                .hasMessage("worker id 2 from WORKER_NODE does not fit workerBits=1 (at most 1), each start uses one:"
                        + " widen workerBits, or use an assigner that gives worker ids back, or let column ID count from 1"
                        + " again once the first worker ids are out of use");
    }

    @Test
    void refusesATableThatGeneratesNoKeys() {
        jdbc.execute("CREATE TABLE WORKER_NODE (ID BIGINT UNIQUE, HOST_NAME VARCHAR(64), PORT VARCHAR(64), TYPE INT,"
                + " LAUNCH_DATE DATE, MODIFIED TIMESTAMP DEFAULT NULL, CREATED TIMESTAMP DEFAULT NULL)");

        assertThatThrownBy(() -> start(newAssigner()))
                .isInstanceOf(UidGenerateException.class)
                .hasMessage("column ID of WORKER_NODE must be auto-increment: the database generated no key");
        assertThat(rows()).isZero();
    }

    @Test
    void staysApartFromTheTransactionAroundIt() {
        start(newAssigner());

        new TransactionTemplate(new DataSourceTransactionManager(pool)).executeWithoutResult(status -> {
            jdbc.execute("INSERT INTO WORK_OF_THE_CALLER VALUES (1)");
            start(newAssigner());
            start(assignerOn(new TransactionAwareDataSourceProxy(pool)));
            status.setRollbackOnly();
        });

        assertThat(rows()).isEqualTo(3);
        assertThat(rowsOfTheCaller()).isZero();
    }

    /**
     * A JpaTransactionManager binds the connection of its transaction, and nothing that says there is a transaction.
     */
    @Test
    void staysApartFromTheTransactionsOfOtherTransactionManagers() throws SQLException {
        start(newAssigner());

        try (Connection connection = pool.getConnection()) {
            connection.setAutoCommit(false);
            TransactionSynchronizationManager.bindResource(pool, new ConnectionHolder(connection));
            try {
                jdbc.execute("INSERT INTO WORK_OF_THE_CALLER VALUES (1)");
                start(newAssigner());
            } finally {
                TransactionSynchronizationManager.unbindResource(pool);
                connection.rollback();
            }
        }

        assertThat(rows()).isEqualTo(2);
        assertThat(rowsOfTheCaller()).isZero();
    }

    @Test
    void commitsOnConnectionsThatDoNotCommitByThemselves() {
        try (HikariDataSource noAutoCommit = newPool(false)) {
            start(assignerOn(noAutoCommit));
            start(assignerOn(noAutoCommit));
        }

        assertThat(rows()).isEqualTo(2);
    }
}
