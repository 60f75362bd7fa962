package org.uidgenerator.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.uidgenerator.ManagedUidGenerator;
import org.uidgenerator.PendingWrite;
import org.uidgenerator.UidLayout;
import org.uidgenerator.generator.CachedUidGenerator;
import org.uidgenerator.test.internal.Patience;
import org.uidgenerator.testing.RedisServer;
import org.uidgenerator.worker.lease.LeasedWorkerIds;
import org.uidgenerator.worker.lease.store.Fence;
import org.uidgenerator.worker.lease.store.LeaseRow;

/**
 * Many leases on one server with {@code appendfsync everysec}, in real time: their writes rest at the same time. With
 * {@code -Dredis.seconds=90} it takes longer, and shows more.
 */
@Tag("proof")
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
@Timeout(value = 1, unit = TimeUnit.DAYS) // for -Dredis.seconds
class EverySecondTest extends OpenedResources {
    private static final int GENERATORS = 12;
    private static final int SECONDS = Integer.getInteger("redis.seconds", 15);
    private static final int LEASES = 1_000;

    private final RedisServer server = server("--appendfsync", "everysec");

    private RedisLeaseStore.Builder options() {
        RedisClient client = opened(RedisClient.create(server.url()));
        return RedisLeaseStore.builder(client);
    }

    private static LeaseRow row(long workerId, long reservedThrough) {
        return new LeaseRow(workerId, 5, reservedThrough, 600, UidLayout.DEFAULT.toString(), "holder", true);
    }

    /** One after the other they would take more than half an hour. */
    @Test
    void reservesForAThousandLeasesWithinOneRest() {
        RedisLeaseStore careless = opened(options().build(time -> {}));
        for (int workerId = 0; workerId < LEASES; workerId++) {
            assertThat(careless.insert(row(workerId, 100))).isTrue();
        }
        RedisLeaseStore store = opened(options().build());
        store.list(0, Long.MAX_VALUE);
        long start = System.nanoTime();

        List<PendingWrite<Boolean>> begun = new ArrayList<>();
        for (int workerId = 0; workerId < LEASES; workerId++) {
            begun.add(store.beginUpdate(new Fence(5, 100, 200), row(workerId, 200)));
        }
        for (PendingWrite<Boolean> write : begun) {
            assertThat(write.confirm()).isTrue();
        }

        Duration taken = Duration.ofNanos(System.nanoTime() - start);
        System.out.println("reservations of 1,000 leases, appendfsync everysec: " + taken);
        assertThat(taken).isBetween(Duration.ofSeconds(2), Patience.LONGEST);
    }

    @Test
    void failsNoCallOfManyGeneratorsWithShortReservations() throws InterruptedException {
        LeasedWorkerIds assigner =
                opened(LeasedWorkerIds.builder(opened(options().build()))
                        .reservation(Duration.ofSeconds(20))
                        .build());
        Queue<RuntimeException> failures = new ConcurrentLinkedQueue<>();
        AtomicLong uids = new AtomicLong();
        CountDownLatch started = new CountDownLatch(GENERATORS);
        long start = System.nanoTime();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < GENERATORS; i++) {
            Thread thread = new Thread(() -> {
                try (ManagedUidGenerator generator = start(assigner, started)) {
                    uids.addAndGet(load(generator, failures));
                } catch (RuntimeException e) {
                    failures.add(e);
                }
            });
            thread.start();
            threads.add(thread);
        }
        Patience.await(started);
        Duration untilStarted = Duration.ofNanos(System.nanoTime() - start);
        for (Thread thread : threads) {
            thread.join();
        }

        System.out.println(String.format(
                Locale.ROOT,
                "%d generators started in %s, %,d UIDs in %d s, %d failed calls",
                GENERATORS,
                untilStarted,
                uids.get(),
                SECONDS,
                failures.size()));
        assertThat(failures).isEmpty();
        assertThat(uids.get()).isPositive();
    }

    private static ManagedUidGenerator start(LeasedWorkerIds assigner, CountDownLatch started) {
        try {
            return CachedUidGenerator.builder(assigner).build();
        } finally {
            started.countDown();
        }
    }

    private static long load(ManagedUidGenerator generator, Queue<RuntimeException> failures) {
        long start = System.nanoTime();
        long uids = 0;
        while (System.nanoTime() - start < TimeUnit.SECONDS.toNanos(SECONDS)) {
            try {
                generator.getUID();
                uids++;
            } catch (RuntimeException e) {
                failures.add(e);
            }
            if (uids % 1_000 == 0) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1)); // for other tests on this machine
            }
        }
        return uids;
    }
}
