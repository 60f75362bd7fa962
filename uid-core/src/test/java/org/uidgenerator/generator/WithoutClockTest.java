package org.uidgenerator.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.contract.InMemoryLeaseStore;
import org.uidgenerator.contract.RecordingLease;
import org.uidgenerator.test.internal.DisturbedLeaseStore;
import org.uidgenerator.worker.LeaseState;
import org.uidgenerator.worker.WorkerIdAssigner;
import org.uidgenerator.worker.WorkerLease;
import org.uidgenerator.worker.lease.LeasedWorkerIds;
import org.uidgenerator.worker.lease.LeasedWorkerIdsBuilder;
import org.uidgenerator.worker.lease.WorkerLeaseStatus;
import org.uidgenerator.worker.lease.store.WorkerLeaseStore;

/**
 * Generators and leases without a clock, on a store whose clock shows anything: started again and again, in good order
 * or not.
 */
class WithoutClockTest {
    /** 16 UIDs a tick. */
    private static final UidLayout LAYOUT = UidLayout.of(31, 28, 4);

    private static final Duration FOUR_TICKS = Duration.ofSeconds(4);

    private volatile Instant storeTime = Instant.parse("2026-11-21T12:00:00Z");
    private final WorkerLeaseStore store = new InMemoryLeaseStore("default", () -> storeTime);
    private final List<LeasedWorkerIds> processes = new ArrayList<>();

    /** A process of its own: closing the assigner but not the generator is a crash. */
    private LeasedWorkerIds process() {
        LeasedWorkerIds leases =
                LeasedWorkerIds.builder(store).reservation(FOUR_TICKS).build();
        processes.add(leases);
        return leases;
    }

    @AfterEach
    void endAllProcesses() {
        processes.forEach(LeasedWorkerIds::close);
    }

    private static DefaultUidGenerator start(WorkerIdAssigner leases) {
        return DefaultUidGenerator.builder(leases)
                .layout(LAYOUT)
                .clock(() -> {
                    throw new AssertionError("the generator looks at the clock");
                })
                .clockPolicy(ClockPolicy.withoutClock())
                .sequenceStart(SequenceStart.ZERO)
                .build();
    }

    @Test
    void countsTicksFromZeroAndMovesOnWhenTheSequenceIsUsedUp() {
        try (DefaultUidGenerator generator = start(process())) {
            for (long i = 0; i < 1000; i++) {
                assertThat(generator.getUID()).isEqualTo(LAYOUT.encode(i / 16, 0, i % 16));
            }
            assertThat(generator.status().borrowed()).isZero();
            assertThat(generator.status().staleness()).isZero();
        }
    }

    @Test
    void continuesAboveWhatItsLeaseHasStored() {
        LeasedWorkerIds process = process();
        try (DefaultUidGenerator generator = start(process)) {
            generator.getUIDs(new long[100]); // seven ticks
        }

        try (DefaultUidGenerator generator = start(process())) {
            assertThat(generator.getUID()).isEqualTo(LAYOUT.encode(7, 0, 0));
        }
    }

    @Test
    void leavesTheWorkerIdOfACrashedProcessAloneUntilItIsFreed() {
        LeasedWorkerIds crashed = process();
        long last = start(crashed).getUID();
        crashed.close();
        storeTime = storeTime.plus(Duration.ofDays(36_500));

        LeasedWorkerIds process = process();
        try (DefaultUidGenerator second = start(process)) {
            assertThat(LAYOUT.decode(second.getUID()).workerId()).isEqualTo(1);

            process.evict(0);
            try (DefaultUidGenerator third = start(process)) {
                long first = third.getUID();
                assertThat(LAYOUT.decode(first).workerId()).isZero();
                assertThat(first).isGreaterThan(last);
                assertThat(LAYOUT.tickOf(first))
                        .as("four ticks reserved, four announced")
                        .isEqualTo(8);
            }
        }
    }

    @Test
    void continuesAboveItsOwnUidsWhenItsWorkerIdIsTakenAway() {
        LeasedWorkerIds process = process();
        try (DefaultUidGenerator generator = start(process)) {
            generator.getUIDs(new long[33]);
            long before = generator.getUID();

            evictLive(process, 0);
            long[] after = new long[200];
            generator.getUIDs(after);

            assertThat(after).isSorted().doesNotHaveDuplicates();
            assertThat(after[0]).isGreaterThan(before);
        }
    }

    /** As the message says: again, if the holder has written its row at the same time. */
    private static void evictLive(LeasedWorkerIds leases, long workerId) {
        for (int writes = 0; ; writes++) {
            try {
                leases.evict(workerId);
                return;
            } catch (UidGenerateException e) {
                assertThat(e).hasMessageContaining("try again");
                assertThat(writes).isLessThan(100);
            }
        }
    }

