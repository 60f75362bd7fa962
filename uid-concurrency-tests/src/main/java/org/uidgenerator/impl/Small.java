package org.uidgenerator.impl;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.UidLayout;
import org.uidgenerator.worker.WorkerIdAssigner;

/** Generators so small that a few calls use them up: two UIDs a tick, rings of two blocks, no thread. */
final class Small {
    static final Instant EPOCH = Instant.parse("2026-01-01T00:00:00Z");
    static final UidLayout LAYOUT = UidLayout.builder()
            .timeBits(40)
            .workerBits(22)
            .seqBits(1)
            .epoch(EPOCH)
            .build();

    /** Never starts: what it would run is run by an actor, or by nobody. */
    private static final Thread NO_THREAD = new Thread() {
        @Override
        public void start() {}
    };

    private Small() {}

    static DefaultUidGenerator.Builder onDemand(WorkerIdAssigner assigner) {
        return DefaultUidGenerator.builder(assigner)
                .layout(LAYOUT)
                .clock(InstantSource.fixed(EPOCH))
                .waiting(new Haste())
                .maxWait(Duration.ofDays(100_000))
                .alarm((nanos, task) -> {});
    }

    static CachedUidGenerator.Builder cached(WorkerIdAssigner assigner) {
        return CachedUidGenerator.builder(assigner)
                .layout(LAYOUT)
                .boostPower(1)
                .ordering(Ordering.STRICT)
                .clock(InstantSource.fixed(EPOCH))
                .rejectedTakeBufferHandler((ring, waitedNanos) -> false)
                .threadFactory(task -> NO_THREAD);
    }

    /** The how manieth UID after the epoch it is, were all of one worker. */
    static long number(long uid) {
        return 2 * LAYOUT.tickOf(uid) + (uid & 1);
    }

    /** Tells whether a generator gives a UID: {@code uid} or {@code none}. */
    static String ask(UidGenerator generator) {
        try {
            return generator.getUID() < 0 ? "none" : "uid";
        } catch (UidGenerateException e) {
            return "none";
        }
    }

    /** A second passes each time somebody looks: ticks that were used up are over at once. */
    private static final class Haste implements Waiting {
        private final AtomicLong seconds = new AtomicLong();

        @Override
        public long nanoTime() {
            return TimeUnit.SECONDS.toNanos(seconds.incrementAndGet());
        }

        @Override
        public void park(long nanos) {}
    }
}
