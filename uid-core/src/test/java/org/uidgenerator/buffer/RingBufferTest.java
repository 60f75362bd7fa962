package org.uidgenerator.buffer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class RingBufferTest {
    private static final long LONG_NANOS = TimeUnit.SECONDS.toNanos(20);

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 64})
    void givesBlocksInTheOrderTheyCame(int capacity) {
        RingBuffer ring = new RingBuffer(capacity);
        for (int round = 0; round < 5; round++) {
            for (int i = 0; i < capacity; i++) {
                assertThat(ring.put(new UidBlock(i, i))).isTrue();
            }
            assertThat(ring.put(new UidBlock(99, 99))).isFalse();
            assertThat(ring.size()).isEqualTo(ring.capacity()).isEqualTo(capacity);
            for (int i = 0; i < capacity; i++) {
                assertThat(ring.take()).isEqualTo(new UidBlock(i, i));
            }
            assertThat(ring.take()).isNull();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 16})
    void losesNoBlockAndGivesNoneTwiceWhenTwoThreadsRaceForTheLast(int capacity) {
        int blocks = 300_000;
        RingBuffer ring = new RingBuffer(capacity);
        CompletableFuture<boolean[]> one = CompletableFuture.supplyAsync(() -> takeUntil(ring, blocks));
        CompletableFuture<boolean[]> other = CompletableFuture.supplyAsync(() -> takeUntil(ring, blocks));

        for (int i = 0; i < blocks + 2; i++) {
            UidBlock block = new UidBlock(i, i);
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
    private static boolean[] takeUntil(RingBuffer ring, int end) {
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
    void missesNoTakerThatBeginsToWaitWhileABlockIsPut() {
        int rounds = 200_000;
        RingBuffer ring = new RingBuffer(1);
        CompletableFuture<Boolean> taker = CompletableFuture.supplyAsync(() -> {
            boolean woken = true;
            for (int i = 0; i < rounds && woken; i++) {
                woken = await(ring); // for 20 seconds: a wake-up that is missed shows
                ring.take();
            }
            return woken;
        });

        Random random = new Random(42);
        for (int i = 0; i < rounds && !taker.isDone(); i++) {
            for (int spin = random.nextInt(800); spin > 0; spin--) { // around the moment at which it parks
                Thread.onSpinWait();
            }
            while (!ring.put(new UidBlock(i, i)) && !taker.isDone()) {
                Thread.onSpinWait();
            }
        }

        assertThat(taker.join()).isTrue();
    }

    @Test
    void endsTheWaitsThereAreAndThoseToComeWhenItIsClosed() throws Exception {
        RingBuffer ring = new RingBuffer(4);
        CompletableFuture<Boolean> waits = CompletableFuture.supplyAsync(() -> await(ring));

        ring.close();

        assertThat(waits.get()).isTrue();
        assertThat(ring.awaitNotEmpty(LONG_NANOS)).isTrue();
    }

    private static boolean await(RingBuffer ring) {
        try {
            return ring.awaitNotEmpty(LONG_NANOS);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void waitsNoLongerThanAsked() throws Exception {
        assertThat(new RingBuffer(4).awaitNotEmpty(1)).isFalse();
    }

    @Test
    void endsAWaitWithAnInterrupt() {
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> new RingBuffer(4).awaitNotEmpty(LONG_NANOS)).isInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 3, 100, Integer.MIN_VALUE})
    void refusesACapacityThatIsNoPowerOfTwo(int capacity) {
        assertThatThrownBy(() -> new RingBuffer(capacity))
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessage("capacity must be a power of two: capacity=" + capacity);
    }

    @Test
    void refusesABlockThatIsNone() {
        assertThatThrownBy(() -> new UidBlock(5, 4)).hasMessage("0 <= first <= last must hold: first=5, last=4");
        assertThat(new UidBlock(3, 83, 16).size()).isEqualTo(6);
        assertThatThrownBy(() -> new UidBlock(4, 9, 2))
                .hasMessage("step must be positive and divide last - first: step=2, first=4, last=9");
        assertThatThrownBy(() -> new UidBlock(4, 4, 0))
                .hasMessage("step must be positive and divide last - first: step=0, first=4, last=4");
        assertThatThrownBy(() -> new UidBlock(-1, 4)).hasMessage("0 <= first <= last must hold: first=-1, last=4");
    }

    @Test
    @Timeout(60)
    void waitsNoLongerThanIsLeftOfTheTimeoutOfACall() throws InterruptedException {
        Duration timeout = Duration.ofHours(1);
        long waited = timeout.minusMillis(1).toNanos();

        assertThat(RejectedTakeBufferHandler.waitFor(timeout).rejectTakeBuffer(new RingBuffer(2), waited))
                .isFalse();
    }

    @Test
    void refusesANegativeTimeout() {
        assertThatThrownBy(() -> RejectedTakeBufferHandler.waitFor(Duration.ofMillis(-1)))
                .hasMessage("timeout must not be negative: timeout=PT-0.001S");
    }
}
