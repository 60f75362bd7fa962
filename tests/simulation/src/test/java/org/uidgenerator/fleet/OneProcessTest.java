package org.uidgenerator.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.generator.CachedUidGenerator;
import org.uidgenerator.jdbc.TableCreation;
import org.uidgenerator.segment.SegmentIdGenerator;
import org.uidgenerator.segment.SegmentTag;
import org.uidgenerator.segment.UnknownTags;
import org.uidgenerator.segment.db.JdbcSegmentStore;
import org.uidgenerator.test.internal.Callers;
import org.uidgenerator.test.internal.Patience;
import org.uidgenerator.testing.PostgreSqlServer;
import org.uidgenerator.testing.RealServer;
import org.uidgenerator.worker.db.JdbcLeaseStore;
import org.uidgenerator.worker.lease.LeasedWorkerIds;

/** What a process costs that has many generators on one assigner, or many counters. Prints it. */
@Tag("proof")
@Timeout(value = 1, unit = TimeUnit.DAYS) // for -Dfleet.generators
class OneProcessTest {
    private static final int COUNT = Integer.getInteger("fleet.generators", 50);
    private static final int CONNECTIONS = 10;
    private static final int CALLERS = 4;
    private static final int NUMBERS = 2_000_000;

    private final HikariDataSource pool = pool();
    private int threadsBefore;
    private long heapBefore;
    private long startNanos;

    private static HikariDataSource pool() {
        RealServer server = PostgreSqlServer.shared();
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(server.url(server.newDatabase()));
        config.setMaximumPoolSize(CONNECTIONS);
        config.setMinimumIdle(CONNECTIONS);
        return new HikariDataSource(config);
    }

    @BeforeEach
    void measure() throws Exception {
        // Each has buffers, which are not those of generators.
        Patience.awaitUntil(() -> pool.getHikariPoolMXBean().getTotalConnections() == CONNECTIONS);
        heapBefore = heap();
        threadsBefore = threads();
        startNanos = System.nanoTime();
    }

    @AfterEach
    void closePool() {
        pool.close();
    }

    private static int threads() {
        return ManagementFactory.getThreadMXBean().getThreadCount();
    }

    private static long heap() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    /** Prints what there is more than before. */
    private void report(String what, String rest) {
        double seconds = (System.nanoTime() - startNanos) / 1e9;
        System.out.printf(
                Locale.ROOT,
                "%d %s: %.1f s, %d threads, %.0f KB each, %s%n",
                COUNT,
                what,
                seconds,
                threads() - threadsBefore,
                (heap() - heapBefore) / 1024.0 / COUNT,
                rest);
    }

    @Test
    void generatorsOfOneAssignerShareItsThreads() throws Exception {
        LeasedWorkerIds workerIds = LeasedWorkerIds.on(
                JdbcLeaseStore.builder(pool).tableCreation(TableCreation.ALWAYS).build());
        List<CachedUidGenerator> generators = new ArrayList<>();
        for (int i = 0; i < COUNT; i++) {
            generators.add(CachedUidGenerator.builder(workerIds).build());
        }
        assertThat(generators.stream().map(UidGenerator::getUID)).doesNotHaveDuplicates();

        int threads = threads() - threadsBefore;
        report("generators", workerIds.storeCalls().calls() + " calls of the store");
        generators.forEach(CachedUidGenerator::close);
        workerIds.close();
        assertThat(threads).isLessThan(COUNT + 16);
    }

    @Test
    void countersShareTheThreadsOfTheirGenerator() throws Exception {
        JdbcSegmentStore store = JdbcSegmentStore.builder(pool)
                .tableCreation(TableCreation.ALWAYS)
                .unknownTags(UnknownTags.CREATE)
                .build();
        try (SegmentIdGenerator generator = SegmentIdGenerator.builder(store).build()) {
            List<SegmentTag> tags = new ArrayList<>();
            for (int i = 0; i < COUNT; i++) {
                tags.add(generator.tag("tag" + i));
            }
            Callable<List<Long>> caller = () -> takeInTurn(tags);
            long first = System.nanoTime();
            List<List<Long>> ofOneTag = Callers.concurrently(Collections.nCopies(CALLERS, caller));
            Duration busy = Duration.ofNanos(System.nanoTime() - first);

            int threads = threads() - threadsBefore;
            report(
                    "counters",
                    String.format(
                            Locale.ROOT,
                            "%.1f million numbers a second from %d threads",
                            CALLERS * (double) NUMBERS / busy.toNanos() * 1e3,
                            CALLERS));
            assertThat(ofOneTag.stream().flatMap(List::stream)).doesNotHaveDuplicates();
            assertThat(threads).isLessThan(32);
        }
    }

    /** Returns the numbers of the first tag. */
    private static List<Long> takeInTurn(List<SegmentTag> tags) {
        List<Long> ofFirst = new ArrayList<>();
        for (int i = 0; i < NUMBERS; i++) {
            long number = tags.get(i % COUNT).getUID();
            if (i % COUNT == 0) {
                ofFirst.add(number);
            }
        }
        return ofFirst;
    }
}
