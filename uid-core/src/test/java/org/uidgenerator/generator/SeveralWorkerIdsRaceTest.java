package org.uidgenerator.generator;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.uidgenerator.UidLayout;
import org.uidgenerator.buffer.RejectedTakeBufferHandler;
import org.uidgenerator.contract.RecordingLease;
import org.uidgenerator.internal.NanoClock;
import org.uidgenerator.worker.LeaseRequest;
import org.uidgenerator.worker.WorkerLease;

/**
 * Real threads take UIDs while worker ids join, leave and are revoked, in a time that passes a thousand times faster,
 * so that all of it happens in a second. Every UID sets its bit in a map.
 */
@Tag("proof")
class SeveralWorkerIdsRaceTest {
    private static final long UIDS = Long.getLong("several.uids", 30_000_000L);
    private static final int THREADS = 4;
    private static final int SPEED = 1_000;

    /** A worker id sustains 2 million UIDs a second in that time: fewer than the threads take beside much else. */
    private static final UidLayout LAYOUT = UidLayout.of(31, 21, 11);

    private static final VarHandle WORDS = MethodHandles.arrayElementVarHandle(long[].class);

    private final Random random = new Random(4711);
    private final Queue<Long> free = new ConcurrentLinkedQueue<>();
    private final Map<Long, Long> lastTicks = new ConcurrentHashMap<>();
    private final Queue<Lease> held = new ConcurrentLinkedQueue<>();
    private final AtomicLong unused = new AtomicLong(200_000);
    private final AtomicInteger joined = new AtomicInteger();
    private final AtomicInteger left = new AtomicInteger();
    private final AtomicInteger revoked = new AtomicInteger();

    private final Map<Long, long[]> given = new ConcurrentHashMap<>();
    private final AtomicLong duplicates = new AtomicLong();
    private final AtomicLong descents = new AtomicLong();

    private final class Lease extends RecordingLease {
        private volatile boolean isRevoked;

        Lease(long workerId, long firstTick) {
            super(workerId, firstTick);
        }

        @Override
        public boolean isRevoked() {
            return isRevoked;
        }

        @Override
        public void release(long lastTick) {
            super.release(lastTick);
            left.incrementAndGet();
            lastTicks.put(workerId(), lastTick);
            held.remove(this);
            free.add(workerId());
        }
    }

    /** Those that come back are taken again at once, and new ones are lower than all before. */
    private WorkerLease take(LeaseRequest request) {
        Long back = free.poll();
        long workerId = back != null ? back : unused.decrementAndGet();
        Lease lease = new Lease(workerId, lastTicks.getOrDefault(workerId, -1L) + 1);
        joined.incrementAndGet();
        held.add(lease);
        return lease;
    }

    private static final class FastTime implements NanoClock, InstantSource {
        private final long start = System.nanoTime();

        @Override
        public long nanoTime() {
            return (System.nanoTime() - start) * SPEED;
        }

        @Override
        public void park(long nanos) throws InterruptedException {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            LockSupport.parkNanos(Math.max(1, nanos / SPEED));
        }

        @Override
        public Instant instant() {
            return VirtualTime.START.plusNanos(nanoTime());
        }
    }

    @ParameterizedTest
    @EnumSource
    @Timeout(value = 1, unit = TimeUnit.DAYS) // for -Dseveral.uids
    void repeatNoUidWhileTheyJoinAndLeaveAndAreRevoked(Ordering ordering) {
        FastTime time = new FastTime();
        try (CachedUidGenerator generator = CachedUidGenerator.builder(this::take)
                .layout(LAYOUT)
                .clock(time)
                .nanoClock(time)
                .ordering(ordering)
                .maxStaleness(Duration.ofMinutes(1))
                .rejectedTakeBufferHandler(RejectedTakeBufferHandler.waitFor(Duration.ofDays(1)))
                .maxWorkerIds(16)
                .build()) {
            for (long taken = 0; taken < UIDS; taken += UIDS / 3) {
                take(generator, UIDS / 3);
                awaitCalm(generator);
            }
        }
        assertThat(duplicates).hasValue(0);
        assertThat(descents).hasValue(0);
        assertThat(joined.get() - left.get()).as("not given back").isBetween(1, revoked.get());
        assertThat(joined).as("joined").hasValueGreaterThan(6);
    }

    private void take(CachedUidGenerator generator, long uids) {
        CompletableFuture<?>[] takers = IntStream.range(0, THREADS)
                .mapToObj(i -> CompletableFuture.runAsync(
                        () -> takeInThread(generator, uids / THREADS), task -> new Thread(task).start()))
                .toArray(CompletableFuture<?>[]::new);
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100)); // about as long as it takes others to join
        revokeOne();
        CompletableFuture.allOf(takers).join();
    }

    private void takeInThread(CachedUidGenerator generator, long uids) {
        long before = -1;
        long block = -1;
        long[] bits = {};
        for (long i = 0; i < uids; i++) {
            long uid = generator.getUID();
            if (uid <= before) {
                descents.incrementAndGet();
            }
            before = uid;
            if (uid >>> LAYOUT.seqBits() != block) {
                block = uid >>> LAYOUT.seqBits();
                bits = given.computeIfAbsent(block, key -> new long[(int) (LAYOUT.maxSequence() + 1) / Long.SIZE]);
            }
            long bit = 1L << uid;
            if (((long) WORDS.getAndBitwiseOr(bits, (int) (uid & LAYOUT.maxSequence()) / Long.SIZE, bit) & bit) != 0) {
                duplicates.incrementAndGet();
            }
        }
    }

    private void revokeOne() {
        Lease[] leases = held.toArray(Lease[]::new);
        Lease lease = leases[random.nextInt(leases.length)];
        held.remove(lease);
        revoked.incrementAndGet();
        lease.isRevoked = true;
    }

    /** Until the generator has caught up, and has given back what it does not need. */
    private static void awaitCalm(CachedUidGenerator generator) {
        while (generator.status().workerIds().size() > 1) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
    }
}
