package org.uidgenerator.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.uidgenerator.PendingWrite;
import org.uidgenerator.StoreIdentity;
import org.uidgenerator.UidRange;
import org.uidgenerator.generator.Small;
import org.uidgenerator.internal.NanoClock;
import org.uidgenerator.internal.engine.UidBlock;
import org.uidgenerator.races.Mode;

/**
 * Calls, the padder, the thread that takes ranges and a suspension share the ranges of a tag as if each call were one
 * step, whatever the schedule: each number is taken once, lowest first, and none after the last range.
 */
@org.junit.jupiter.api.Tag("proof")
@Timeout(value = 1, unit = TimeUnit.DAYS) // for -Draces.mode
class TagRangesLincheckTest {
    private static final long NONE = -1;
    private static final long SUSPENDED = -2;
    private static final int RANGES = 4;
    private static final int LENGTH = 3;

    /** Here, because the model checker would take the first use of what the JDK loads late for a call that hangs. */
    @BeforeAll
    static void agreesWithoutARace() {
        assertThatThrownBy(() -> new UidRange(1, 0, 1)).hasMessageContaining("first=1"); // what the twin meets
        assertThat(numbersTakenBySomeCalls(new Tag())).isEqualTo(numbersTakenBySomeCalls(new Specification()));
    }

    private static List<Long> numbersTakenBySomeCalls(Calls calls) {
        List<Long> numbers = new ArrayList<>(List.of(calls.open()));
        calls.fetch();
        calls.putBack();
        numbers.addAll(List.of(calls.take(), calls.take(), calls.take(), calls.buffer(), calls.open()));
        calls.suspend();
        numbers.add(calls.take());
        calls.resume();
        numbers.add(calls.take());
        return numbers;
    }

    private static ModelCheckingOptions modelChecking() {
        return new ModelCheckingOptions()
                .threads(2)
                .actorsPerThread(3)
                .sequentialSpecification(Specification.class)
                .minimizeFailedScenario(false);
    }

    @Test
    void givesEachNumberOnceAndInOrderInEachScheduleTried() {
        modelChecking()
                .iterations(10 * Mode.SCENARIOS) // fewer do not meet all that is to be found
                .invocationsPerIteration(Mode.FEW_SCHEDULES)
                .check(Tag.class);
    }

    @Test
    void isFoundOutWhenItLooksForNumbersAndThenTakesThem() {
        assertThatThrownBy(() -> modelChecking()
                        .iterations(30)
                        .invocationsPerIteration(100)
                        .check(LooksAndThenTakes.class))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("take()");
    }

    /** What callers, the padder, the thread that takes ranges and the one that suspends the generator do. */
    public abstract static class Calls {

        /** Begins with the first range in the buffer and the next one begun. */
        final void begin() {
            for (int i = 0; i < LENGTH; i++) {
                buffer();
            }
            fetch();
        }

        /** Takes a number as a call does while the tag is quiet. */
        @Operation
        public abstract long take();

        /** Puts the next block into the buffer, as the padder does while the tag is busy. Returns its number. */
        @Operation(nonParallelGroup = "padder")
        public abstract long buffer();

        /** Hands out the oldest block of the buffer. */
        @Operation
        public abstract long open();

        /** Makes the tag quiet. */
        @Operation(nonParallelGroup = "padder")
        public abstract void putBack();

        /** Begins to take a range, or confirms the one that was begun. */
        @Operation(nonParallelGroup = "store")
        public abstract void fetch();

        @Operation(runOnce = true) // or most scenarios would have no numbers
        public abstract void suspend();

        @Operation
        public abstract void resume();
    }

    /** The same with sets of numbers. */
    public static class Specification extends Calls {
        private final TreeSet<Long> stock = new TreeSet<>();
        private final Queue<Long> buffer = new ArrayDeque<>();
        private boolean running = true;
        private int ranges;
        private boolean isPending;
        private boolean isLost;

        public Specification() {
            fetch();
            fetch();
            begin();
        }

        @Override
        public long take() {
            return running ? lowest() : SUSPENDED;
        }

        private long lowest() {
            Long lowest = stock.pollFirst();
            return lowest == null ? NONE : lowest;
        }

        @Override
        public long buffer() {
            long lowest = lowest();
            if (lowest >= 0) {
                buffer.add(lowest);
            }
            return lowest;
        }

        @Override
        public long open() {
            Long oldest = buffer.poll();
            return oldest == null ? NONE : oldest;
        }

        @Override
        public void putBack() {
            stock.addAll(buffer);
            buffer.clear();
        }

        @Override
        public void fetch() {
            if (isPending) {
                isPending = false;
                if (!isLost) {
                    stock.addAll(Ranges.numbers(ranges - 1));
                }
            } else if (running && stock.size() < LENGTH && ranges < RANGES) {
                ranges++;
                isPending = true;
                isLost = false;
            }
        }

