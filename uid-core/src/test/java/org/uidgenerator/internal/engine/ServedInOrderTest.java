package org.uidgenerator.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.uidgenerator.buffer.RejectedPutBufferHandler;
import org.uidgenerator.buffer.RejectedTakeBufferHandler;
import org.uidgenerator.internal.NanoClock;
import org.uidgenerator.test.internal.Patience;

/** The order of the UIDs of a caller that opens blocks and waits while the padder serves the line. */
class ServedInOrderTest {
    private final UidBuffer blocks = new UidBuffer(new BufferOptions(
            "uid",
            4,
            2,
            2,
            0,
            1,
            RejectedPutBufferHandler.KEEP,
            RejectedTakeBufferHandler.FAIL,
            Duration.ofSeconds(1),
            null,
            NanoClock.SYSTEM,
            work -> new Thread(work) {
                @Override
                public synchronized void start() {}
            }));
    private Runnable whenABlockIsTaken = () -> {};

    @Test
    void servesNoCallFromABlockThatWasTakenBeforeItJoined() {
        blocks.start(new Source());
        OpenBlock place = blocks.stripes[1];
        Waiter first = Objects.requireNonNull(blocks.join(blocks.stripes[0], 1));
        blocks.ring.put(new UidBlock(0, 9, 1, 0));
        blocks.ring.put(new UidBlock(10, 19, 1, 0));
        Waiter[] second = new Waiter[1];
        whenABlockIsTaken = () -> { // the padder has 0 to 9 in its hands
            whenABlockIsTaken = () -> {};
            assertThat(blocks.line.leave(first)).isTrue();
            assertThat(blocks.open(place)).isEqualTo(10);
            while (place.claim() >= 0) {}
            second[0] = blocks.join(place, 1);
        };

        blocks.serveLine();
        assertThat(second[0].isWaiting()).isTrue();

        blocks.ring.put(new UidBlock(20, 29, 1, 0));
        blocks.serveLine();
        assertThat(second[0].take().first()).isEqualTo(20);
    }

    @Test
    void opensNoBlockBesideOneThatWasOpenedAfterTheFirstCallGaveUp() throws Exception {
        blocks.start(new Source());
        OpenBlock place = blocks.stripes[0];
        Waiter first = Objects.requireNonNull(blocks.join(place, 1));
        blocks.ring.put(new UidBlock(0, 9, 1, 0));
        blocks.ring.put(new UidBlock(10, 19, 1, 0));
        CompletableFuture<Void> padder;
        place.lock.lock();
        try {
            padder = CompletableFuture.runAsync(blocks::serveLine);
            Patience.spinUntil(() -> place.lock.hasQueuedThreads()); // it has seen the call
            assertThat(blocks.line.leave(first)).isTrue();
            assertThat(blocks.open(place)).isZero();
        } finally {
            place.lock.unlock();
        }

        Patience.get(padder);
        assertThat(place.claim()).isEqualTo(1);
        assertThat(blocks.ring.size()).isEqualTo(1);
    }

    private final class Source implements BlockSource {
        @Override
        public @Nullable UidBlock next(long floor) {
            return null;
        }

        @Override
        public long nanosUntilNext() {
            return 1;
        }

        @Override
        public long firstUid(UidBlock block) {
            return block.first();
        }

        @Override
        public boolean isFresh(UidBlock block) {
            whenABlockIsTaken.run();
            return true;
        }

        @Override
        public @Nullable String trouble() {
            return null;
        }

        @Override
        public @Nullable Throwable failure() {
            return null;
        }
    }
}
