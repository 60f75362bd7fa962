package org.uidgenerator.worker.db;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.jdbc.core.JdbcTemplate;
import org.uidgenerator.UidLayout;
import org.uidgenerator.contract.VirtualClock;
import org.uidgenerator.contract.WorkerIdAssignerContract;
import org.uidgenerator.worker.WorkerLease;

/** What leased worker ids promise on each database. Each test starts in a database without the tables. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class LeasedWorkerIdAssignerSuite implements WorkerIdAssignerContract {
    private static final UidLayout LAYOUT = UidLayout.DEFAULT;
    private static final Duration RESERVATION = Duration.ofMinutes(10);

    private final List<LeasedWorkerIdAssigner> assigners = Collections.synchronizedList(new ArrayList<>());
    private final VirtualClock clock = new VirtualClock(Instant.parse("2027-01-01T00:00:00Z"));
    private HikariDataSource pool;
    private JdbcTemplate jdbc;

    abstract String newDatabaseUrl();

    abstract String script();

    @BeforeAll
    void connect() {
        pool = newPool(true);
        jdbc = new JdbcTemplate(pool);
        jdbc.execute("CREATE TABLE WORK_OF_THE_CALLER (ID INT PRIMARY KEY)");
    }

    private HikariDataSource newPool(boolean autoCommit) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(pool == null ? newDatabaseUrl() : pool.getJdbcUrl());
        config.setAutoCommit(autoCommit);
        return new HikariDataSource(config);
    }

    @AfterAll
    void disconnect() {
        pool.close();
    }

    @BeforeEach
    void dropTables() {
        jdbc.execute("DROP TABLE IF EXISTS WORKER_LEASE");
        jdbc.execute("DROP TABLE IF EXISTS WORKER_NODE");
    }

    @AfterEach
    void closeAssigners() {
        assigners.forEach(LeasedWorkerIdAssigner::close);
        assigners.clear();
    }

    @Override
    public long nowTick() {
        return LAYOUT.tickAt(clock.millis());
    }

    @Override
    public LeasedWorkerIdAssigner newAssigner() {
        return opened(builder().build());
    }

    private LeasedWorkerIdAssigner.Builder builder() {
        return on(pool);
    }

    private LeasedWorkerIdAssigner.Builder on(DataSource dataSource) {
        return LeasedWorkerIdAssigner.builder(dataSource)
                .tableCreation(TableCreation.ALWAYS)
                .reservation(RESERVATION)
                .clock(clock);
    }

    private LeasedWorkerIdAssigner opened(LeasedWorkerIdAssigner assigner) {
        assigners.add(assigner);
        return assigner;
    }

    private WorkerLease launch() {
        return launch(builder());
    }

    private WorkerLease launch(LeasedWorkerIdAssigner.Builder builder) {
        return opened(builder.build()).assignWorkerId(LAYOUT);
    }

    private long column(String name, long workerId) {
        return jdbc.queryForObject(
                "SELECT " + name + " FROM WORKER_LEASE WHERE NAMESPACE = 'default' AND WORKER_ID = ?",
                Long.class,
                workerId);
    }

    private List<Long> workerIds() {
        return jdbc.queryForList("SELECT WORKER_ID FROM WORKER_LEASE ORDER BY WORKER_ID", Long.class);
    }

    @Test
    void givesTheLowestWorkerIdsFirst() {
        assertThat(List.of(launch(), launch(), launch()))
                .extracting(WorkerLease::workerId)
                .containsExactly(0L, 1L, 2L);
        assertThat(workerIds()).containsExactly(0L, 1L, 2L);
    }

    @Test
    void startsAtTheTickOfNow() {
        assertThat(launch().firstTick()).isEqualTo(nowTick());
    }

    @Test
    void givesAWorkerIdAgainAtOnceAfterItWasGivenBackAndStartsAboveTheLastTick() {
        WorkerLease before = launch();
        launch();
        long lastTick = nowTick() + 7;
        before.reserve(lastTick);
        before.release(lastTick);

        WorkerLease after = launch();

        assertThat(after.workerId()).isEqualTo(before.workerId());
        assertThat(after.firstTick()).isEqualTo(lastTick + 1);
    }

    @Test
    void startsAtTheTickOfNowWhenTheLastTickHasPassed() {
        launch().release(nowTick());
        clock.advance(Duration.ofSeconds(100));

        assertThat(launch().firstTick()).isEqualTo(nowTick());
    }

    @Test
    void givesAWorkerIdAgainAfterACrashOnceReservedAndAnnouncedTicksHavePassed() {
        WorkerLease crashed = launch();
        long lastReserved = nowTick() + 599;
        assertThat(column("RESERVED_THROUGH", 0)).isEqualTo(lastReserved);
        assertThat(column("NEXT_RESERVATION", 0)).isEqualTo(600);

        clock.advance(Duration.ofSeconds(1199));
        assertThat(launch().workerId()).isEqualTo(1);

        clock.advance(Duration.ofSeconds(1));
        WorkerLease successor = launch();
        assertThat(successor.workerId()).isEqualTo(crashed.workerId());
        assertThat(successor.firstTick()).isEqualTo(lastReserved + 601).isEqualTo(nowTick());
    }
}
