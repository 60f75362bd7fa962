package org.uidgenerator.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.uidgenerator.buffer.RejectedPutBufferHandler;
import org.uidgenerator.buffer.RejectedTakeBufferHandler;
import org.uidgenerator.contract.Callers;
import org.uidgenerator.internal.Waiting;

@Timeout(600)
class UidBufferTest {
    private static final int BLOCK_SIZE = 4;

    private final Numbers numbers = new Numbers(BLOCK_SIZE);

    /** A ring of two blocks before as many stripes, whose padder runs when the test says so. */
    private UidBuffer buffer(int stripes) {
        return new UidBuffer(new BufferOptions(
                "orders",
                2,
                1,
                BLOCK_SIZE,
                stripes,
                1,
                RejectedPutBufferHandler.KEEP,
                RejectedTakeBufferHandler.FAIL,
                Duration.ofSeconds(1),
                null,
                Waiting.SYSTEM,
                NeverRuns::new));
    }

    private UidBuffer started(int stripes) {
        UidBuffer buffer = buffer(stripes);
        buffer.start(numbers);
        return buffer;
    }

    private static final class NeverRuns extends Thread {
        NeverRuns(Runnable work) {
            super(work);
        }

        @Override
        public synchronized void start() {}
    }

    @Test
    void handsOutTheNumbersOfItsSource() {
        UidBuffer buffer = started(1);

        List<Long> taken = new ArrayList<>();
        for (int i = 0; i < 5 * BLOCK_SIZE; i++) {
            taken.add(buffer.next());
            EngineSeams.runPadderOnce(buffer);
        }

        assertThat(taken).isSorted().doesNotHaveDuplicates();
        assertThat(buffer.issued()).isEqualTo(5 * BLOCK_SIZE);
    }

    @Test
    void keepsWhatFindsNoRoom() {
        UidBuffer buffer = started(1);
        EngineSeams.refill(buffer);
        EngineSeams.refill(buffer);

        long[] uids = new long[2 * BLOCK_SIZE - 3]; // the first block after a start begins anywhere
        buffer.fill(uids);
        EngineSeams.runPadderOnce(buffer);

        assertThat(LongStream.of(uids)).isSorted();
        assertThat(buffer.ring().size()).isEqualTo(2);
        assertThat(numbers.next().first()).isEqualTo(5 * BLOCK_SIZE); // taken 2, in the ring 2, kept 1
    }

    @Test
    void saysWhyThereIsNone() {
        numbers.blocks = 0;
        UidBuffer buffer = started(1);

        assertThatThrownBy(buffer::next)
                .hasMessageMatching("orders has no UID after waiting for \\d+ ms: no more numbers are allowed");
    }

    @Test
    void dropsBlocksThatAreNoLongerFresh() {
        UidBuffer buffer = started(1);
        buffer.next();

        numbers.freshFrom = 7;
        EngineSeams.runPadderOnce(buffer); // takes the open block away, and puts the ones that are stale as well
        numbers.continueAt(7 * BLOCK_SIZE);
        EngineSeams.runPadderOnce(buffer);

        assertThat(buffer.oldestStamp()).isNegative();
        assertThatThrownBy(buffer::next).hasMessageContaining("orders has no UID"); // the ring had stale ones only
        EngineSeams.runPadderOnce(buffer);
        assertThat(buffer.next()).isGreaterThanOrEqualTo(7 * BLOCK_SIZE);
    }

    @Test
    void opensNoBlockForACallThatComesLaterWhileOthersWait() {
        UidBuffer buffer = started(1);
        Waiter first = buffer.join(1);

        assertThat(buffer.open()).isEqualTo(BlockOpener.MUST_WAIT);
        Waiter second = buffer.join(1);
        EngineSeams.runPadderOnce(buffer);

        assertThat(second.take()).isEqualTo(first.take() + 1);
    }

    @Test
    void opensNoBlockWhileItIsBeingStopped() throws Exception {
        UidBuffer buffer = started(2);
        Stripe[] stripes = EngineSeams.stripes(buffer);
        Stripe other = stripes[0] == buffer.stripe() ? stripes[1] : stripes[0];
        CompletableFuture<Boolean> stopping;
        other.lock.lock();
        try {
            stopping = CompletableFuture.supplyAsync(() -> buffer.stop(RunState.CLOSED, Duration.ofSeconds(1)));
            Callers.spinUntil(() -> other.lock.hasQueuedThreads());
            assertThatThrownBy(buffer::open).hasMessage("orders is closed");
            assertThatThrownBy(() -> buffer.join(1)).hasMessage("orders is closed");
        } finally {
            other.lock.unlock();
        }
        assertThat(stopping.get(120, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void startsAgainWithNothingOfTheSourceBefore() {
        UidBuffer buffer = started(1);
        buffer.next();
        buffer.stop(RunState.SUSPENDED, Duration.ofSeconds(1));
        assertThatThrownBy(buffer::next).hasMessage("orders is suspended");

        Numbers others = new Numbers(BLOCK_SIZE);
        others.continueAt(400);
        buffer.start(others);

        assertThat(buffer.next()).isBetween(400L, 403L);
    }

    @Test
    void isFilledByOneThreadAtTheSameTime() {
        List<Thread> started = new ArrayList<>();
        UidBuffer buffer = new UidBuffer(new BufferOptions(
                "orders",
                2,
                1,
                BLOCK_SIZE,
                1,
                1,
                RejectedPutBufferHandler.KEEP,
                RejectedTakeBufferHandler.FAIL,
                Duration.ofSeconds(1),
                null,
                Waiting.SYSTEM,
                work -> {
                    Thread thread = new NeverRuns(work);
                    started.add(thread);
                    return thread;
                }));
        List<Integer> threadsWhileFilled = new ArrayList<>();

        buffer.start(new RequestingSource(numbers, buffer, () -> threadsWhileFilled.add(started.size())));

        assertThat(threadsWhileFilled).isNotEmpty().containsOnly(0);
        assertThat(started).hasSize(1);
    }

    /** Asks for a refill while it is asked for blocks, as a lease does whose ticks have been reserved meanwhile. */
    private record RequestingSource(Numbers numbers, UidBuffer buffer, Runnable whenRequested) implements BlockSource {
        @Override
        public UidBlock next() {
            buffer.wake();
            whenRequested.run();
            return numbers.next();
        }

        @Override
        public boolean isFresh(UidBlock block) {
            return true;
        }

        @Override
        public long nanosUntilNext() {
            return Long.MAX_VALUE;
        }

        @Override
        public String trouble() {
            return null;
        }

        @Override
        public Throwable failure() {
            return null;
        }
    }
}
