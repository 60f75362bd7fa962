package org.uidgenerator.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BlockRingTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 64})
    void handsOutBlocksInTheOrderTheyCame(int capacity) {
        BlockRing ring = new BlockRing(capacity);
        for (int round = 0; round < 5; round++) {
            for (int i = 0; i < capacity; i++) {
                assertThat(ring.put(new UidBlock(i, i, 1, 0))).isTrue();
            }
            assertThat(ring.put(new UidBlock(99, 99, 1, 0))).isFalse();
            assertThat(ring.size()).isEqualTo(ring.capacity()).isEqualTo(capacity);
            for (int i = 0; i < capacity; i++) {
                assertThat(ring.awaitNotEmpty(Long.MAX_VALUE)).isTrue();
                assertThat(ring.take()).isEqualTo(new UidBlock(i, i, 1, 0));
            }
            assertThat(ring.take()).isNull();
            assertThat(ring.awaitNotEmpty(Long.MAX_VALUE)).isFalse();
        }
    }

    @Test
    void countsTheUidsThatAreThere() {
        BlockRing ring = new BlockRing(4);
        assertThat(ring.left()).isZero();

        ring.put(new UidBlock(0, 9, 1, 0));
        ring.put(new UidBlock(20, 28, 2, 0));

        assertThat(ring.left()).isEqualTo(15);
        assertThat(ring).hasToString("2 of 4 blocks");
    }

    @Tag("proof")
    @ParameterizedTest
    @ValueSource(ints = {1, 16})
    void losesNoBlockAndHandsOutNoneTwiceWhenTwoThreadsRaceForTheLast(int capacity) {
        int blocks = 300_000;
        BlockRing ring = new BlockRing(capacity);
        CompletableFuture<boolean[]> one = CompletableFuture.supplyAsync(() -> takeUntil(ring, blocks));
        CompletableFuture<boolean[]> other = CompletableFuture.supplyAsync(() -> takeUntil(ring, blocks));

        for (int i = 0; i < blocks + 2; i++) {
            UidBlock block = new UidBlock(i, i, 1, 0);
            while (!ring.put(block)) {
                Thread.onSpinWait();
            }
        }

        boolean[] takenByOne = one.join();
        boolean[] takenByOther = other.join();
        for (int i = 0; i < blocks; i++) {
            assertThat(takenByOne[i] ^ takenByOther[i])
                    .as("block %s is taken once", i)
                    .isTrue();
        }
    }

    /** Takes until it meets one of the blocks that mark the end. */
    private static boolean[] takeUntil(BlockRing ring, int end) {
        boolean[] taken = new boolean[end];
        while (true) {
            UidBlock block = ring.take();
            if (block == null) {
                Thread.onSpinWait();
            } else if (block.first() >= end) {
                return taken;
            } else if (taken[(int) block.first()]) {
                throw new AssertionError("taken twice by one thread: " + block);
            } else {
                taken[(int) block.first()] = true;
            }
        }
    }

    @Test
    void holdsOnlyBlocksThatAreBlocks() {
        assertThat(new UidBlock(3, 83, 16, 0).size()).isEqualTo(6);
        assertThatThrownBy(() -> new UidBlock(5, 4, 1, 0)).isInstanceOf(AssertionError.class);
        assertThatThrownBy(() -> new UidBlock(4, 9, 2, 0)).isInstanceOf(AssertionError.class);
        assertThatThrownBy(() -> new UidBlock(-1, 4, 1, 0)).isInstanceOf(AssertionError.class);
    }
}
