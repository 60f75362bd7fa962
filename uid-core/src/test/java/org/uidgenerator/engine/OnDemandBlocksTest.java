package org.uidgenerator.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.buffer.RejectedTakeBufferHandler;
import org.uidgenerator.internal.Waiting;

@Timeout(600)
class OnDemandBlocksTest {
    private final Numbers numbers = new Numbers(4);
    private final OnDemandBlocks blocks = new OnDemandBlocks(
            "orders",
            "orders-blocks",
            1,
            RejectedTakeBufferHandler.waitFor(Duration.ZERO),
            Waiting.SYSTEM,
            work -> new Thread(work) {
                @Override
                public synchronized void start() {}
            });

    OnDemandBlocksTest() {
        blocks.start(numbers);
    }

    @Test
    void claimsABlockWhenItIsAskedForAUidInIt() {
        assertThat(blocks.next()).isZero();
        assertThat(numbers.next(-1).first()).isEqualTo(4);
        assertThat(blocks.available()).isEqualTo(3);
        assertThat(blocks.issued()).isEqualTo(1);
    }

    @Test
    void opensNoBlockForACallThatComesLaterWhileOthersWait() throws Exception {
        Waiter first = blocks.join(1);

        assertThat(blocks.open()).isNegative();
        Waiter second = blocks.join(1);
        blocks.run();

        assertThat(second.take().first()).isEqualTo(first.take().first() + 1);
        assertThat(blocks.next()).isEqualTo(first.take().first() + 2);
    }

    @Test
    void givesBackWhatIsLeftOfABlockThatIsNoLongerFresh() throws Exception {
        blocks.next();
        numbers.freshFrom = 1;

        blocks.run();

        assertThat(numbers.takenBack).isEqualTo(1);
        assertThat(blocks.next()).isEqualTo(4);
    }

    @Test
    void goesBackInAFreshStripe()
            throws Exception { // a caller may still have the last UID of a higher block in its hands
        numbers.continueAt(8);
        blocks.next();
        OpenBlock first = blocks.place();
        blocks.claim(4);
        blocks.claim(1);
        assertThat(blocks.place()).isSameAs(first);

        numbers.freshFrom = 5;
        blocks.run();
        numbers.freshFrom = 0;
        numbers.continueAt(0);
        assertThat(blocks.next()).isZero();
        OpenBlock second = blocks.place();
        assertThat(second).isNotSameAs(first);
        assertThat(first.claim()).isNegative();

        blocks.claim(4);
        blocks.claim(1);
        assertThat(blocks.place()).isSameAs(second);
    }

    @Test
    void doesNotComeRoundToItsBlockHoweverOftenItIsAskedInVain() {
        blocks.claim(4);
        numbers.blocks = 0;
        assertThat(blocks.tryNext(RejectedTakeBufferHandler.FAIL)).isEmpty();
        long next = blocks.place().valueOpaque();

        for (int i = 0; i < 100; i++) {
            assertThat(blocks.tryNext(RejectedTakeBufferHandler.FAIL)).isEmpty();
        }

        assertThat(blocks.place().valueOpaque()).isEqualTo(next);
    }

    @Test
    void tellsThoseThatWaitWhyThereWillBeNone() throws Exception {
        Waiter waiter = blocks.join(1);
        numbers.failure = new UidGenerateException("the numbers have ended");

        blocks.run();

        assertThatThrownBy(waiter::take).hasMessage("the numbers have ended").hasCause(numbers.failure);
        assertThat(blocks.failure()).hasMessage("the numbers have ended");
    }
}
