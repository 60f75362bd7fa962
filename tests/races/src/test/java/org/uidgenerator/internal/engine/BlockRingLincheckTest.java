package org.uidgenerator.internal.engine;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.util.concurrent.TimeUnit;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.uidgenerator.races.Mode;

/** One thread puts and others take as if each call were one increment, whatever the schedule. */
@Timeout(value = 1, unit = TimeUnit.DAYS) // for -Draces.mode
class BlockRingLincheckTest {
    private static final int THREADS = 2;
    private static final int CALLS_PER_THREAD = 3;

    private static ModelCheckingOptions modelChecking() {
        return new ModelCheckingOptions()
                .threads(THREADS)
                .actorsPerThread(CALLS_PER_THREAD)
                .iterations(Mode.SCENARIOS)
                .invocationsPerIteration(Mode.SCHEDULES)
                .minimizeFailedScenario(false);
    }

    @Test
    void isLinearizableInEachScheduleTried() {
        modelChecking().check(Ring.class);
    }

    @Test
    void isLinearizableUnderStress() {
        assumeFalse(Mode.SHORT, "slow beside other work, and what the races in jcstress do");
        new StressOptions()
                .threads(THREADS)
                .actorsPerThread(CALLS_PER_THREAD)
                .iterations(Mode.SCENARIOS)
                .invocationsPerIteration(10 * Mode.SCHEDULES)
                .check(Ring.class);
    }

    @Test
    void isFoundOutWhenTakersReadAndThenAdvance() {
        assertThatThrownBy(() -> modelChecking()
                        .iterations(20)
                        .invocationsPerIteration(200)
                        .check(ReadThenAdvance.class))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("take()");
    }

    public static class Ring {
        private final BlockRing ring = new BlockRing(2);
        private long blocks;

        @Operation(nonParallelGroup = "padder")
        public boolean put() {
            return put(new UidBlock(blocks, blocks++, 1, 0));
        }

        @Operation
        public long take() {
            return RingCopy.first(takeBlock());
        }

        boolean put(UidBlock block) {
            return ring.put(block);
        }

        @Nullable
        UidBlock takeBlock() {
            return ring.take();
        }
    }

    public static class ReadThenAdvance extends Ring {
        private final RingCopy copy = new RingCopy();

        @Override
        boolean put(UidBlock block) {
            if (copy.puts.get() - copy.takes.get() == 2) {
                return false;
            }
            copy.put(block);
            return true;
        }

        @Override
        @Nullable
        UidBlock takeBlock() {
            long index = copy.takes.get();
            if (index == copy.puts.get()) {
                return null;
            }
            copy.takes.set(index + 1);
            return copy.slots.get((int) index & 1);
        }
    }
}
