package org.uidgenerator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The order of the UIDs of a caller that opens blocks and waits while the padder serves the line. */
class ServedInOrderTest {
    private final BlockRing ring = new BlockRing(4);
    private final OpenBlocks blocks = new OpenBlocks("uid", ring, 2, new OwnedBlocks(0), 1);
    private Runnable whenABlockIsTaken = () -> {};

    @Test
    void servesNoCallFromABlockThatWasTakenBeforeItJoined() {
        blocks.clear(new Source());
        blocks.start();
        OpenBlock place = blocks.stripes[1];
        Waiter first = Objects.requireNonNull(blocks.join(blocks.stripes[0], 1));
        ring.put(new UidBlock(0, 9, 1, 0));
        ring.put(new UidBlock(10, 19, 1, 0));
        Waiter[] second = new Waiter[1];
        whenABlockIsTaken = () -> { // the padder has 0 to 9 in its hands
            whenABlockIsTaken = () -> {};
            assertThat(blocks.leave(first)).isTrue();
            assertThat(blocks.open(place)).isEqualTo(10);
            while (place.claim() >= 0) {}
            second[0] = blocks.join(place, 1);
        };

        blocks.serveLine();
        assertThat(second[0].isWaiting()).isTrue();

        ring.put(new UidBlock(20, 29, 1, 0));
        blocks.serveLine();
        assertThat(second[0].take().first()).isEqualTo(20);
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
