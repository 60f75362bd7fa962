package org.uidgenerator.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.uidgenerator.OptionException;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.contract.RecordingLease;
import org.uidgenerator.internal.NanoClock;
import org.uidgenerator.internal.background.BackgroundThreads;
import org.uidgenerator.internal.engine.EngineStub;
import org.uidgenerator.test.internal.LogRecorder;
import org.uidgenerator.test.internal.Patience;
import org.uidgenerator.worker.LeaseRequest;
import org.uidgenerator.worker.LeaseState;
import org.uidgenerator.worker.WorkerIdAssigner;
import org.uidgenerator.worker.WorkerLease;
import org.uidgenerator.worker.WorkerLeaseLostException;

class LeasedTicksTest {
    private final VirtualTime time = new VirtualTime();
    private final AtomicInteger changes = new AtomicInteger();

    private final TickClock clock = new TickClock(UidLayout.DEFAULT, time.clock, Duration.ofHours(1));

    /** UIDs of no tick are ever past. */
    private final HandOutWindow forEver = new HandOutWindow(UidLayout.DEFAULT, clock, TickClock.LONGEST);

    private LeasedTicks ticks(WorkerIdAssigner assigner, NanoClock nanoClock, ThreadFactory threads) {
        return new LeasedTicks(
                LeaseRequest.of(UidLayout.DEFAULT).withName("orders"),
                assigner,
                clock,
                nanoClock,
                threads,
                new EngineStub(changes::incrementAndGet, 0),
                null,
                1,
                null);
    }

    private LeasedTicks ticks(
            WorkerIdAssigner assigner,
            int most,
            ToIntFunction<WorkerIdDemand.Reading> policy,
            @Nullable HandOutWindow window) {
        return ticks(assigner, most, policy, window, 0);
    }

    private LeasedTicks ticks(
            WorkerIdAssigner assigner,
            int most,
            ToIntFunction<WorkerIdDemand.Reading> policy,
            @Nullable HandOutWindow window,
            int waiting) {
        return new LeasedTicks(
                LeaseRequest.of(UidLayout.DEFAULT).withName("orders"),
                assigner,
                clock,
                time,
                time,
                new EngineStub(changes::incrementAndGet, waiting),
                window,
                most,
                policy);
    }

    private LeasedTicks ticks(WorkerIdAssigner assigner) {
        return ticks(assigner, time, time);
    }

    @Test
    void reservesFromMemoryWhatTheLeaseHasReserved() {
        RecordingLease lease = new RecordingLease(7, 0);
        LeasedTicks ticks = ticks(layout -> lease);

        assertThat(ticks.tryReserve(42, ticks.first())).isTrue();

        assertThat(lease.reservedThrough()).isEqualTo(42);
        assertThat(ticks.describeTrouble()).isNull();
        assertThat(time.busyThreads()).isZero();
    }

    @Test
    void asksTheStoreInTheBackgroundAndTellsTheGenerator() {
        OneByOneLease lease = new OneByOneLease(7);
        LeasedTicks ticks = ticks(layout -> lease);

        assertThat(ticks.tryReserve(42, ticks.first())).isFalse();
        assertThat(lease.reservedThrough()).isEqualTo(-1);
        assertThat(ticks.describeTrouble()).isEqualTo("no ticks of worker id 7 are reserved: no answer yet");
        assertThat(changes).hasValue(0);

        time.pass(Duration.ZERO);
        assertThat(lease.reservedThrough()).isEqualTo(42);
        assertThat(changes).hasValue(1);
        assertThat(ticks.tryReserve(42, ticks.first())).isTrue();
        assertThat(ticks.tryReserve(43, ticks.first())).isFalse();
    }

    @Test
    void reservesAtTheStartWhatIsAboveAllThatWasUsedBefore() {
        OneByOneLease lease = new OneByOneLease(7);
        LeasedTicks ticks = ticks(layout -> lease);
        long highest = UidLayout.DEFAULT.tickAt(time.clock.millis()) + 600;

        ticks.awaitFirst(highest);

        assertThat(lease.reservedThrough()).isEqualTo(highest + 1);
    }

