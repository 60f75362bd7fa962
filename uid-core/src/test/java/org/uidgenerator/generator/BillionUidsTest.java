package org.uidgenerator.generator;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.uidgenerator.UidLayout;
import org.uidgenerator.buffer.RejectedTakeBufferHandler;
import org.uidgenerator.worker.WorkerLease;

/**
 * Eight threads against a ring of two blocks: the takers outrun the padder all the time, and each hand-over is a race.
 * Every UID sets its bit in a map; a bit that is set already is a duplicate. A tenth of a billion, but for "verify".
 */
@Tag("proof")
class BillionUidsTest {
    private static final long UIDS = Long.getLong("billion.uids", 100_000_000);
    private static final int THREADS = 8;
    private static final UidLayout LAYOUT = UidLayout.of(41, 12, 10);

    private static final VarHandle WORDS = MethodHandles.arrayElementVarHandle(long[].class);

    @Test
    @Timeout(value = 1, unit = TimeUnit.DAYS) // for -Dbillion.uids
    void holdNoDuplicate() {
        long uidsPerTick = LAYOUT.maxSequence() + 1;
        long ticks = UIDS / uidsPerTick + 1_000; // what stays unused in open blocks
        long[] given = new long[(int) (ticks * uidsPerTick / Long.SIZE)];
        LongAdder duplicates = new LongAdder();
        LongAdder emptyRings = new LongAdder();
        RejectedTakeBufferHandler waits = RejectedTakeBufferHandler.waitFor(Duration.ofMinutes(1));
        try (CachedUidGenerator generator = CachedUidGenerator.builder(layout -> WorkerLease.neverReused(4_095))
                .layout(LAYOUT)
                .boostPower(1)
                .maxBorrow(Duration.ofDays(365_000))
                .maxStaleness(Duration.ofDays(1))
                .rejectedTakeBufferHandler((ring, waited) -> {
                    emptyRings.increment();
                    return waits.rejectTakeBuffer(ring, waited);
                })
                .build()) {
            assertThat(generator.buffer.ring().capacity()).isEqualTo(2);
            long firstTick = LAYOUT.tickOf(generator.getUID());
            Runnable taker = () -> {
                for (long i = 0; i < UIDS / THREADS; i++) {
                    long uid = generator.getUID();
                    long index = (LAYOUT.tickOf(uid) - firstTick) * uidsPerTick + (uid & LAYOUT.maxSequence());
                    long bit = 1L << index;
                    long word = (long) WORDS.getAndBitwiseOr(given, (int) (index / Long.SIZE), bit);
                    if ((word & bit) != 0) {
                        duplicates.increment();
                    }
                }
            };
            CompletableFuture<?>[] takers = IntStream.range(0, THREADS)
                    .mapToObj(i -> CompletableFuture.runAsync(taker, task -> new Thread(task).start()))
                    .toArray(CompletableFuture<?>[]::new);
            CompletableFuture.allOf(takers).join();
        }

        assertThat(duplicates.sum()).isZero();
        System.out.printf(Locale.ROOT, "covered: %,d UIDs compared%n", UIDS);
        assertThat(emptyRings.sum()).as("times a taker outran the padder").isGreaterThan(UIDS / 1_000_000);
    }
}
