package org.uidgenerator.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.uidgenerator.UidRange;
import org.uidgenerator.test.internal.Patience;

class OwnedBlockTest {
    private final OwnedBlock own = new OwnedBlock(Thread.currentThread(), new Stripe(1), 0);

    @Test
    void hasNothingToClaimAtFirst() {
        assertThat(own.claim()).isNegative();
        assertThat(own.claim(4)).isNull();
        assertThat(own.isRetired()).isTrue();
    }

    @Test
    void givesTheUidsOfItsBlockInOrderAndThenNone() {
        open(10, 10, 12);

        assertThat(own.claim()).isEqualTo(10);
        assertThat(own.claim()).isEqualTo(11);
        assertThat(own.claim()).isEqualTo(12);
        assertThat(own.claim()).isNegative();
        assertThat(own.isRetired()).isFalse();
        assertThat(own.issued()).isEqualTo(3);
    }

    @Test
    void claimsARangeOfWhatIsLeft() {
        open(11, 10, 15);

        assertThat(own.claim(3)).isEqualTo(new UidRange(11, 13, 1));
        assertThat(own.claim(3)).isEqualTo(new UidRange(14, 15, 1));
        assertThat(own.claim(3)).isNull();
        assertThat(own.issued()).isEqualTo(5);
    }

    @Test
    void leavesTheUidsOfOtherWorkersBetweenItsOwn() {
        OwnedBlock own = new OwnedBlock(Thread.currentThread(), new Stripe(16), 0);
        locked(own, () -> own.open(19, new UidBlock(3, 83, 16, 0)));

        assertThat(own.left()).isEqualTo(5);
        assertThat(own.claim()).isEqualTo(19);
        assertThat(own.claim(2)).isEqualTo(new UidRange(35, 51, 16));
        assertThat(own.left()).isEqualTo(2);
    }

    @Test
    void givesNoNegativeUidPastTheGreatestLong() {
        open(Long.MAX_VALUE - 1, Long.MAX_VALUE - 1, Long.MAX_VALUE);

        assertThat(own.claim()).isEqualTo(Long.MAX_VALUE - 1);
        assertThat(own.claim()).isEqualTo(Long.MAX_VALUE);
        assertThat(own.claim()).isNegative();
        assertThat(own.claim()).isNegative();
        assertThat(own.claim(2)).isNull();
        assertThat(own.left()).isZero();
        assertThat(own.issued()).isEqualTo(2);
    }

    @Test
    void givesUpWhatIsLeftWhenItIsRetired() {
        open(10, 10, 13);
        own.claim();

        locked(own, own::retire);

        assertThat(own.claim()).isNegative();
        assertThat(own.claim(2)).isNull();
        assertThat(own.isRetired()).isTrue();
        assertThat(own.issued()).isEqualTo(1);
        assertThat(own.freshnessOfLeft()).isNegative();
    }

    @Test
    void countsAClaimThatWasUnderWayWhenItWasRetired() {
        open(10, 10, 13);
        locked(own, own::retire);

        own.setValueOpaque(11); // the end of a claim that has read last before

        assertThat(own.issued()).isEqualTo(1);
    }

    @Test
    void isQuietUntilItsOwnerIsBack() {
        open(10, 10, 13);
        locked(own, () -> assertThat(own.isQuiet()).isFalse());

        locked(own, own::retire);
        locked(own, () -> assertThat(own.isQuiet()).isTrue());
        locked(own, () -> assertThat(own.foundNone()).isTrue());

        locked(own, () -> assertThat(own.isQuiet()).isFalse());
    }

    @Test
    void isNotQuietOnceItIsUsedUp() { // its owner may be waiting in the line
        open(10, 10, 10);
        own.claim();

        locked(own, own::retire);

        locked(own, () -> assertThat(own.isQuiet()).isFalse());
    }

    @Test
    void tellsItsOwnerWhenTheSlotIsNoLongerItsOwn() {
        open(10, 10, 13);

        locked(own, own::vacate);

        locked(own, () -> assertThat(own.foundNone()).isFalse());
        assertThat(own.claim()).isNegative();
    }

    @Test
    void keepsAsideWhatItIsOfferedUntilItsOwnerIsBack() {
        open(10, 10, 10);
        own.claim();

        locked(own, () -> own.offer(22, new UidBlock(20, 23, 1, 7)));

        assertThat(own.claim()).isNegative();
        assertThat(own.left()).isEqualTo(2);
        assertThat(own.freshnessOfLeft()).isEqualTo(7);
        locked(own, () -> assertThat(own.foundNone()).isTrue());
        assertThat(own.claim()).isEqualTo(22);
        assertThat(own.claim()).isEqualTo(23);
        assertThat(own.issued()).isEqualTo(3);
    }

    @Test
    void keepsAsideWhatIsOfferedFromTheFirstOfAllUidsOrTheLastOfABlockOn() {
        locked(own, () -> own.offer(0, new UidBlock(0, 3, 1, 7)));
        assertThat(own.left()).isEqualTo(4);

        locked(own, () -> own.offer(23, new UidBlock(20, 23, 1, 7)));
        assertThat(own.left()).isOne();
    }

    @Test
    void isReachedByAFloorFromItsNextUidOn() {
        open(10, 10, 13);
        own.claim();
        locked(own, () -> assertThat(own.hasLeftUpTo(10)).isFalse());
        locked(own, () -> assertThat(own.hasLeftUpTo(11)).isTrue());
        locked(own, own::retire);

        locked(own, () -> own.offer(22, new UidBlock(20, 23, 1, 7)));

        locked(own, () -> assertThat(own.hasLeftUpTo(21)).isFalse());
        locked(own, () -> assertThat(own.hasLeftUpTo(22)).isTrue());
    }

    @Test
    void keepsNothingAsideOfABlockThatIsUsedUp() {
        locked(own, () -> own.offer(24, new UidBlock(20, 23, 1, 0)));
        locked(own, () -> own.offer(Long.MIN_VALUE, new UidBlock(Long.MAX_VALUE, Long.MAX_VALUE, 1, 0)));

        assertThat(own.hasLeft()).isFalse();
    }

    @Test
    void givesUpWhatWasPutAsideWhenItIsRetired() {
        locked(own, () -> own.offer(20, new UidBlock(20, 23, 1, 0)));

        locked(own, own::retire);
        locked(own, own::foundNone);

        assertThat(own.claim()).isNegative();
        assertThat(own.hasLeft()).isFalse();
    }

    @Test
    void isAbandonedOnceItsThreadHasEnded() throws Exception {
        Thread ended = new Thread(() -> {});
        ended.start();
        Patience.join(ended);

        assertThat(new OwnedBlock(ended, new Stripe(1), 0).isAbandoned()).isTrue();
        assertThat(own.isAbandoned()).isFalse();
    }

    private void open(long next, long first, long last) {
        locked(own, () -> own.open(next, new UidBlock(first, last, 1, 0)));
    }

    private static void locked(OwnedBlock own, Runnable action) {
        own.lock.lock();
        try {
            action.run();
        } finally {
            own.lock.unlock();
        }
    }
}