    @Test
    void reservesAtTheStartTheVeryLastTickOfTheLayout() {
        UidLayout layout = UidLayout.DEFAULT;
        time.clock.advance(Duration.between(VirtualTime.START, layout.timeOf(layout.maxTick())));
        OneByOneLease lease = new OneByOneLease(7);
        LeasedTicks ticks = ticks(request -> lease);

        ticks.awaitFirst(-1);

        assertThat(lease.reservedThrough()).isEqualTo(layout.maxTick());
        assertThat(ticks.reservedUntil(LeaseState.through(layout.maxTick() - 1)))
                .isEqualTo(layout.timeOf(layout.maxTick()));
        assertThat(ticks.reservedUntil(LeaseState.through(layout.maxTick()))).isEqualTo(layout.expiresAt());
    }

    @Test
    void reservesAtTheStartTheLatestTickThatTheClockAllows() {
        long latest = UidLayout.DEFAULT.tickAt(time.clock.millis()) + 3_600;
        RecordingLease lease = new RecordingLease(7, latest) {
            @Override
            public LeaseState state() {
                return LeaseState.through(latest - 1);
            }
        };

        ticks(request -> lease).awaitFirst(-1);

        assertThat(lease.reservedThrough()).isEqualTo(latest);
    }

    @Test
    void watchesNoDemandThatCanChangeNothing() {
        LeasedTicks ticks = ticks(layout -> new RecordingLease(7, 0));

        ticks.watchDemand();

        assertThat(time.busyThreads()).isZero();
    }

    @Test
    void knowsUidsOfARevokedLeaseFromThoseOfTheNextLeaseOfItsWorkerId() {
        RevocableLease revoked = new RevocableLease(7);
        Deque<WorkerLease> leases = new ArrayDeque<>(List.of(revoked, new RevocableLease(7)));
        LeasedTicks ticks = ticks(request -> leases.remove(), 1, reading -> 1, forEver);
        assertThat(ticks.tryClaim(42, ticks.first())).isTrue();
        assertThat(ticks.isValid(7, 42)).isTrue();

        revoked.revoked = true;
        ticks.tryClaim(43, ticks.first()); // finds that, and asks for another one
        time.pass(Duration.ZERO);
        assertThat(ticks.tryClaim(43, ticks.first())).isTrue();

        assertThat(ticks.isValid(7, 42)).isFalse();
        assertThat(ticks.isValid(7, 43)).isTrue();
    }

    /** An additional one comes behind that which it takes the place of. */
    @Test
    void knowsUidsOfARevokedLeaseFromThoseOfAnAdditionalOneOfItsWorkerId() {
        RevocableLease revoked = new RevocableLease(9);
        Deque<WorkerLease> leases = new ArrayDeque<>(List.of(new RevocableLease(7), revoked, new RevocableLease(9)));
        LeasedTicks ticks = ticks(request -> leases.remove(), 2, reading -> 2, forEver);
        ticks.watchDemand();
        time.pass(Duration.ofSeconds(3));
        assertThat(ticks.tryClaim(42, ticks.takingPart().get(1))).isTrue();

        revoked.revoked = true;
        ticks.tryClaim(43, ticks.takingPart().get(1));
        time.pass(Duration.ofSeconds(3));

        assertThat(leases).isEmpty();
        assertThat(ticks.tryClaim(43, ticks.takingPart().get(1))).isTrue();
        assertThat(ticks.isValid(9, 42)).isFalse();
        assertThat(ticks.isValid(9, 43)).isTrue();
    }

    @Test
    void keepsALostFirstOneUntilAnotherTakesItsPlace() {
        Deque<WorkerLease> leases = new ArrayDeque<>(List.of(new OneByOneLease(7)));
        LeasedTicks ticks = ticks(request -> leases.remove(), 2, reading -> 1, null);
        ((OneByOneLease) ticks.first().lease).outage = new WorkerLeaseLostException("gone to host 9");

        ticks.tryReserve(42, ticks.first());
        time.pass(Duration.ofSeconds(10));
        assertThat(ticks.first().lease.workerId()).isEqualTo(7);

        leases.add(new OneByOneLease(8));
        time.pass(Duration.ofSeconds(10));
        assertThat(ticks.first().lease.workerId()).isEqualTo(8);
    }

