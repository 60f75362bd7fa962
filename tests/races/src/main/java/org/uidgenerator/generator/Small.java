package org.uidgenerator.generator;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.UidLayout;
import org.uidgenerator.internal.NanoClock;
import org.uidgenerator.internal.engine.UidBuffer;
import org.uidgenerator.internal.engine.UnbufferedBlocks;
import org.uidgenerator.worker.LeaseState;
import org.uidgenerator.worker.WorkerIdAssigner;
import org.uidgenerator.worker.WorkerLease;

/** Generators so small that a few calls use them up: two UIDs per tick, rings of two blocks, no thread. */
public final class Small {
    public static final Instant EPOCH = Instant.parse("2026-01-01T00:00:00Z");
    public static final UidLayout LAYOUT = UidLayout.builder()
            .timeBits(40)
            .workerBits(22)
            .seqBits(1)
            .epoch(EPOCH)
            .build();

    public static final long FIRST_OF_TICK_1 = LAYOUT.encode(1, 0, 0);

    private Small() {}

    public static DefaultUidGenerator.Builder unbuffered(WorkerIdAssigner assigner) {
        return DefaultUidGenerator.builder(assigner)
                .layout(LAYOUT)
                .clock(InstantSource.fixed(EPOCH))
                .nanoClock(new Haste())
                .maxWait(Duration.ofDays(100_000))
                .threadFactory(Small::noThread);
    }

    public static CachedUidGenerator.Builder cached(WorkerIdAssigner assigner) {
        return CachedUidGenerator.builder(assigner)
                .layout(LAYOUT)
                .boostPower(1)
                .ordering(Ordering.STRICT)
                .clock(InstantSource.fixed(EPOCH))
                .rejectedTakeBufferHandler((ring, waitedNanos) -> false)
                .threadFactory(Small::noThread);
    }

    /** The engine of a generator. */
    public static UidBuffer bufferOf(CachedUidGenerator generator) {
        return generator.buffer;
    }

    /** The engine of a generator. */
    public static UnbufferedBlocks blocksOf(DefaultUidGenerator generator) {
        return generator.blocks;
    }

    /** A thread that never starts: an actor does its work, or nothing does. */
    public static Thread noThread(Runnable work) {
        return new Thread(work) {
            @Override
            public synchronized void start() {}
        };
    }

    /** The UID's index since the epoch, counting as if there were only one worker. */
    public static long number(long uid) {
        return 2 * LAYOUT.tickOf(uid) + (uid & 1);
    }

    /** Asks a generator for a UID: {@code uid} or {@code none}. */
    public static String ask(UidGenerator generator) {
        try {
            return generator.getUID() < 0 ? "none" : "uid";
        } catch (UidGenerateException e) {
            return "none";
        }
    }

    /** Asks a generator that was shown a UID for another one: {@code above}, {@code below} or {@code none}. */
    public static String askAbove(UidGenerator generator, long shown) {
        try {
            long uid = generator.getUID();
            return uid < 0 ? "none" : uid > shown ? "above" : "below";
        } catch (UidGenerateException e) {
            return "none";
        }
    }

    /** A lease of worker id 0 that needs no store. */
    public static class Unlimited implements WorkerLease {
        @Override
        public long workerId() {
            return 0;
        }

        @Override
        public long firstTick() {
            return 0;
        }

        @Override
        public void reserve(long tick) {}

        @Override
        public LeaseState state() {
            return LeaseState.UNLIMITED;
        }

        @Override
        public void release(long lastTick) {}
    }

    /** Allows no tick after the first. */
    public static final class OneTick extends Unlimited {
        @Override
        public long latestTick(long currentTick) {
            return 0;
        }
    }

    /** A second passes at each reading, so ticks that were used up are over at once. */
    static final class Haste implements NanoClock {
        private final AtomicLong seconds = new AtomicLong();

        @Override
        public long nanoTime() {
            return TimeUnit.SECONDS.toNanos(seconds.incrementAndGet());
        }

        @Override
        public void park(long nanos) {}
    }
}
