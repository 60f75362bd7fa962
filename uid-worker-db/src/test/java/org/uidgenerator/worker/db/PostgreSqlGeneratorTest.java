package org.uidgenerator.worker.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.jdbc.TableCreation;
import org.uidgenerator.test.internal.Callers;
import org.uidgenerator.testing.PostgreSqlServer;
import org.uidgenerator.worker.LeaseRequest;
import org.uidgenerator.worker.lease.LeasedWorkerIds;

/** UIDs that PostgreSQL makes as the default of a column. */
@Tag("proof")
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class PostgreSqlGeneratorTest {
    private static final int SESSIONS = 8;

    /** The sequence is set forward whenever it is 64 ms behind. */
    private static final UidLayout FINE = UidLayout.parse("41/10/12 bits of PT0.001S from 2026-01-01T00:00:00Z");

    private HikariDataSource pool;
    private JdbcTemplate jdbc;

    @BeforeEach
    void connect() {
        PostgreSqlServer server = PostgreSqlServer.shared();
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(server.url(server.newDatabase()));
        config.setMaximumPoolSize(SESSIONS);
        config.setMinimumIdle(0);
        pool = new HikariDataSource(config);
        jdbc = new JdbcTemplate(pool);
    }

    @AfterEach
    void disconnect() {
        pool.close();
    }

    private LeasedWorkerIds jvm(long workerId) {
        return LeasedWorkerIds.builder(JdbcLeaseStore.builder(pool)
                        .tableCreation(TableCreation.ALWAYS)
                        .build())
                .workerIds(workerId, workerId)
                .holder("a JVM")
                .build();
    }

    /** On a connection of its own: a script that fails leaves a transaction behind. */
    private void make(UidLayout layout, String schema, long workerId) {
        new JdbcTemplate(new DriverManagerDataSource(pool.getJdbcUrl()))
                .execute(SqlFunctions.of(layout).postgreSqlGenerator(schema, workerId));
    }

    private List<Long> next(String schema, int count) {
        return jdbc.queryForList("SELECT " + schema + ".uid_next() FROM generate_series(1, ?)", Long.class, count);
    }

    @Test
    void makesIdsForAColumn() {
        createLeases(UidLayout.DEFAULT);
        make(UidLayout.DEFAULT, "shard5", 16_383);
        jdbc.execute("CREATE TABLE shard5.ORDERS (ID bigint PRIMARY KEY DEFAULT shard5.uid_next(), NAME text)");

        Instant before = now();
        jdbc.update("INSERT INTO shard5.ORDERS (NAME) VALUES ('one'), ('two')");
        Instant after = now();

        List<Long> ids = jdbc.queryForList("SELECT ID FROM shard5.ORDERS ORDER BY NAME", Long.class);
        assertThat(ids.get(1)).isEqualTo(ids.get(0) + 1);
        assertThat(UidLayout.DEFAULT.decode(ids.get(0))).satisfies(uid -> {
            assertThat(uid.workerId()).isEqualTo(16_383);
            assertThat(uid.sequence()).isZero();
            assertThat(uid.time()).isBetween(before.truncatedTo(ChronoUnit.SECONDS), after);
        });
    }

    private Instant now() {
        return jdbc.queryForObject("SELECT now()", OffsetDateTime.class).toInstant();
    }

    private void createLeases(UidLayout layout) {
        try (LeasedWorkerIds other = jvm(0)) {
            other.assignWorkerId(LeaseRequest.of(layout));
        }
    }

    @Test
    void makesNoIdTwiceInSeveralSessionsWhileItFollowsTheClock() throws Exception {
        createLeases(FINE);
        make(FINE, "fine", 7);
        Instant begin = Instant.now();
        Callable<List<Long>> session = () -> {
            List<Long> all = new ArrayList<>();
            while (Duration.between(begin, Instant.now()).toMillis() < 1_000) {
                List<Long> some = next("fine", 20);
                Instant time = FINE.decode(some.get(0)).time();
                assertThat(time)
                        .isBetween(Instant.now().minusSeconds(30), Instant.now().plusSeconds(1));
                all.addAll(some);
            }
            return all;
        };

        List<List<Long>> sessions = Callers.concurrently(Collections.nCopies(SESSIONS, session));

        assertThat(sessions).allSatisfy(uids -> assertThat(uids).isSorted());
        List<Long> all = sessions.stream().flatMap(List::stream).toList();
        assertThat(all).doesNotHaveDuplicates();
        assertThat(all)
                .allSatisfy(uid -> assertThat(FINE.decode(uid).workerId()).isEqualTo(7));
        assertThat(all.stream().map(uid -> FINE.decode(uid).time()).distinct().count())
                .isGreaterThan(5);
    }

    @Test
    void countsOnWhenTheClockWasSetBack() {
        createLeases(FINE);
        make(FINE, "ahead", 7);
        long tick =
                FINE.tickAt(System.currentTimeMillis()) + Duration.ofHours(3).toMillis();
        jdbc.queryForObject("SELECT setval('ahead.uid_place', ?)", Long.class, (tick << 12) | 4_094);

        List<Long> uids = next("ahead", 3);

        assertThat(uids)
                .containsExactly(FINE.encode(tick, 7, 4_095), FINE.encode(tick + 1, 7, 0), FINE.encode(tick + 1, 7, 1));
    }

    @Test
    void putsTheWorkerLastWhereTheLayoutDoes() {
        UidLayout layout = UidLayout.parse("39/16/8, worker last, bits of PT0.01S from 2014-09-01T00:00:00Z");
        createLeases(layout);
        make(layout, "sonyflake", 65_535);

        List<Long> uids = next("sonyflake", 2);

        assertThat(uids.get(1) - uids.get(0)).isEqualTo(layout.sequenceIncrement());
        assertThat(layout.decode(uids.get(0)).workerId()).isEqualTo(65_535);
        assertThat(layout.decode(uids.get(0)).time())
                .isBetween(Instant.now().minusSeconds(20), Instant.now().plusSeconds(1));
    }

    @Test
    void takesItsWorkerIdAwayFromTheJvms() {
        createLeases(UidLayout.DEFAULT);
        make(UidLayout.DEFAULT, "shard5", 16_383);
        make(UidLayout.DEFAULT, "shard5", 16_383); // once more, as after a change of the script

        try (LeasedWorkerIds jvm = jvm(16_383)) {
            assertThatThrownBy(() -> jvm.assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT)))
                    .isInstanceOf(UidGenerateException.class)
                    .hasMessageStartingWith(
                            "all worker ids 16383..16383 of WORKER_LEASE (namespace default) are in use, ");
        }
    }

    @Test
    void refusesAWorkerIdThatBelongsToSomebody() {
        createLeases(UidLayout.DEFAULT);
        make(UidLayout.DEFAULT, "shard5", 16_383);

        assertThatThrownBy(() -> make(UidLayout.DEFAULT, "shard6", 16_383))
                .rootCause()
                .hasMessageContaining(
                        "worker id 16383 of schema shard6 must not be taken by others: WORKER_LEASE has schema shard5");
        assertThatThrownBy(() -> make(UidLayout.DEFAULT, "shard6", 0))
                .rootCause()
                .hasMessageContaining(
                        "worker id 0 of schema shard6 must not be taken by others: WORKER_LEASE has a JVM");
        assertThatThrownBy(() -> next("shard6", 1)).hasMessageContaining("shard6");
    }

    @Test
    void refusesAWorkerIdThatStartsWillReach() {
        createLeases(UidLayout.DEFAULT);
        DisposableWorkerIdAssigner disposables = DisposableWorkerIdAssigner.builder(pool)
                .tableCreation(TableCreation.ALWAYS)
                .build();
        long taken =
                disposables.assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT)).workerId();

        assertThatThrownBy(() -> make(UidLayout.DEFAULT, "shard5", taken))
                .rootCause()
                .hasMessageContaining("worker id " + taken
                        + " of schema shard5 must be above those of WORKER_NODE: the last one is " + taken);
    }

    @Test
    void refusesAnotherLayout() {
        createLeases(UidLayout.DEFAULT);

        assertThatThrownBy(() -> make(FINE, "fine", 7))
                .rootCause()
                .hasMessageContaining("all generators of a namespace must have equal layouts: layout=" + FINE.text()
                        + ", but WORKER_LEASE has " + UidLayout.DEFAULT.text());
    }

    @Test
    void refusesTimesThatTheLayoutDoesNotHave() {
        UidLayout future = UidLayout.parse("31/14/18 bits of PT1S from 2900-01-01T00:00:00Z");
        createTableOnly();
        make(future, "future", 1);

        assertThatThrownBy(() -> next("future", 1))
                .rootCause()
                .hasMessageContaining("time must be in [2900-01-01T00:00:00Z, 2968-01-20T03:14:08Z): time=20");
    }

    private void createTableOnly() {
        createLeases(UidLayout.DEFAULT);
        jdbc.update("DELETE FROM WORKER_LEASE");
    }
}