    @Test
    void warnsOnceUntilItGetsAnAdditionalWorkerIdAgain() {
        AtomicInteger requests = new AtomicInteger();
        WorkerIdAssigner odd = request -> {
            int before = requests.getAndIncrement();
            if (before == 1 || before == 2 || before > 3) {
                throw new UidGenerateException("all are in use");
            }
            return new RecordingLease(7 + before, 0);
        };
        LeasedTicks ticks = ticks(odd, 3, reading -> 3, null);
        try (LogRecorder log = new LogRecorder()) {
            ticks.watchDemand();
            time.pass(Duration.ofMinutes(10));

            assertThat(log.lines())
                    .containsExactly(
                            "WARNING orders gets no additional worker id beside 7, trying again each minute: all are in use",
                            "WARNING orders gets no additional worker id beside 7, 10, trying again each minute: all are in use");
        }
    }

    private static List<Long> takingPart(LeasedTicks ticks) {
        return ticks.takingPart().stream().map(one -> one.lease.workerId()).toList();
    }

    @Test
    void letsAsManyTakePartAsAreWantedAndSaysSoOnce() {
        AtomicInteger wanted = new AtomicInteger(4);
        LeasedTicks ticks =
                ticks(request -> new RecordingLease(7 + request.ordinal(), 0), 4, reading -> wanted.get(), forEver);
        try (LogRecorder log = new LogRecorder()) {
            ticks.watchDemand();
            time.pass(Duration.ofSeconds(3));
            assertThat(takingPart(ticks)).containsExactly(7L, 8L, 9L, 10L);
            assertThat(changes).hasValue(3);
            ticks.takingPart().forEach(one -> ticks.tryClaim(42, one)); // so they are held for a while

            wanted.set(2);
            time.pass(Duration.ofSeconds(3));
            assertThat(takingPart(ticks)).containsExactly(7L, 8L);

            wanted.set(3); // of two that are leaving
            time.pass(Duration.ofSeconds(3));
            assertThat(takingPart(ticks)).containsExactly(7L, 8L, 9L);
            assertThat(changes).hasValue(4);

            assertThat(log.lines())
                    .containsExactly(
                            "INFO orders takes UIDs of worker ids 7, 8, 9, 10, of at most 4",
                            "INFO orders takes UIDs of worker ids 7, 8, of at most 4",
                            "INFO orders takes UIDs of worker ids 7, 8, 9, of at most 4");
        }
    }

    /** On a store that takes seconds to answer, one after the other would take as many times as long. */
    @Test
    void takesSeveralAtTheSameTimeWhileTheFirstOneIsRenewed() {
        CountDownLatch allAsk = new CountDownLatch(3);
        CountDownLatch answers = new CountDownLatch(1);
        OneByOneLease first = new OneByOneLease(7);
        LeasedTicks ticks = new LeasedTicks(
                LeaseRequest.of(UidLayout.DEFAULT).withName("orders"),
                request -> {
                    if (request.ordinal() == 0) {
                        return first;
                    }
                    allAsk.countDown();
                    Patience.awaitTest(answers);
                    return new RecordingLease(7 + request.ordinal(), 0);
                },
                clock,
                NanoClock.SYSTEM,
                BackgroundThreads::newThread,
                new EngineStub(),
                forEver,
                4,
                reading -> 4);

        ticks.watchDemand();
        Patience.awaitTest(allAsk);
        assertThat(ticks.tryReserve(42, ticks.first())).isFalse();
        Patience.spinUntil(() -> first.reservedThrough() == 42);
        answers.countDown();
        Patience.spinUntil(() -> ticks.takingPart().size() == 4);

        ticks.release();
        assertThat(ticks.awaitEnd(Patience.LONGEST)).isTrue();
    }

