package org.uidgenerator.worker.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.jdbc.TableCreation;
import org.uidgenerator.worker.LeaseRequest;
import org.uidgenerator.worker.lease.LeasedWorkerIds;

/** MySQL and MariaDB, whose columns do not know their time zone, or end in 2038. */
abstract class UtcColumnsSuite extends ChosenWorkerIdSuite {
    private static final String IN_NEWFOUNDLAND = "&sessionVariables=time_zone='-03:30'";
    private static final String IN_ALASKA = "&sessionVariables=time_zone='-09:00'";

    /** Their catalogue lists no table that a user has no right on, and they do not say whether it is there. */
    @Test
    void needsTheRightToReadTheOtherTableThoughItIsNotThere() {
        assertThatThrownBy(this::startAsUserOfLeasesOnly)
                .isInstanceOf(UidGenerateException.class)
                .hasMessageContaining("cannot be compared with those of WORKER_NODE, if that table is there: ");
    }

    private LeasedWorkerIds started(String session) {
        DriverManagerDataSource dataSource = new DriverManagerDataSource(pool.getJdbcUrl() + session);
        LeasedWorkerIds assigner = LeasedWorkerIds.builder(JdbcLeaseStore.builder(dataSource)
                        .tableCreation(TableCreation.ALWAYS)
                        .build())
                .build();
        assigner.assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT));
        return assigner;
    }

    private static void assertRecent(LeasedWorkerIds assigner) {
        assertThat(assigner.workers())
                .isNotEmpty()
                .allSatisfy(status -> assertThat(status.age()).isBetween(Duration.ZERO, Duration.ofMinutes(1)));
    }

    private List<String> types(String table) {
        return jdbc.queryForList(
                "SELECT DATA_TYPE FROM INFORMATION_SCHEMA.COLUMNS WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ?"
                        + " AND COLUMN_NAME IN ('ACQUIRED', 'MODIFIED', 'CREATED')",
                String.class,
                table);
    }

    @Test
    void keepsMomentsInUtcWhateverTimeZonesSessionsHave() {
        try (LeasedWorkerIds newfoundland = started(IN_NEWFOUNDLAND);
                LeasedWorkerIds alaska = started(IN_ALASKA)) {
            assertRecent(newfoundland);
            assertRecent(alaska);
            assertThat(types("WORKER_LEASE")).containsExactly("datetime", "datetime");
            assertThat(jdbc.queryForList(
                            "SELECT TIMESTAMPDIFF(SECOND, MODIFIED, UTC_TIMESTAMP) FROM WORKER_LEASE WHERE NAMESPACE = 'default'",
                            Long.class))
                    .hasSize(2)
                    .allMatch(age -> age >= 0 && age < 60);
        }
        dropTables();
        DisposableWorkerIdAssigner.builder(new DriverManagerDataSource(pool.getJdbcUrl() + IN_NEWFOUNDLAND))
                .tableCreation(TableCreation.ALWAYS)
                .build()
                .assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT));
        assertThat(types("WORKER_NODE")).containsExactly("datetime", "datetime");
        assertThat(jdbc.queryForObject(
                        "SELECT TIMESTAMPDIFF(SECOND, CREATED, UTC_TIMESTAMP) FROM WORKER_NODE", Long.class))
                .isBetween(0L, 60L);
    }

    @Test
    void takesAHolderOutsideOfTheCharacterSetOfItsDatabase() {
        jdbc.execute("CREATE DATABASE OF_LATIN1 CHARACTER SET latin1");
        JdbcLeaseStore store = JdbcLeaseStore.builder(pool)
                .tableName("OF_LATIN1.WORKER_LEASE")
                .tableCreation(TableCreation.ALWAYS)
                .build();
        try (LeasedWorkerIds assigner =
                LeasedWorkerIds.builder(store).holder("订单-7").build()) {
            assigner.assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT));

            assertThat(assigner.workers())
                    .singleElement()
                    .satisfies(status -> assertThat(status.holder()).isEqualTo("订单-7"));
        } finally {
            jdbc.execute("DROP DATABASE OF_LATIN1");
        }
    }

    @Test
    void setsTheConnectionsOfOthersBack() {
        SingleConnectionDataSource connection =
                new SingleConnectionDataSource(pool.getJdbcUrl() + IN_NEWFOUNDLAND, true);
        try (LeasedWorkerIds assigner = LeasedWorkerIds.builder(JdbcLeaseStore.builder(connection)
                        .tableCreation(TableCreation.ALWAYS)
                        .build())
                .build()) {
            assigner.assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT)).release(0);

            assertThat(new JdbcTemplate(connection)
                            .queryForMap(
                                    "SELECT @@SESSION.time_zone AS ZONE, @@SESSION.innodb_lock_wait_timeout AS WAIT"))
                    .containsEntry("ZONE", "-03:30")
                    .hasEntrySatisfying("WAIT", wait -> assertThat(wait).hasToString("50"));
        } finally {
            connection.destroy();
        }
    }
}
