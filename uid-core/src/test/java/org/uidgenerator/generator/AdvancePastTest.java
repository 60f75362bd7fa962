package org.uidgenerator.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.uidgenerator.FieldOrder;
import org.uidgenerator.ManagedUidGenerator;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.UidLayout;
import org.uidgenerator.UidRange;
import org.uidgenerator.contract.RecordingLease;
import org.uidgenerator.contract.TestLease;
import org.uidgenerator.worker.LeaseState;
import org.uidgenerator.worker.WorkerIdAssigner;
import org.uidgenerator.worker.WorkerLease;
import org.uidgenerator.worker.WorkerLeaseLostException;

/** A generator that was shown a UID of another one hands out greater ones only. */
class AdvancePastTest {
    private static final UidLayout LAYOUT = UidLayout.of(31, 19, 13);
    private static final UidLayout SEQUENCE_FIRST =
            LAYOUT.toBuilder().fieldOrder(FieldOrder.TIME_SEQUENCE_WORKER).build();
    private static final long WORKER = 7;

    private final VirtualTime time = new VirtualTime();

    /** The generators, in virtual time. */
    private enum Kind {
        CACHED {
            @Override
            UidGeneratorBuilder<?> builder(WorkerIdAssigner assigner) {
                return CachedUidGenerator.builder(assigner);
            }
        },
        CACHED_STRICT {
            @Override
            UidGeneratorBuilder<?> builder(WorkerIdAssigner assigner) {
                return CachedUidGenerator.builder(assigner).ordering(Ordering.STRICT);
            }
        },
        ON_DEMAND {
            @Override
            UidGeneratorBuilder<?> builder(WorkerIdAssigner assigner) {
                return DefaultUidGenerator.builder(assigner);
            }
        };

        abstract UidGeneratorBuilder<?> builder(WorkerIdAssigner assigner);

        ManagedUidGenerator generator(UidLayout layout, WorkerIdAssigner assigner, VirtualTime time) {
            return builder(assigner)
                    .name("orders")
                    .layout(layout)
                    .clock(time.clock)
                    .nanoClock(time)
                    .threadFactory(time)
                    .build();
        }
    }

    private ManagedUidGenerator generator(Kind kind, UidLayout layout) {
        return kind.generator(layout, any -> WorkerLease.neverReused(WORKER), time);
    }

    private ManagedUidGenerator generator(Kind kind, WorkerLease lease) {
        return kind.generator(LAYOUT, any -> lease, time);
    }

    private long tickOfNow() {
        return LAYOUT.tickAt(time.clock.millis());
    }