    @Test
    void isEndingWhileAnAdditionalOneIsBeingTaken() {
        CountDownLatch asks = new CountDownLatch(1);
        CountDownLatch answers = new CountDownLatch(1);
        RecordingLease late = new RecordingLease(8, 0);
        LeasedTicks ticks = new LeasedTicks(
                LeaseRequest.of(UidLayout.DEFAULT).withName("orders"),
                request -> {
                    if (request.ordinal() == 0) {
                        return new RecordingLease(7, 0);
                    }
                    asks.countDown();
                    Patience.awaitTest(answers);
                    return late;
                },
                clock,
                NanoClock.SYSTEM,
                BackgroundThreads::newThread,
                new EngineStub(),
                forEver,
                2,
                reading -> 2);
        ticks.watchDemand();
        Patience.awaitTest(asks);

        ticks.release();
        assertThat(ticks.awaitEnd(Duration.ofMillis(1))).isFalse();
        assertThat(ticks.isEnding()).isTrue();
        answers.countDown();

        Patience.spinUntil(() -> !ticks.isEnding());
        assertThat(ticks.awaitEnd(Patience.LONGEST)).isTrue();
        assertThat(late.releases()).containsExactly(-1L);
    }

    @Test
    void saysNothingOfOneThatComesAfterTheEnd() {
        AtomicReference<LeasedTicks> ended = new AtomicReference<>();
        List<RecordingLease> leases = new ArrayList<>();
        LeasedTicks ticks = ticks(
                request -> {
                    if (request.ordinal() == 1) {
                        ended.get().release();
                    }
                    leases.add(new RecordingLease(7 + request.ordinal(), 0));
                    return leases.get(leases.size() - 1);
                },
                2,
                reading -> 2,
                null);
        ended.set(ticks);
        try (LogRecorder log = new LogRecorder()) {
            ticks.watchDemand();
            time.pass(Duration.ofSeconds(3));

            assertThat(leases)
                    .hasSize(2)
                    .allSatisfy(lease -> assertThat(lease.releases()).hasSize(1));
            assertThat(log.lines()).isEmpty();
        }
        assertThat(changes).hasValue(0);
    }

    @Test
    void isInTroubleOnlyIfNoneThatTakesPartHasTicks() {
        UidGenerateException away = new UidGenerateException("the store is unavailable");
        OneByOneLease first = new OneByOneLease(7);
        AtomicInteger wanted = new AtomicInteger(2);
        LeasedTicks ticks = ticks(
                request -> request.ordinal() == 0 ? first : new RecordingLease(8, 0),
                2,
                reading -> wanted.get(),
                forEver);
        ticks.watchDemand();
        time.pass(Duration.ofSeconds(3));
        first.outage = away;
        ticks.tryReserve(42, ticks.first());
        time.pass(Duration.ofSeconds(3));
        assertThat(ticks.failure()).isSameAs(away);
        assertThat(ticks.whyNone()).isNull();
        assertThat(ticks.describeTrouble()).isNull();

        assertThat(ticks.tryClaim(42, ticks.takingPart().get(1))).isTrue();
        wanted.set(1); // the other one is leaving
        time.pass(Duration.ofSeconds(10));
        assertThat(takingPart(ticks)).containsExactly(7L);
        assertThat(ticks.whyNone()).isSameAs(away);
        assertThat(ticks.describeTrouble()).isEqualTo("no ticks of worker id 7 are reserved: the store is unavailable");
    }

    @Test
    void takesAnotherOneInPlaceOfWhatItHasGivenBack() {
        AtomicInteger wanted = new AtomicInteger(2);
        List<Integer> ordinals = new ArrayList<>();
        List<RecordingLease> leases = new ArrayList<>();
        LeasedTicks ticks = ticks(
                request -> {
                    ordinals.add(request.ordinal());
                    leases.add(new RecordingLease(7 + leases.size(), 0));
                    return leases.get(leases.size() - 1);
                },
                2,
                reading -> wanted.get(),
                null);
        ticks.watchDemand();
        for (int wants : List.of(2, 1, 2)) {
            wanted.set(wants);
            time.pass(Duration.ofSeconds(3));
        }

        assertThat(leases.get(1).releases()).hasSize(1);
        assertThat(ordinals).containsExactly(0, 1, 1);
        assertThat(takingPart(ticks)).containsExactly(7L, 9L);
    }

