package org.uidgenerator.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.BitSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.uidgenerator.buffer.RejectedPutBufferHandler;
import org.uidgenerator.buffer.RejectedTakeBufferHandler;
import org.uidgenerator.internal.NanoClock;
import org.uidgenerator.test.internal.Patience;

/** Many platform threads, one after the other, each with an end. */
class ShortLivedThreadsTest {
    private static final int BLOCK_SIZE = 1_024;
    private static final int STRIPES = 4;

    private final Numbers numbers = new Numbers(BLOCK_SIZE);
    private final UidBuffer buffer = new UidBuffer(new BufferOptions(
            "orders",
            64,
            32,
            STRIPES,
            64,
            1,
            RejectedPutBufferHandler.KEEP,
            RejectedTakeBufferHandler.waitFor(Duration.ofMinutes(5)),
            Duration.ofMillis(20),
            null,
            NanoClock.SYSTEM,
            Thread::new));
    private final BitSet taken = new BitSet();

    @BeforeEach
    void start() {
        buffer.start(numbers);
    }

    @AfterEach
    void stop() {
        buffer.stop(RunState.CLOSED, Duration.ofMinutes(5));
    }

    @Tag("proof")
    @Test
    void loseNothingToThreadsThatCallSeldom() throws Exception {
        int threads = 10_000;
        int calls = 20;

        for (int i = 0; i < threads; i++) {
            runThreadOf(calls);
        }

        assertThat(taken.cardinality()).isEqualTo(threads * calls);
        int lost = taken.length() - taken.cardinality();
        assertThat(lost)
                .isLessThanOrEqualTo(2 * STRIPES * BLOCK_SIZE); // of the first thread of each, and of the last ones
        assertThat(buffer.owned.all()).isEmpty();
    }

    @Test
    void keepNoSlotOfAThreadThatHasEnded() throws Exception {
        int threads = 500;
        int calls = 4 * BLOCK_SIZE;

        for (int i = 0; i < threads; i++) {
            runThreadOf(calls);
        }

        assertThat(taken.cardinality()).isEqualTo(threads * calls);
        assertThat(taken.length() - taken.cardinality()).isLessThanOrEqualTo((threads + STRIPES) * BLOCK_SIZE);
        assertThat(buffer.issued()).isEqualTo((long) threads * calls);
        Patience.spinUntil(() -> buffer.owned.all().isEmpty());
    }

    private void runThreadOf(int calls) throws InterruptedException {
        Thread thread = new Thread(() -> {
            for (int i = 0; i < calls; i++) {
                int uid = (int) buffer.next();
                assertThat(taken.get(uid)).isFalse();
                taken.set(uid);
            }
        });
        thread.start();
        thread.join();
    }
}