    @Test
    void continuesAfterASuspension() {
        try (DefaultUidGenerator generator = start(process())) {
            long before = generator.getUID();

            generator.suspend();
            generator.resume();

            assertThat(generator.getUID()).isEqualTo(LAYOUT.encode(1, 0, 0)).isGreaterThan(before);
        }
    }

    @Test
    void continuesFromItsLeaseFileWhileTheStoreIsAway(@TempDir Path folder) {
        DisturbedLeaseStore reached = new DisturbedLeaseStore(store, InstantSource.system());
        LeasedWorkerIdsBuilder options = LeasedWorkerIds.builder(reached)
                .reservation(Duration.ofMinutes(2))
                .leaseFile(folder.resolve("lease"));
        LeasedWorkerIds crashed = options.build();
        long last = start(crashed).getUID();
        crashed.close();
        reached.setAway(true);

        LeasedWorkerIds process = options.build();
        processes.add(process);
        try (DefaultUidGenerator generator = start(process)) {
            assertThat(generator.getUID()).isGreaterThan(last);
            assertThat(generator.status().workerId()).isZero();
            reached.setAway(false);
        }
    }

    @Test
    void refusesWorkerIdsWhoseTicksAreNotStored() {
        assertThatThrownBy(() -> start(layout -> WorkerLease.neverReused(7)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "a clockPolicy without a clock needs a worker id lease whose ticks are stored, because it continues above"
                                + " them after a restart: workerId=7 stores none");
    }

    @Test
    void endsWithTheLayout() {
        RecordingLease lease = new RecordingLease(7, LAYOUT.maxTick()) {
            @Override
            public LeaseState state() {
                return LeaseState.through(LAYOUT.maxTick());
            }
        };
        try (DefaultUidGenerator generator = start(layout -> lease)) {
            generator.getUIDs(new long[16]);

            assertThatThrownBy(generator::getUID)
                    .isInstanceOf(UidGenerateException.class)
                    .hasMessageStartingWith("the time bits are used up: timeBits=31 hold ticks up to 2147483647,"
                            + " wanted tick=2147483648.");
        }
    }

    @Test
    void namesItself() {
        assertThat(ClockPolicy.withoutClock()).hasToString("withoutClock()");
    }

    /** Processes start, end, crash and lose their worker ids, while the store's clock leaps. */
    @Tag("proof")
    @Test
    void givesNoUidTwiceWhateverHappens() {
        for (long seed = 0; seed < 20; seed++) {
            new Fleet(new Random(seed), seed).run();
        }
    }

    private final class Fleet {
        private final Random random;
        private final long seed;
        private final List<Running> running = new ArrayList<>();
        private final Set<Long> uids = new HashSet<>();

        Fleet(Random random, long seed) {
            this.random = random;
            this.seed = seed;
        }

        void run() {
            for (int step = 0; step < 60; step++) {
                storeTime = Instant.ofEpochSecond(random.nextLong(4_000_000_000L));
                if (running.size() < 3) {
                    LeasedWorkerIds leases = process();
                    running.add(new Running(leases, start(leases)));
                }
                Running one = running.get(random.nextInt(running.size()));
                take(one);
                switch (random.nextInt(6)) {
                    case 0 -> one.close();
                    case 1 -> one.crash();
                    case 2 -> evictAny(one.leases);
                    default -> {}
                }
                running.removeIf(ended -> ended.ended);
            }
            running.forEach(Running::close);
        }

        /**
         * When a worker id is taken away, the generator continues with its reserved ticks, then with another worker id.
         */
        private void evictAny(LeasedWorkerIds leases) {
            leases.workers().stream()
                    .filter(worker -> worker.state() != WorkerLeaseStatus.State.GIVEN_BACK)
                    .skip(random.nextInt(3))
                    .findFirst()
                    .ifPresent(worker -> evictLive(leases, worker.workerId()));
        }

        private void take(Running one) {
            int count = random.nextInt(1, 100);
            for (int i = 0; i < count; i++) {
                long uid = one.generator.getUID();
                assertThat(uids.add(uid)).as("seed %d: %d is new", seed, uid).isTrue();
                assertThat(uid).as("seed %d", seed).isGreaterThan(one.last);
                one.last = uid;
            }
        }
    }

    private static final class Running {
        final LeasedWorkerIds leases;
        final DefaultUidGenerator generator;
        long last = -1;
        boolean ended;

        Running(LeasedWorkerIds leases, DefaultUidGenerator generator) {
            this.leases = leases;
            this.generator = generator;
        }

        void close() {
            generator.close();
            ended = true;
        }

        /** Writes nothing any more; the generator is not asked again. */
        void crash() {
            leases.close();
            ended = true;
        }
    }
}