    @Test
    void saysThatItCouldNotGiveAWorkerIdBack() {
        UidGenerateException failure = new UidGenerateException("the store is unavailable");
        LeasedTicks ticks = ticks(request -> new RecordingLease(7, 0) {
            @Override
            public void release(long lastTick) {
                throw failure;
            }
        });
        try (LogRecorder log = new LogRecorder()) {
            ticks.release();

            assertThat(log.lines()).containsExactly("WARNING orders could not give worker id 7 back");
            assertThat(log.causes()).containsExactly(failure);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void isAtItsLimitWhileACallWaits(int waiting) {
        List<Boolean> isAtLimit = new ArrayList<>();
        ToIntFunction<WorkerIdDemand.Reading> policy = reading -> {
            isAtLimit.add(reading.isAtLimit());
            return 1;
        };
        LeasedTicks ticks = ticks(request -> new RecordingLease(7, 0), 2, policy, null, waiting);
        ticks.tryClaim(UidLayout.DEFAULT.tickAt(time.clock.millis()) + 4_000, ticks.first()); // an hour may be borrowed

        ticks.watchDemand();
        time.pass(Duration.ofSeconds(3));

        assertThat(isAtLimit).isNotEmpty().containsOnly(waiting > 0);
    }

    private static final class RevocableLease extends RecordingLease {
        private volatile boolean revoked;

        RevocableLease(long workerId) {
            super(workerId, 0);
        }

        @Override
        public boolean isRevoked() {
            return revoked;
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void keepsALostLeaseForAsLongAsItsUidsMayBeBuffered(boolean isPast) {
        OneByOneLease lost = new OneByOneLease(7);
        Deque<WorkerLease> leases = new ArrayDeque<>(List.of(lost, new OneByOneLease(8)));
        LeasedTicks ticks = ticks(request -> leases.remove(), 1, reading -> 1, isPast ? null : forEver);
        ticks.tryClaim(42, ticks.first());
        time.pass(Duration.ZERO);
        assertThat(ticks.tryClaim(42, ticks.first())).isTrue();

        lost.outage = new WorkerLeaseLostException("gone to another holder");
        ticks.tryClaim(43, ticks.first());
        time.pass(Duration.ZERO);

        assertThat(ticks.first().lease.workerId()).isEqualTo(8);
        assertThat(ticks.isValid(7, 42)).isEqualTo(!isPast);
    }

    @Test
    void asksForNoTickThatIsNotWantedAnyMore() {
        OneByOneLease lease = new OneByOneLease(7);
        LeasedTicks ticks = ticks(layout -> lease);
        ticks.tryReserve(42, ticks.first());

        ticks.first().forget(41);
        assertThat(ticks.describeTrouble()).endsWith("no answer yet");
        ticks.first().forget(42);

        assertThat(ticks.describeTrouble()).isNull();
        time.pass(Duration.ZERO);
        assertThat(lease.reservedThrough()).isEqualTo(-1);
    }

    @Test
    void reservesInTheBackgroundWhatTheStoreHasReservedButIsNotUsableYet() {
        RecordingLease lease = new RecordingLease(7, 0) {
            @Override
            public LeaseState state() {
                return new LeaseState(OptionalLong.empty(), 100, 41, null, null, Optional.empty());
            }
        };
        LeasedTicks ticks = ticks(layout -> lease);

        assertThat(ticks.tryReserve(41, ticks.first())).isTrue();
        assertThat(ticks.tryReserve(42, ticks.first())).isFalse();
        time.pass(Duration.ZERO);

        assertThat(ticks.tryReserve(42, ticks.first())).isTrue();
        assertThat(ticks.reservedUntil(lease.state())).isEqualTo(UidLayout.DEFAULT.timeOf(101));
    }

    @Test
    void triesAgainWithBackOffAndHealsWithoutBeingAsked() {
        OneByOneLease lease = new OneByOneLease(7);
        LeasedTicks ticks = ticks(layout -> lease);
        lease.outage = new UidGenerateException("the store is unavailable");
        try (LogRecorder log = new LogRecorder()) {
            ticks.tryReserve(42, ticks.first());
            time.pass(Duration.ofSeconds(20));

            assertThat(ticks.failure()).isSameAs(lease.outage);
            assertThat(ticks.describeTrouble())
                    .isEqualTo("no ticks of worker id 7 are reserved: the store is unavailable");
            lease.outage = null;
            time.pass(Duration.ofSeconds(1));

            assertThat(ticks.failure()).isNull();
            assertThat(ticks.tryReserve(42, ticks.first())).isTrue();
            assertThat(log.lines())
                    .hasSize(2)
                    .startsWith("WARNING orders gets no answer about its worker id, trying again with back-off")
                    .last()
                    .asString()
                    .matches("INFO orders gets answers about its worker id again after \\d+ failed attempts");
        }
    }

    @Test
    void logsNoStackOfAFailureThatTheLeaseHasLogged() {
        OneByOneLease lease = new OneByOneLease(7) {
            @Override
            public LeaseState state() {
                return new LeaseState(OptionalLong.empty(), -1, -1, null, outage, Optional.empty());
            }
        };
        LeasedTicks ticks = ticks(layout -> lease);
        lease.outage = new UidGenerateException("the store is unavailable");
        try (LogRecorder log = new LogRecorder()) {
            ticks.tryReserve(42, ticks.first());
            time.pass(Duration.ZERO);

            assertThat(log.lines())
                    .containsExactly(
                            "WARNING orders gets no answer about its worker id, trying again with back-off: the store is unavailable");
            assertThat(log.causes()).isEmpty();
        }
    }

    @Test
    void takesTheCauseOfALossIntoTheLogAndAnotherLease() {
        List<OneByOneLease> leases = new ArrayList<>();
        LeasedTicks ticks = ticks(layout -> {
            leases.add(new OneByOneLease(leases.size() + 1));
            return leases.get(leases.size() - 1);
        });
        leases.get(0).outage = new WorkerLeaseLostException("gone to host 9");
        try (LogRecorder log = new LogRecorder()) {
            HeldWorkerId lost = ticks.first();
            ticks.tryReserve(42, lost);
            time.pass(Duration.ZERO);

            assertThat(ticks.first().lease).isSameAs(leases.get(1));
            assertThat(ticks.tryReserve(42, lost)).isFalse();
            assertThat(log.lines())
                    .containsExactly(
                            "WARNING orders has lost worker id 1 and takes another one",
                            "INFO orders continues with worker id 2");
            assertThat(log.causes()).containsExactly(leases.get(0).outage);
        }
    }

    @Test
    void reservesNothingUnderARevokedLeaseWhateverThatSays() {
        AtomicInteger assigned = new AtomicInteger();
        LeasedTicks ticks = ticks(layout -> new RecordingLease(assigned.incrementAndGet(), 0) {
            @Override
            public boolean isRevoked() {
                return workerId() == 1;
            }
        });

        assertThat(ticks.tryReserve(42, ticks.first())).isFalse();
        time.pass(Duration.ZERO);

        assertThat(ticks.first().lease.workerId()).isEqualTo(2);
        assertThat(ticks.tryReserve(42, ticks.first())).isTrue();
    }

    @Test
    void forgetsTheWorkerIdsThatItHasLost() {
        AtomicInteger assigned = new AtomicInteger();
        LeasedTicks ticks = ticks(layout -> new RecordingLease(assigned.incrementAndGet(), 0) {
            @Override
            public boolean isRevoked() {
                return workerId() <= 3;
            }
        });

        for (int i = 0; i < 3; i++) {
            assertThat(ticks.tryReserve(42, ticks.first())).isFalse();
            time.pass(Duration.ZERO);
        }

        assertThat(ticks.held()).extracting(one -> one.lease.workerId()).containsExactly(4L);
    }

    @Test
    void takesOneLeaseForALostOneHoweverManyAsk() {
        AtomicInteger assigned = new AtomicInteger();
        LeasedTicks ticks = ticks(layout -> {
            RecordingLease lease = new RecordingLease(assigned.incrementAndGet(), 0) {
                @Override
                public void reserve(long tick) {
                    if (workerId() == 1) {
                        throw new WorkerLeaseLostException("gone");
                    }
                }
            };
            return lease;
        });
        HeldWorkerId lost = ticks.first();

        for (int i = 0; i < 3; i++) {
            assertThat(ticks.tryReserve(42, lost)).isFalse();
        }
        time.pass(Duration.ofSeconds(9));
        assertThat(ticks.tryReserve(42, lost)).isFalse();
        time.pass(Duration.ofSeconds(9));

        assertThat(assigned).hasValue(2);
        assertThat(ticks.tryReserve(42, ticks.first())).isTrue();
    }

    @Test
    void blocksNoCallWhileTheStoreIsAsked() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch answers = new CountDownLatch(1);
        OneByOneLease lease = new OneByOneLease(7) {
            @Override
            public void reserve(long tick) {
                asked.countDown();
                Patience.awaitTest(answers);
                super.reserve(tick);
            }
        };
        LeasedTicks ticks = ticks(layout -> lease, NanoClock.SYSTEM, BackgroundThreads::newThread);
        ticks.tryReserve(42, ticks.first());
        Patience.await(asked);

        assertThat(ticks.tryReserve(42, ticks.first())).isFalse(); // although the thread is busy
        assertThat(ticks.describeTrouble()).endsWith("no answer yet");
        ticks.release();
        assertThat(ticks.awaitEnd(Duration.ofMillis(1))).isFalse();
        assertThat(lease.releases()).containsExactly(-1L);

        answers.countDown();
        assertThat(ticks.awaitEnd(Patience.LONGEST)).isTrue();
        assertThat(lease.releases()).hasSize(1);
    }

    @Test
    void givesALeaseBackThatComesAfterTheEnd() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch answers = new CountDownLatch(1);
        OneByOneLease first = new OneByOneLease(1);
        OneByOneLease second = new OneByOneLease(2);
        AtomicInteger assigned = new AtomicInteger();
        LeasedTicks ticks = ticks(
                layout -> {
                    if (assigned.getAndIncrement() == 0) {
                        return first;
                    }
                    asked.countDown();
                    Patience.awaitTest(answers);
                    return second;
                },
                NanoClock.SYSTEM,
                BackgroundThreads::newThread);
        first.outage = new WorkerLeaseLostException("gone");
        ticks.tryReserve(42, ticks.first());
        Patience.await(asked);

        ticks.release();
        answers.countDown();

        assertThat(ticks.awaitEnd(Patience.LONGEST)).isTrue();
        assertThat(second.releases()).containsExactly(-1L);
        assertThat(first.releases()).isEmpty(); // it is another holder's
    }

    @Test
    void reservesNothingOnceItIsReleased() {
        OneByOneLease lease = new OneByOneLease(7);
        LeasedTicks ticks = ticks(layout -> lease);
        ticks.tryReserve(42, ticks.first());

        ticks.release();
        ticks.release();
        assertThat(ticks.tryReserve(43, ticks.first())).isFalse();
        time.pass(Duration.ofSeconds(9));

        assertThat(lease.reservedThrough()).isEqualTo(-1);
    }

    @Test
    void givesALeaseBackWhoseWorkerIdDoesNotFit() {
        RecordingLease lease = new RecordingLease(16_384, 9);

        assertThatThrownBy(() -> ticks(layout -> lease))
                .isExactlyInstanceOf(OptionException.class)
                .hasMessage("workerId must be in [0, 16383] (workerBits=14): workerId=16384");
        assertThat(lease.releases()).containsExactly(8L);
    }

    @Test
    void takesNoWorkerIdOnceTheLayoutHasEnded() {
        time.clock.advance(Duration.ofDays(70 * 365));
        AtomicInteger assigned = new AtomicInteger();

        assertThatThrownBy(() -> ticks(layout -> WorkerLease.neverReused(assigned.incrementAndGet())))
                .isExactlyInstanceOf(UidGenerateException.class)
                .hasMessageStartingWith("the time bits are used up: ");
        assertThat(assigned).hasValue(0);
    }
}