        @Override
        public void suspend() {
            running = false;
            stock.clear();
            buffer.clear();
            isLost = true;
        }

        @Override
        public void resume() {
            running = true;
        }
    }

    /** The ranges as they are, with a buffer as plain as it can be. */
    public static class Tag extends Calls {
        private final NanoClock clock = new Standstill();
        final TagRanges ranges;
        private final Deque<UidBlock> buffer = new ArrayDeque<>();

        public Tag() {
            SegmentIdGenerator generator = new SegmentIdGenerator(SegmentIdGenerator.builder(new Ranges())
                    .minStep(LENGTH)
                    .maxStep(LENGTH)
                    .stepDuration(Duration.ofNanos(1))
                    .maxWait(Duration.ZERO)
                    .storeThreads(1)
                    .nanoClock(clock)
                    .threadFactory(Small::noThread));
            ranges = new SegmentTag("orders", generator).ranges;
            assertThatThrownBy(ranges::awaitFirst).hasMessageContaining("has no UID"); // and wants one from now on
            ranges.run();
            ranges.run();
            begin();
        }

        @Override
        public long take() {
            ranges.stock.lock.lock();
            try {
                return ranges.state != TagState.RUNNING ? SUSPENDED : ranges.stock.isEmpty() ? NONE : takeOne();
            } finally {
                ranges.stock.lock.unlock();
            }
        }

        long takeOne() {
            ranges.stock.lock.lock();
            try {
                return ranges.stock.take(1).first();
            } finally {
                ranges.stock.lock.unlock();
            }
        }

        @Override
        public long buffer() {
            ranges.stock.lock.lock();
            try {
                UidBlock block = ranges.stock.next(NONE);
                if (block == null) {
                    return NONE;
                }
                buffer.addLast(block);
                return block.first();
            } finally {
                ranges.stock.lock.unlock();
            }
        }

        @Override
        public long open() {
            ranges.stock.lock.lock();
            try {
                UidBlock block = buffer.pollFirst();
                return block == null ? NONE : block.first();
            } finally {
                ranges.stock.lock.unlock();
            }
        }

        @Override
        public void putBack() {
            ranges.stock.lock.lock();
            try {
                ranges.stock.putBack(List.copyOf(buffer));
                buffer.clear();
            } finally {
                ranges.stock.lock.unlock();
            }
        }

        @Override
        public void fetch() {
            ranges.run();
        }

        @Override
        public void suspend() {
            ranges.stock.lock.lock();
            try {
                ranges.stop(TagState.SUSPENDED);
                ranges.drop();
                buffer.clear();
            } finally {
                ranges.stock.lock.unlock();
            }
        }

        @Override
        public void resume() {
            ranges.stock.lock.lock();
            try {
                ranges.state = TagState.RUNNING;
            } finally {
                ranges.stock.lock.unlock();
            }
        }
    }

    public static class LooksAndThenTakes extends Tag {
        @Override
        public long take() {
            return ranges.stock.left() == 0 ? super.take() : takeOne();
        }
    }

    /** A counter of a few ranges, which rest before they are confirmed. Others have taken what is between them. */
    private static final class Ranges implements SegmentStore {
        private int ranges;

        static UidRange range(int index) {
            long first = 10L * index + 1;
            return new UidRange(first, first + LENGTH - 1, 1);
        }

        static List<Long> numbers(int index) {
            UidRange range = range(index);
            List<Long> numbers = new ArrayList<>();
            for (long number = range.first(); number <= range.last(); number++) {
                numbers.add(number);
            }
            return numbers;
        }

        @Override
        public UidRange take(String tag, long length) {
            if (ranges == RANGES) {
                throw new ExhaustedCounterException("orders is exhausted");
            }
            return range(ranges++);
        }

        @Override
        public PendingWrite<UidRange> beginTake(@Nullable StoreIdentity identity, String tag, long length) {
            return new Resting(take(tag, length));
        }
    }

    /** A range that may be confirmed when that is looked at for the second time. */
    private static final class Resting implements PendingWrite<UidRange> {
        private final UidRange range;
        private boolean hasRested;

        Resting(UidRange range) {
            this.range = range;
        }

        @Override
        public Duration untilConfirmable() {
            Duration left = hasRested ? Duration.ZERO : Duration.ofSeconds(2);
            hasRested = true;
            return left;
        }

        @Override
        public UidRange confirm() {
            return range;
        }
    }

    private static final class Standstill implements NanoClock {
        @Override
        public long nanoTime() {
            return 0;
        }

        @Override
        public void park(long nanos) {}
    }
}