    @ParameterizedTest
    @EnumSource
    void handsOutGreaterUidsWhateverItIsShown(Kind kind) throws InterruptedException {
        Random random = new Random(18);
        for (UidLayout layout : List.of(LAYOUT, SEQUENCE_FIRST)) {
            ManagedUidGenerator generator = generator(kind, layout);
            long greatest = generator.getUID();
            for (int i = 0; i < 2_000; i++) {
                long tick = Math.max(tickOfNow(), layout.tickOf(greatest)) + random.nextInt(7) - 3;
                long shown = layout.encode(tick, WORKER + random.nextInt(3) - 1, random.nextInt(8_192));

                generator.advancePast(shown);
                UidRange first = generator.claim(1 + random.nextInt(3));
                long second = generator.getUID();

                greatest = Math.max(greatest, shown);
                assertThat(first.first()).isGreaterThan(greatest);
                assertThat(second).isGreaterThan(first.last());
                greatest = second;
                time.pass(Duration.ofMillis(random.nextInt(3_000)));
            }
            generator.close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void goesNoFurtherThanItHasTo(Kind kind) {
        ManagedUidGenerator generator = generator(kind, LAYOUT);
        long tick = tickOfNow() + 100;

        generator.advancePast(LAYOUT.encode(tick, WORKER - 1, LAYOUT.maxSequence()));
        assertThat(LAYOUT.tickOf(generator.getUID())).isEqualTo(tick);

        generator.advancePast(LAYOUT.encode(tick, WORKER + 1, 0));
        assertThat(LAYOUT.tickOf(generator.getUID())).isEqualTo(tick + 1);
    }

    @ParameterizedTest
    @EnumSource
    void takesWhatIsLeftOfATickThatItHasNotClaimedYet(Kind kind) {
        for (UidLayout layout : List.of(LAYOUT, SEQUENCE_FIRST)) {
            try (ManagedUidGenerator generator = generator(kind, layout)) {
                long tick = tickOfNow() + 100;

                generator.advancePast(layout.encode(tick, WORKER, layout.maxSequence() - 1));

                assertThat(generator.getUID()).isEqualTo(layout.encode(tick, WORKER, layout.maxSequence()));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void staysInTheTickWhereTheSequenceComesBeforeTheWorker(Kind kind) {
        ManagedUidGenerator generator = generator(kind, SEQUENCE_FIRST);
        long uid = generator.getUID();
        long shown = uid + 3 * SEQUENCE_FIRST.sequenceIncrement() + 1; // of worker id 8

        generator.advancePast(shown);

        assertThat(SEQUENCE_FIRST.tickOf(generator.getUID())).isEqualTo(SEQUENCE_FIRST.tickOf(uid));
    }

    @Test
    void losesNothingOfATickWhereTheSequenceComesBeforeTheWorker() {
        ManagedUidGenerator generator = generator(Kind.ON_DEMAND, SEQUENCE_FIRST);
        long step = SEQUENCE_FIRST.sequenceIncrement();
        long uid = generator.getUID();

        generator.advancePast(uid + 3 * step + 1);

        assertThat(generator.getUID()).isEqualTo(uid + 4 * step);
        assertThat(generator.getUID()).isEqualTo(uid + 5 * step);
        assertThat(generator.status().issued()).isEqualTo(3);
    }

    @ParameterizedTest
    @EnumSource(names = {"CACHED_STRICT", "ON_DEMAND"})
    void losesNothingToUidsOfItsOwn(Kind kind) {
        ManagedUidGenerator generator = generator(kind, LAYOUT);
        long uid = generator.getUID();
        for (int i = 1; i <= 100; i++) {
            generator.advancePast(uid);
            assertThat(generator.getUID()).isEqualTo(++uid);
        }
    }

    @ParameterizedTest
    @EnumSource
    void givesUidsOfAllThreadsUp(Kind kind) throws Exception {
        ManagedUidGenerator generator = generator(kind, LAYOUT);
        ExecutorService one = Executors.newSingleThreadExecutor();
        ExecutorService other = Executors.newSingleThreadExecutor();
        try {
            Callable<Long> manyUids = () ->
                    LongStream.generate(generator::getUID).limit(3_000).max().orElseThrow();
            long lower = one.submit(manyUids).get(); // more than a block, so that the thread owns its next one
            long higher = other.submit(manyUids).get();
            assertThat(higher).isGreaterThan(lower);

            generator.advancePast(higher);

            assertThat(one.submit(generator::getUID).get()).isGreaterThan(higher);
            assertThat(generator.getUID()).isGreaterThan(higher);
        } finally {
            one.shutdown();
            other.shutdown();
        }
    }

    @ParameterizedTest
    @EnumSource
    void refusesWhatIsFurtherAheadThanItMayBorrow(Kind kind) {
        ManagedUidGenerator generator = generator(kind, LAYOUT);
        long uid = generator.getUID();
        long latest = tickOfNow() + Duration.ofHours(24).toSeconds();
        long tooFar = LAYOUT.encode(latest + 1, 0, 0);

        assertThatThrownBy(() -> generator.advancePast(tooFar))
                .isInstanceOf(UidGenerateException.class)
                .hasNoCause()
                .hasMessage(
                        "orders cannot advance past uid=" + tooFar
                                + ": its time must not be later than now + maxBorrow: time=2026-11-22T10:30:16Z, latest=2026-11-22T10:30:15Z");
        assertThat(generator.getUID()).isEqualTo(uid + 1);

        generator.advancePast(LAYOUT.encode(latest, 0, 0));
        assertThat(LAYOUT.tickOf(generator.getUID())).isEqualTo(latest);
    }

    @ParameterizedTest
    @EnumSource
    void refusesWhatIsFurtherAheadThanItsLeaseAllows(Kind kind) {
        ManagedUidGenerator generator = generator(kind, new RecordingLease(WORKER, 0) {
            @Override
            public long latestTick(long currentTick) {
                return currentTick + 15;
            }
        });
        long uid = generator.getUID();
        long tooFar = LAYOUT.encode(tickOfNow() + 16, 0, 0);

        assertThatThrownBy(() -> generator.advancePast(tooFar))
                .isInstanceOf(UidGenerateException.class)
                .hasMessage(
                        "orders cannot advance past uid=" + tooFar
                                + ": its time must not be later than the lease of worker id 7 allows now: time=2026-11-21T10:30:31Z, latest=2026-11-21T10:30:30Z");
        assertThat(generator.getUID()).isEqualTo(uid + 1);

        long latest = tickOfNow() + 15;
        generator.advancePast(LAYOUT.encode(latest, 0, 0));
        assertThat(LAYOUT.tickOf(generator.getUID())).isEqualTo(latest);
    }

    @ParameterizedTest
    @EnumSource
    void refusesWhatIsNoUid(Kind kind) {
        UidLayout layout = UidLayout.builder()
                .totalBits(53)
                .timeBits(31)
                .workerBits(9)
                .seqBits(13)
                .build();
        ManagedUidGenerator generator = generator(kind, layout);

        assertThatThrownBy(() -> generator.advancePast(-1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("uid must not be negative: uid=-1");
        assertThatThrownBy(() -> generator.advancePast(1L << 53))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("uid must have at most 53 bits, as " + layout + ": uid=9007199254740992");
    }

    @ParameterizedTest
    @EnumSource
    void reservesTheTicksFirst(Kind kind) {
        Slow lease = new Slow();
        ManagedUidGenerator generator = generator(kind, lease);
        long tick = tickOfNow() + 3_600;

        generator.advancePast(LAYOUT.encode(tick, WORKER + 1, 0));

        assertThat(lease.reserved).isGreaterThanOrEqualTo(tick + 1);
        assertThat(LAYOUT.tickOf(generator.getUID())).isEqualTo(tick + 1);
    }

    @ParameterizedTest
    @EnumSource
    void staysAsItWasIfTheStoreReservesNothing(Kind kind) {
        Slow lease = new Slow();
        ManagedUidGenerator generator = generator(kind, lease);
        long uid = generator.getUID();
        long shown = LAYOUT.encode(tickOfNow() + 3_600, 0, 0);
        lease.failure = new UidGenerateException("the store is unavailable");

        assertThatThrownBy(() -> generator.advancePast(shown))
                .isInstanceOf(UidGenerateException.class)
                .hasMessage("orders cannot advance past uid=" + shown
                        + ": no ticks of worker id 7 are reserved: the store is unavailable")
                .hasCause(lease.failure);
        assertThat(generator.getUID()).isEqualTo(uid + 1);

        lease.failure = null;
        time.pass(Duration.ofSeconds(2)); // longer than the back-off
        assertThat(lease.reserved).isLessThan(tickOfNow() + 3_000); // no caller wants to get there any more
        generator.advancePast(shown);
        assertThat(generator.getUID()).isGreaterThan(shown);
    }

    /** The store may be unavailable when the clock gets there: then the generator has stayed as it was. */
    @ParameterizedTest
    @EnumSource
    void reservesTheVeryFirstTickOfItsLease(Kind kind) {
        long latest = tickOfNow() + Duration.ofHours(24).toSeconds();
        RecordingLease lease = new RecordingLease(WORKER, latest + 1);
        ManagedUidGenerator generator = generator(kind, lease);

        generator.advancePast(LAYOUT.encode(latest, LAYOUT.maxWorkerId(), 0));

        assertThat(lease.reservedThrough()).isEqualTo(latest + 1);
    }

    @ParameterizedTest
    @EnumSource
    void reservesTheVeryLastTickOfItsLayout(Kind kind) {
        time.clock.advance(Duration.between(VirtualTime.START, LAYOUT.timeOf(LAYOUT.maxTick() - 100)));
        RecordingLease lease = new RecordingLease(WORKER, 0);
        ManagedUidGenerator generator = generator(kind, lease);

        generator.advancePast(LAYOUT.encode(LAYOUT.maxTick() - 1, LAYOUT.maxWorkerId(), 0));

        assertThat(lease.reservedThrough()).isEqualTo(LAYOUT.maxTick());
    }

    @ParameterizedTest
    @EnumSource
    void waitsNoLongerThanFiveSecondsForTheStore(Kind kind) {
        ManagedUidGenerator generator = kind.builder(layout -> new Slow())
                .name("orders")
                .layout(LAYOUT)
                .clock(time.clock)
                .nanoClock(time)
                .threadFactory(NeverRuns::new)
                .build();
        long shown = LAYOUT.encode(tickOfNow() + 3_600, 0, 0);
        long start = time.nanoTime();

        assertThatThrownBy(() -> generator.advancePast(shown))
                .isInstanceOf(UidGenerateException.class)
                .hasMessage("orders cannot advance past uid=" + shown
                        + ": no ticks of worker id 7 are reserved: no answer yet")
                .hasCauseInstanceOf(TimeoutException.class)
                .hasRootCauseMessage("no answer within PT5S");
        assertThat(Duration.ofNanos(time.nanoTime() - start))
                .isBetween(Duration.ofSeconds(5), Duration.ofMillis(5_100));
        assertThat(generator.getUID()).isNotNegative();
    }

    @ParameterizedTest
    @EnumSource
    void keepsTheInterruptOfACallerThatWaitsForTheStore(Kind kind) {
        ManagedUidGenerator generator = generator(kind, new Slow());
        long shown = LAYOUT.encode(tickOfNow() + 3_600, 0, 0);

        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> generator.advancePast(shown))
                .isInstanceOf(UidGenerateException.class)
                .hasMessage("orders cannot advance past uid=" + shown
                        + ": it was interrupted while it waited for the store")
                .hasCauseInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void continuesWithAnotherWorkerIdAboveTheUid(Kind kind) {
        Iterator<WorkerLease> leases =
                List.of(new Lost(), WorkerLease.neverReused(WORKER - 1)).iterator();
        ManagedUidGenerator generator = kind.generator(LAYOUT, layout -> leases.next(), time);
        long shown = LAYOUT.encode(tickOfNow() + 50, WORKER, 12);

        generator.advancePast(shown);

        long uid = generator.getUID();
        assertThat(uid).isGreaterThan(shown);
        assertThat(LAYOUT.decode(uid).workerId()).isEqualTo(WORKER - 1);
    }

    @ParameterizedTest
    @EnumSource
    void remembersWhatItIsShownWhileItIsSuspended(Kind kind) {
        ManagedUidGenerator generator = generator(kind, LAYOUT);
        generator.suspend();
        long shown = LAYOUT.encode(tickOfNow() + 20, WORKER + 1, 0);

        generator.advancePast(shown);

        assertThatThrownBy(generator::getUID).hasMessage("orders is suspended");
        generator.resume();
        assertThat(generator.getUID()).isGreaterThan(shown);
    }

    @ParameterizedTest
    @EnumSource
    void refusesToAdvanceOnceItIsClosed(Kind kind) {
        ManagedUidGenerator generator = generator(kind, LAYOUT);
        long shown = LAYOUT.encode(tickOfNow() + 20, WORKER + 1, 0);
        generator.advancePast(shown);
        generator.close();

        for (long uid : new long[] {shown, shown + 1}) { // one that was passed before, and one that was not
            assertThatThrownBy(() -> generator.advancePast(uid))
                    .isExactlyInstanceOf(UidGenerateException.class)
                    .hasMessage("orders is closed");
        }
    }

    @ParameterizedTest
    @EnumSource
    void refusesToAdvanceIfItIsClosedWhileItWaitsForTheStore(Kind kind) {
        AtomicReference<ManagedUidGenerator> generator = new AtomicReference<>();
        generator.set(generator(kind, new Slow() {
            @Override
            public void reserve(long tick) {
                if (tick > reserved) { // for the thread of the lease, while the call waits
                    generator.get().close();
                }
            }
        }));

        assertThatThrownBy(() -> generator.get().advancePast(LAYOUT.encode(tickOfNow() + 60, WORKER, 0)))
                .isExactlyInstanceOf(UidGenerateException.class)
                .hasMessage("orders is closed");
    }

    @ParameterizedTest
    @EnumSource
    void saysThatTheTimeBitsAreUsedUpToEachCallForAUid(Kind kind) {
        UidLayout ending = LAYOUT.toBuilder()
                .timeBits(25)
                .workerBits(19)
                .seqBits(19)
                .epoch(time.clock.instant().minusSeconds((1 << 25) - 10).minusMillis(400))
                .build();
        ManagedUidGenerator generator = generator(kind, ending);

        generator.advancePast(Long.MAX_VALUE);

        assertThatThrownBy(generator::getUID)
                .isInstanceOf(UidGenerateException.class)
                .hasMessageContaining("the time bits are used up");
    }

    @Test
    void neverGoesBackBelowTheUidWhateverTheClockPolicy() {
        Random random = new Random(20);
        for (ClockPolicy policy :
                List.of(ClockPolicy.unusedSequences(60), ClockPolicy.extensionBits(3), ClockPolicy.keepCounting())) {
            DefaultUidGenerator generator = DefaultUidGenerator.builder(layout -> WorkerLease.neverReused(WORKER))
                    .clockPolicy(policy)
                    .layout(SEQUENCE_FIRST)
                    .clock(time.clock)
                    .nanoClock(time)
                    .threadFactory(time)
                    .build();
            long floor = -1;
            for (int i = 0; i < 3_000; i++) {
                long uid = generator.getUID();
                assertThat(uid).as("%s", policy).isGreaterThan(floor);
                if (random.nextInt(4) == 0) {
                    long shown = uid + (random.nextInt(5) - 2) * (1L << random.nextInt(33));
                    generator.advancePast(shown);
                    floor = Math.max(floor, shown);
                }
                if (random.nextInt(4) == 0) {
                    time.clock.advance(Duration.ofMillis(random.nextInt(6_000) - 3_000));
                }
                time.pass(Duration.ofMillis(random.nextInt(700)));
            }
            generator.close();
        }
    }

    @Test
    void uidsIncreaseForACallerThatTakesThemFromManyGeneratorsWhoseClocksDiffer() throws Exception {
        AtomicLong seen = new AtomicLong();
        List<Callable<Void>> callers = new ArrayList<>();
        List<UidGenerator> generators = Stream.of(-2_000L, 0L, 3_000L, 5_000L)
                .<UidGenerator>map(millis -> {
                    InstantSource clock = InstantSource.offset(InstantSource.system(), Duration.ofMillis(millis));
                    return millis == 0
                            ? DefaultUidGenerator.builder(layout -> WorkerLease.neverReused(10))
                                    .layout(UidLayout.of(41, 10, 12).toBuilder()
                                            .tick(Duration.ofMillis(1))
                                            .build())
                                    .overflow(Overflow.BORROW)
                                    .clock(clock)
                                    .build()
                            : CachedUidGenerator.builder(layout -> WorkerLease.neverReused(millis / 1_000 + 10))
                                    .layout(UidLayout.of(41, 10, 12).toBuilder()
                                            .tick(Duration.ofMillis(1))
                                            .build())
                                    .clock(clock)
                                    .build();
                })
                .toList();
        for (int caller = 0; caller < 4; caller++) {
            Random random = new Random(caller);
            callers.add(() -> {
                for (int i = 0; i < 5_000; i++) {
                    UidGenerator generator = generators.get(random.nextInt(generators.size()));
                    long before = seen.get();
                    generator.advancePast(before);
                    long uid = generator.getUID();
                    assertThat(uid).isGreaterThan(before);
                    seen.accumulateAndGet(uid, Math::max);
                }
                return null;
            });
        }
        ExecutorService threads = Executors.newFixedThreadPool(callers.size());
        try {
            for (Future<Void> caller : threads.invokeAll(callers)) {
                caller.get();
            }
        } finally {
            threads.shutdown();
            generators.forEach(UidGenerator::close);
        }
    }

    /** A lease that has ten seconds reserved and has to ask its store for more. */
    private class Slow extends TestLease {
        volatile long reserved = tickOfNow() + 10;
        volatile UidGenerateException failure;

        @Override
        public long workerId() {
            return WORKER;
        }

        @Override
        public void reserve(long tick) {
            if (tick > reserved) {
                if (failure != null) {
                    throw failure;
                }
                reserved = tick;
            }
        }

        @Override
        public LeaseState state() {
            return LeaseState.through(reserved);
        }
    }

    /** A lease that is lost when it is to reserve more. */
    private final class Lost extends Slow {
        @Override
        public void reserve(long tick) {
            if (tick > reserved) {
                throw new WorkerLeaseLostException("worker id 7 has gone to another holder");
            }
        }
    }
}
