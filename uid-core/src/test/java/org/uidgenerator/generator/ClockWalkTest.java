package org.uidgenerator.generator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.uidgenerator.FieldOrder;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.contract.RecordingLease;
import org.uidgenerator.worker.WorkerLease;
import org.uidgenerator.worker.WorkerLeaseLostException;

/**
 * Whatever the clock does, under each policy: unique UIDs, in reserved ticks, near the clock, in order unless it costs
 * that.
 */
@Tag("proof")
class ClockWalkTest {
    private static final int SEEDS = 40;
    private static final int STEPS = 250;
    private static final Duration MAX_BORROW = Duration.ofHours(1);

    private record Policy(ClockPolicy policy, boolean ascends) {}

    private record Options(Policy policy, SequenceStart start, Overflow overflow) {}

    static Stream<Options> everything() {
        return Stream.of(
                        new Policy(ClockPolicy.refuse(), true),
                        new Policy(ClockPolicy.waitThenRefuse(Duration.ofSeconds(5)), true),
                        new Policy(ClockPolicy.keepCounting(), true),
                        new Policy(ClockPolicy.unusedSequences(1), false),
                        new Policy(ClockPolicy.unusedSequences(20), false),
                        new Policy(ClockPolicy.unusedSequences(10_000), false),
                        new Policy(ClockPolicy.extensionBits(1), false),
                        new Policy(ClockPolicy.extensionBits(2), false))
                .flatMap(policy -> Stream.of(SequenceStart.values())
                        .flatMap(start ->
                                Stream.of(Overflow.values()).map(overflow -> new Options(policy, start, overflow))));
    }

    @ParameterizedTest
    @MethodSource("everything")
    void keepsThePromisesWhateverTheClockDoes(Options options) {
        for (long seed = 0; seed < SEEDS; seed++) {
            try {
                new Walk(options, new Random(seed)).run();
            } catch (AssertionError e) {
                throw new AssertionError("seed " + seed, e);
            }
        }
    }

    /** One process after the other, all of the same worker id unless a lease is lost. */
    private static final class Walk {
        private final Options options;
        private final Random random;
        private final UidLayout layout;
        private final VirtualTime time = new VirtualTime();
        private final Set<Long> uids = new HashSet<>();
        private final Map<Long, Lease> leases = new HashMap<>();
        private DefaultUidGenerator generator;
        private Lease lease;
        private long workerId;
        private final Map<Long, Long> highestTicks = new HashMap<>();
        private long highestTick = -1;
        private long previous = -1;
        private long issued;

        Walk(Options options, Random random) {
            this.options = options;
            this.random = random;
            layout = UidLayout.builder()
                    .timeBits(40)
                    .workerBits(20)
                    .seqBits(3)
                    .fieldOrder(
                            random.nextBoolean() ? FieldOrder.TIME_WORKER_SEQUENCE : FieldOrder.TIME_SEQUENCE_WORKER)
                    .build();
            generator = start();
        }

        private DefaultUidGenerator start() {
            issued = 0;
            return DefaultUidGenerator.builder(ignored -> takeLease())
                    .layout(layout)
                    .clockPolicy(options.policy().policy())
                    .sequenceStart(options.start())
                    .overflow(options.overflow())
                    .maxBorrow(MAX_BORROW)
                    .maxWait(Duration.ofSeconds(random.nextInt(4)))
                    .clock(time.clock)
                    .nanoClock(time)
                    .threadFactory(time)
                    .build();
        }

        private WorkerLease takeLease() {
            Lease before = leases.get(workerId);
            List<Long> releases = before == null ? List.of() : before.releases();
            lease = new Lease(workerId, releases.isEmpty() ? 0 : releases.get(0) + 1);
            leases.put(workerId, lease);
            return lease;
        }

        void run() {
            for (int step = 0; step < STEPS; step++) {
                moveTheClock();
                switch (random.nextInt(60)) {
                    case 0 -> suspendAndResume();
                    case 1 -> crash();
                    case 2 -> {
                        lease.lost = true;
                        workerId++;
                    }
                    default -> take();
                }
            }
            generator.close();
            time.pass(Duration.ZERO);
            requireGivenBack();
        }

        private void requireGivenBack() {
            if (!lease.lost) { // or it may be known to be another holder's
                assertThat(lease.releases().get(0)).isGreaterThanOrEqualTo(highestTicks.getOrDefault(workerId, -1L));
            }
        }

        private void moveTheClock() {
            switch (random.nextInt(12)) {
                case 0 -> time.clock.advance(Duration.ofMillis(random.nextInt(4 * 3_600_000) - 2 * 3_600_000));
                case 1, 2 -> time.clock.advance(Duration.ofMillis(-random.nextInt(10_000)));
                case 3 -> time.clock.advance(Duration.ofMillis(random.nextInt(10_000)));
                default -> time.pass(Duration.ofMillis(random.nextInt(2_000)));
            }
            if (random.nextBoolean()) {
                time.pass(Duration.ofMillis(250)); // so that it is noticed
            }
        }

        private void take() {
            long[] taken = new long[random.nextInt(3) == 0 ? random.nextInt(30) : 1];
            try {
                if (taken.length == 1) {
                    taken = generator.tryGetUID(Duration.ofMillis(random.nextInt(1_000))).stream()
                            .toArray();
                } else {
                    generator.getUIDs(taken);
                }
            } catch (UidGenerateException ended) {
                issued = generator.status().issued(); // an array that was not filled is lost
                time.clock.advance(Duration.ofMinutes(random.nextInt(20)));
                return;
            }
            for (long uid : taken) {
                check(uid);
            }
            issued += taken.length;
            assertThat(generator.status().issued()).isEqualTo(issued);
        }

        private void check(long uid) {
            long tick = layout.tickOf(uid);
            assertThat(uids.add(uid)).as("%d is given once", uid).isTrue();
            assertThat(uid).isNotNegative();
            long usedWorkerId = layout.workerIdOf(uid); // an array may have UIDs of one that was lost meanwhile
            assertThat(tick).isLessThanOrEqualTo(leases.get(usedWorkerId).reservedThrough());
            if (options.policy().ascends()) {
                assertThat(uid).isGreaterThan(previous);
            }
            previous = uid;
            highestTicks.merge(usedWorkerId, tick, Math::max);
            highestTick = Math.max(highestTick, tick);
        }

        private void suspendAndResume() {
            generator.suspend();
            time.pass(Duration.ZERO);
            requireGivenBack();
            generator.resume();
        }

        /**
         * The next process starts when the clock has passed all ticks, as it has to under a worker id that has no
         * store.
         */
        private void crash() {
            long behind = highestTick + 1 - layout.tickAt(time.clock.millis());
            time.clock.advance(Duration.ofSeconds(Math.max(0, behind)));
            generator = start();
            check(generator.getUID()); // before the clock is set back again
            issued++;
        }
    }

    private static final class Lease extends RecordingLease {
        private boolean lost;

        Lease(long workerId, long firstTick) {
            super(workerId, firstTick);
        }

        @Override
        public void reserve(long tick) {
            if (lost) {
                throw new WorkerLeaseLostException("the lease is lost");
            }
            super.reserve(tick);
        }
    }
}
