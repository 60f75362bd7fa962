package org.uidgenerator.segment.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.uidgenerator.StoreException;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidRange;
import org.uidgenerator.jdbc.TableCreation;
import org.uidgenerator.segment.SegmentIdGenerator;
import org.uidgenerator.segment.SegmentStore;
import org.uidgenerator.segment.SegmentTag;
import org.uidgenerator.test.internal.Callers;
import org.uidgenerator.test.internal.Patience;
import org.uidgenerator.testing.MariaDbServer;
import org.uidgenerator.testing.MySqlServer;
import org.uidgenerator.testing.PostgreSqlServer;
import org.uidgenerator.testing.RealServer;

/** What becomes of ranges and their takers when the server crashes, restarts or hangs, or the connection is cut. */
@Tag("proof")
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
@Execution(ExecutionMode.CONCURRENT)
class SegmentFaultTest {
    private static final int ROUNDS = 5;

    static Stream<Arguments> servers() {
        Supplier<RealServer> postgreSql = PostgreSqlServer::new;
        Supplier<RealServer> mariaDb = MariaDbServer::new;
        Supplier<RealServer> mySql = MySqlServer::new;
        return Stream.of(
                Arguments.of("PostgreSQL", postgreSql), Arguments.of("MariaDB", mariaDb), Arguments.of("MySQL", mySql));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("servers")
    void givesNoNumberTwiceWhateverTheServerGoesThrough(String name, Supplier<RealServer> newServer) {
        try (RealServer server = newServer.get()) {
            server.start();
            DataSource dataSource = new DriverManagerDataSource(server.url(server.newDatabase(), RealServer.TIMEOUT));
            JdbcSegmentStore table = JdbcSegmentStore.builder(dataSource)
                    .tableCreation(TableCreation.ALWAYS)
                    .build();
            table.create("orders", 1);
            table.create("parcels", 1);

            assertThat(table.take("orders", 10)).isEqualTo(new UidRange(1, 10, 1));
            assertThatThrownBy(() -> cuttingBefore("UPDATE", dataSource, Connection::close)
                            .take("orders", 10))
                    .isInstanceOf(StoreException.class);
            assertThat(table.take("orders", 10)).isEqualTo(new UidRange(11, 20, 1)); // neither locked nor raised
            assertThatThrownBy(() -> cuttingBefore("commit", dataSource, connection -> server.pause())
                            .take("orders", 10))
                    .isInstanceOf(StoreException.class);
            assertThatThrownBy(() -> table.take("orders", 10)).isInstanceOf(StoreException.class);
            server.resume();
            UidRange afterPause = take(table);
            assertThat(afterPause.first()).isGreaterThan(20);

            server.kill9();
            assertThatThrownBy(() -> table.take("orders", 10)).isInstanceOf(StoreException.class);
            server.start();
            assertThat(take(table).first()).isEqualTo(afterPause.last() + 1);

            handsOutWhatItHasAndRecoversByItself(server, table);
        }
    }

    private static SegmentStore cuttingBefore(
            String call, DataSource dataSource, DisturbedConnections.Disturbance cut) {
        return JdbcSegmentStore.on(new DisturbedConnections(dataSource, call, cut));
    }

    /** Takes ten numbers, when the server lets it: a lock of a client that is gone may last a moment. */
    private static UidRange take(SegmentStore store) {
        return Patience.untilNo(StoreException.class, () -> store.take("orders", 10));
    }

    private static void handsOutWhatItHasAndRecoversByItself(RealServer server, JdbcSegmentStore table) {
        Set<Long> numbers = new HashSet<>();
        try (SegmentIdGenerator generator = SegmentIdGenerator.builder(table)
                .minStep(100)
                .maxStep(100)
                .maxWait(Duration.ofMillis(100))
                .build()) {
            SegmentTag parcels = Patience.untilNo(UidGenerateException.class, () -> generator.tag("parcels"));
            server.pause();
            for (int i = 0; i < 100; i++) {
                assertThat(numbers.add(parcels.getUID())).isTrue();
            }
            assertThatThrownBy(() -> takeAll(parcels, numbers, 1_000))
                    .isInstanceOf(UidGenerateException.class)
                    .hasMessageMatching("segments/parcels has no UID after waiting for \\d+ ms: .*");

            server.resume();
            Patience.awaitUntil(() -> parcels.tryGetUID(Duration.ofSeconds(1)).isPresent());
            takeAll(parcels, numbers, 10);
        }
    }

    private static void takeAll(SegmentTag tag, Set<Long> numbers, int count) {
        for (int i = 0; i < count; i++) {
            assertThat(numbers.add(tag.getUID())).isTrue();
        }
    }

    /**
     * The rows are locked by another transaction while the others work as they did before. More rows than there are
     * threads keep them all waiting once, until the transactions that wait for a row are given up.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 3, 10})
    @Execution(ExecutionMode.SAME_THREAD)
    void takesRangesOfTheOtherTagsWhileRowsAreLocked(int locked) throws Exception {
        List<String> lockedTags = tags("locked", locked);
        List<String> healthyTags = tags("healthy", 5);
        try (RealServer server = new PostgreSqlServer()) {
            server.start();
            DataSource dataSource = new DriverManagerDataSource(server.url(server.newDatabase()));
            JdbcSegmentStore table = JdbcSegmentStore.builder(dataSource)
                    .tableCreation(TableCreation.ALWAYS)
                    .build();
            try (SegmentIdGenerator generator = SegmentIdGenerator.builder(table)
                            .minStep(100)
                            .maxStep(100)
                            .maxWait(Duration.ofMinutes(1)) // for a machine that does much else
                            .build();
                    Connection other = dataSource.getConnection()) {
                Stream.concat(lockedTags.stream(), healthyTags.stream()).forEach(tag -> {
                    table.create(tag, 1);
                    generator.getUID(tag);
                });
                worstMillis(generator, healthyTags); // code and connections are warm then
                long[] before = worstMillis(generator, healthyTags);
                other.setAutoCommit(false);
                try (Statement lock = other.createStatement()) {
                    lock.executeQuery("SELECT TAG FROM SEGMENT WHERE TAG LIKE 'locked%' FOR UPDATE");
                }
                lockedTags.forEach(tag -> useUp(generator.tag(tag)));

                long[] meanwhile = worstMillis(generator, healthyTags);

                System.out.printf(
                        Locale.ROOT,
                        "%d rows locked: worst calls for other tags %s ms in %d rounds, %s ms before%n",
                        locked,
                        Arrays.toString(meanwhile),
                        ROUNDS,
                        Arrays.toString(before));
                healthyTags.forEach(tag ->
                        assertThat(generator.tag(tag).status().storeFailure()).isNull());
                lockedTags.forEach(tag -> {
                    Patience.spinUntil(() -> generator.tag(tag).status().storeFailure() != null);
                    assertThat(generator.tag(tag).status().storeFailure()).hasMessageContaining("of tag " + tag + " ");
                });

                other.rollback();
                lockedTags.forEach(tag -> takeAll(generator.tag(tag), 500));
            }
        }
    }

    private static List<String> tags(String name, int count) {
        return IntStream.range(0, count).mapToObj(i -> name + i).toList();
    }

    /** Takes what is there, and so asks for more. */
    private static void useUp(SegmentTag tag) {
        while (tag.tryGetUID(Duration.ZERO).isPresent()) {}
    }

    private static void takeAll(SegmentTag tag, int count) {
        for (int i = 0; i < count; i++) {
            tag.getUID();
        }
    }

    /** Returns how long the longest call of each round took, in ascending order, with a caller for each tag. */
    private static long[] worstMillis(SegmentIdGenerator generator, List<String> tags) throws Exception {
        List<Callable<Long>> callers = tags.stream()
                .map(tag -> (Callable<Long>) () -> worstNanos(generator.tag(tag), 2_000))
                .toList();
        long[] worst = new long[ROUNDS];
        for (int i = 0; i < ROUNDS; i++) {
            worst[i] = Collections.max(Callers.concurrently(callers));
        }
        return Arrays.stream(worst).map(TimeUnit.NANOSECONDS::toMillis).sorted().toArray();
    }

    /** Returns how long the longest of so many calls took. */
    private static long worstNanos(SegmentTag tag, int count) {
        long worst = 0;
        for (int i = 0; i < count; i++) {
            long start = System.nanoTime();
            tag.getUID();
            worst = Math.max(worst, System.nanoTime() - start);
        }
        return worst;
    }

    @Test
    void continuesWithOneOfTwoTicketServers() {
        try (RealServer one = new MySqlServer();
                RealServer two = new MariaDbServer()) {
            List<DataSource> servers =
                    Stream.of(one, two).map(SegmentFaultTest::newTicketServer).toList();
            SegmentStore tickets = TicketTables.join(servers, Map.of("orders", "Tickets64"));
            Set<Long> all = new HashSet<>();

            assertThat(ids(tickets, all)).isEqualTo(new UidRange(2, 20, 2));
            assertThat(ids(tickets, all)).isEqualTo(new UidRange(21, 39, 2)); // of the first 20, server 1 skips its own
            one.kill9();
            assertThat(ids(tickets, all).first() % 2).isZero();
            assertThat(ids(tickets, all).first() % 2).isZero();
            two.pause();
            assertThatThrownBy(() -> tickets.take("orders", 10))
                    .isInstanceOf(StoreException.class)
                    .satisfies(failure -> assertThat(failure.getSuppressed()).hasSize(1));
            one.start();
            assertThat(ids(tickets, all).first() % 2).isOne();
            assertThat(ids(tickets, all).first() % 2).isOne();
            Stream.of(one, two).forEach(server -> {
                server.kill9();
                server.start();
            });

            long highest = all.stream().mapToLong(Long::longValue).max().orElseThrow();
            for (int i = 0; i < 2; i++) { // as an application of Flickr's would
                JdbcTemplate application = new JdbcTemplate(servers.get(i));
                application.execute("SET GLOBAL auto_increment_increment = 2");
                application.execute("SET GLOBAL auto_increment_offset = " + (i + 1));
                long before = application.queryForObject("SELECT id FROM Tickets64", Long.class);
                application.update("REPLACE INTO Tickets64 (stub) VALUES ('a')");
                assertThat(application.queryForObject("SELECT id FROM Tickets64", Long.class))
                        .isGreaterThan(before)
                        .isNotIn(all);
            }
            assertThat(ids(tickets, all).first()).isGreaterThan(highest);
        }
    }

    private static DataSource newTicketServer(RealServer server) {
        server.start();
        DataSource dataSource = new DriverManagerDataSource(server.url(server.newDatabase(), RealServer.TIMEOUT));
        new JdbcTemplate(dataSource)
                .execute("CREATE TABLE Tickets64 (id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT,"
                        + " stub CHAR(1) NOT NULL DEFAULT '', PRIMARY KEY (id), UNIQUE KEY stub (stub))");
        return dataSource;
    }

    private static UidRange ids(SegmentStore tickets, Set<Long> all) {
        UidRange range = tickets.take("orders", 10);
        range.uids().forEach(id -> assertThat(all.add(id)).isTrue());
        return range;
    }
}
