package org.uidgenerator.pools;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.uidgenerator.UidLayout;
import org.uidgenerator.generator.CachedUidGenerator;
import org.uidgenerator.jdbc.TableCreation;
import org.uidgenerator.segment.SegmentIdGenerator;
import org.uidgenerator.segment.db.JdbcSegmentStore;
import org.uidgenerator.test.internal.Callers;
import org.uidgenerator.worker.LeaseRequest;
import org.uidgenerator.worker.WorkerLease;
import org.uidgenerator.worker.db.JdbcLeaseStore;
import org.uidgenerator.worker.lease.LeasedWorkerIds;

/** Leased worker ids and counters behind each pool and proxy, on each server. */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class PoolsTest {
    private static final int IDS = 10_000;

    private DataSource pool;
    private JdbcTemplate database;

    @BeforeAll
    static void startServers() {
        for (Server server : Server.values()) {
            server.shared();
        }
    }

    private static Stream<Arguments> all() {
        return cells(EnumSet.allOf(Pool.class));
    }

    /** Worker ids come from a data source outside of ShardingSphere, as docs/ids.md says. */
    private static Stream<Arguments> allOfWorkerIds() {
        return cells(EnumSet.complementOf(EnumSet.of(Pool.SHARDINGSPHERE)));
    }

    private static Stream<Arguments> cells(Set<Pool> pools) {
        return Stream.of(Server.values())
                .flatMap(server ->
                        pools.stream().filter(pool -> pool.fits(server)).map(pool -> Arguments.of(pool, server)));
    }

    /** Opens a pool over a new database. */
    private void open(Pool kind, Server server) throws Exception {
        String url = server.shared().url(server.shared().newDatabase());
        database = new JdbcTemplate(new DriverManagerDataSource(url));
        pool = kind.over(server, url);
    }

    @AfterEach
    void close() throws Exception {
        if (pool instanceof AutoCloseable closeable) {
            closeable.close();
        }
    }

    private LeasedWorkerIds newAssigner() {
        return LeasedWorkerIds.on(
                JdbcLeaseStore.builder(pool).tableCreation(TableCreation.ALWAYS).build());
    }

    private <T> T column(String name, Class<T> type) {
        return database.queryForObject("SELECT " + name + " FROM WORKER_LEASE WHERE NAMESPACE = 'default'", type);
    }

    @ParameterizedTest
    @MethodSource("allOfWorkerIds")
    void takesRenewsAndGivesBackAWorkerId(Pool kind, Server server) throws Exception {
        open(kind, server);
        try (LeasedWorkerIds assigner = newAssigner()) {
            WorkerLease lease = assigner.assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT));
            long reserved = column("RESERVED_THROUGH", Long.class);
            assertThat(column("HELD", Boolean.class)).isTrue();

            lease.reserve(reserved + 1);

            assertThat(column("RESERVED_THROUGH", Long.class)).isGreaterThan(reserved);

            lease.release(reserved + 1);

            assertThat(column("HELD", Boolean.class)).isFalse();
            assertThat(column("RESERVED_THROUGH", Long.class)).isEqualTo(reserved + 1);
        }
    }

    @ParameterizedTest
    @MethodSource("allOfWorkerIds")
    void givesNoUidTwice(Pool kind, Server server) throws Exception {
        open(kind, server);
        try (LeasedWorkerIds one = newAssigner();
                LeasedWorkerIds other = newAssigner();
                CachedUidGenerator first = CachedUidGenerator.builder(one).build();
                CachedUidGenerator second = CachedUidGenerator.builder(other).build()) {
            assertThat(takeFrom(first::getUID, second::getUID)).doesNotHaveDuplicates();
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void givesNoNumberTwice(Pool kind, Server server) throws Exception {
        open(kind, server);
        try (SegmentIdGenerator first = newCounters();
                SegmentIdGenerator second = newCounters()) {
            assertThat(takeFrom(() -> first.getUID("orders"), () -> second.getUID("orders")))
                    .doesNotHaveDuplicates()
                    .contains(1L);
        }
    }

    private SegmentIdGenerator newCounters() {
        JdbcSegmentStore store = JdbcSegmentStore.builder(pool)
                .tableCreation(TableCreation.ALWAYS)
                .build();
        store.create("orders", 1);
        return SegmentIdGenerator.builder(store).build();
    }

    /** Returns what two callers take at the same time. */
    private static List<Long> takeFrom(LongSupplier first, LongSupplier second) throws Exception {
        Stream<Callable<long[]>> callers = Stream.of(first, second)
                .map(source -> () -> LongStream.generate(source).limit(IDS).toArray());
        return Callers.concurrently(callers.toList()).stream()
                .flatMapToLong(LongStream::of)
                .boxed()
                .toList();
    }
}
