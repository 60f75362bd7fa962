package org.uidgenerator.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.uidgenerator.UidRange;
import org.uidgenerator.test.internal.Patience;

class StripeTest {
    private final Stripe stripe = new Stripe(1);

    @Test
    void hasNothingToClaimAtFirst() {
        assertThat(stripe.claim()).isNegative();
        assertThat(stripe.claim(4)).isNull();
        assertThat(stripe.isRetired()).isTrue();
    }

    @Test
    void givesTheUidsOfItsBlockInOrderAndThenNone() {
        open(10, 10, 12);

        assertThat(stripe.claim()).isEqualTo(10);
        assertThat(stripe.claim()).isEqualTo(11);
        assertThat(stripe.claim()).isEqualTo(12);
        assertThat(stripe.claim()).isNegative();
        assertThat(stripe.isRetired()).isFalse();
    }

    @Test
    void claimsARangeOfWhatIsLeft() {
        open(11, 10, 13);

        assertThat(stripe.claim(4)).isEqualTo(new UidRange(11, 13, 1));
        assertThat(stripe.claim(1)).isNull();
    }

    @Test
    void claimsTheFirstOfAllUidsAndTheLastOfABlock() {
        open(0, 0, 3);
        assertThat(stripe.claim(2)).isEqualTo(new UidRange(0, 1, 1));

        open(13, 10, 13);
        assertThat(stripe.claim(1)).isEqualTo(new UidRange(13, 13, 1));
    }

    @Tag("proof")
    @ParameterizedTest
    @ValueSource(longs = {1, 16})
    void claimsNothingTwiceWhenRangesAreClaimedWhileBlocksAreOpened(long increment) throws Exception {
        int blocks = 500_000;
        int size = 6;
        Stripe stripe = new Stripe(increment);
        AtomicLong opened = new AtomicLong();
        List<CompletableFuture<BitSet>> claimers = Stream.generate(() -> CompletableFuture.supplyAsync(() -> {
                    BitSet uids = new BitSet(blocks * size);
                    for (int i = 0; opened.get() < blocks; i++) {
                        int wanted = 1 + i % 4;
                        UidRange some = stripe.claim(wanted);
                        if (some != null) {
                            some.uids().mapToInt(uid -> (int) (uid / increment)).forEach(uid -> {
                                assertThat(uids.get(uid)).isFalse();
                                uids.set(uid);
                            });
                        }
                        if (some == null
                                || some.size()
                                        < wanted) { // the thread that has found the end opens the next, as callers do
                            openIfUsedUp(stripe, opened, size);
                        }
                    }
                    return uids;
                }))
                .limit(2)
                .toList();

        BitSet one = Patience.get(claimers.get(0));
        BitSet other = Patience.get(claimers.get(1));
        assertThat(one.intersects(other)).isFalse();
        assertThat(one.cardinality() + other.cardinality()).isGreaterThan(blocks);
    }

    private static void openIfUsedUp(Stripe stripe, AtomicLong opened, int size) {
        locked(stripe, () -> {
            if (!stripe.hasLeft()) {
                long first = opened.getAndIncrement() * size * stripe.increment;
                stripe.open(first, new UidBlock(first, first + (size - 1) * stripe.increment, stripe.increment, 0));
            }
        });
    }

    @Test
    void isNotBroughtRoundToARetiredBlockByClaimsThatFail() {
        Stripe coarse = new Stripe(1L << 62);
        coarse.lock.lock();
        try {
            coarse.open(1L << 62, new UidBlock(1L << 62, 1L << 62, 1L << 62, 0));
            assertThat(coarse.takeBack()).isEqualTo(1L << 62);
            for (int i = 0; i < 2; i++) {
                assertThat(coarse.claim()).isNegative();
            }
            coarse.foundNone();

            assertThat(coarse.valueOpaque()).isEqualTo(1L << 63); // as good as before the claims
            assertThat(coarse.issued()).isZero();
        } finally {
            coarse.lock.unlock();
        }
    }

    @Test
    void givesNothingOnceRetired() {
        open(10, 10, 12);
        stripe.claim();

        locked(stripe::retire);

        assertThat(stripe.claim()).isNegative();
        locked(() -> assertThat(stripe.hasLeft()).isFalse());
    }

    @Test
    void givesWhatIsLeftToWhoRetiresIt() {
        open(10, 10, 13);
        stripe.claim();

        locked(() -> assertThat(stripe.takeBack()).isEqualTo(11));
        locked(() -> assertThat(stripe.takeBack()).isNegative());

        assertThat(stripe.issued()).isEqualTo(1);
        open(20, 20, 20);
        stripe.claim();
        locked(() -> assertThat(stripe.takeBack()).isNegative());
        assertThat(stripe.issued()).isEqualTo(2);
    }

    @Test
    void givesTheFirstOfAllUidsAndTheLastOfABlockToWhoRetiresIt() {
        open(0, 0, 3);
        locked(() -> assertThat(stripe.takeBack()).isZero());

        open(13, 10, 13);
        locked(() -> assertThat(stripe.takeBack()).isEqualTo(13));
        assertThat(stripe.issued()).isZero();
    }

    @Test
    void knowsTheUidThatItGaveLast() {
        Stripe stripe = new Stripe(16);
        locked(stripe, () -> assertThat(stripe.lastUid()).isNegative());
        locked(stripe, () -> stripe.open(19, new UidBlock(3, 83, 16, 0)));

        stripe.claim(3);
        locked(stripe, () -> assertThat(stripe.lastUid()).isEqualTo(51));
        locked(stripe, stripe::retire);
        locked(stripe, () -> assertThat(stripe.lastUid()).isEqualTo(51));
    }

    @Test
    void knowsWhichBlocksAreAboveAllBefore() {
        open(10, 10, 13);

        locked(() -> assertThat(stripe.isBelow(new UidBlock(14, 15, 1, 0))).isTrue());
        locked(() -> assertThat(stripe.isBelow(new UidBlock(13, 15, 1, 0))).isFalse());
    }

    @Test
    void leavesItsCountAndItsLockToTheStripeAfterIt() {
        open(10, 10, 13);
        stripe.claim(3);
        locked(stripe::retire);
        AtomicReference<Stripe> next = new AtomicReference<>();

        locked(() -> next.set(new Stripe(stripe)));
        locked(() -> next.get().open(2, new UidBlock(2, 3, 1, 0)));
        next.get().claim();

        assertThat(next.get().issued()).isEqualTo(4);
        assertThat(next.get().lock).isSameAs(stripe.lock);
        assertThat(stripe.claim()).isNegative();
    }

    @Test
    void givesNoNegativeUidWhenClaimsRunPastTheGreatestLong() {
        open(Long.MAX_VALUE - 1, Long.MAX_VALUE - 1, Long.MAX_VALUE);

        assertThat(stripe.claim(10)).isEqualTo(new UidRange(Long.MAX_VALUE - 1, Long.MAX_VALUE, 1));
        assertThat(stripe.claim()).isNegative();
        assertThat(stripe.claim(10)).isNull();
        locked(() -> assertThat(stripe.hasLeft()).isFalse());
    }

    @Test
    void countsWhatItHasIssued() {
        open(0, 0, 2);
        assertThat(stripe.issued()).isZero();
        stripe.claim();
        stripe.claim();
        assertThat(stripe.issued()).isEqualTo(2);
        stripe.claim();
        stripe.claim();

        assertThat(stripe.issued()).isEqualTo(3);
        assertThat(stripe.lock.isLocked()).isFalse();
    }

    @Test
    void leavesTheUidsOfOtherWorkersBetweenItsOwn() {
        Stripe stripe = new Stripe(16);
        locked(stripe, () -> stripe.open(19, new UidBlock(3, 83, 16, 0)));

        assertThat(stripe.left()).isEqualTo(5);
        assertThat(stripe.claim()).isEqualTo(19);
        assertThat(stripe.claim(2)).isEqualTo(new UidRange(35, 51, 16));
        assertThat(stripe.issued()).isEqualTo(3);
        assertThat(stripe.claim(9)).isEqualTo(new UidRange(67, 83, 16));
        assertThat(stripe.claim()).isNegative();
        assertThat(stripe.issued()).isEqualTo(5);
    }

    @Test
    void leavesNothingToLateCallersWhenItIsRetired() {
        Stripe stripe = new Stripe(16);
        locked(stripe, () -> stripe.open(3, new UidBlock(3, 83, 16, 0)));

        locked(stripe, () -> assertThat(stripe.takeBack()).isEqualTo(3));

        assertThat(stripe.valueOpaque())
                .as("what who has read the last UID before would claim")
                .isGreaterThan(83);
    }

    @Tag("proof")
    @Test
    void doesNotComeRoundToItsBlockHoweverOftenItIsAskedInVain() {
        long increment = 1L << 40;
        Stripe stripe = new Stripe(increment);
        locked(stripe, () -> stripe.open(5, new UidBlock(5, 5 + 3 * increment, increment, 0)));
        stripe.claim(4);

        for (int i = 0; i < 1 << 25; i++) { // twice round
            assertThat(stripe.claim()).isNegative();
            if (i % 1_000 == 0) {
                locked(stripe, stripe::foundNone);
            }
        }
    }

    @Test
    void leavesAnOpenBlockAsItIsForACallerThatHasFoundNone() {
        open(11, 10, 12);
        locked(stripe::foundNone);
        assertThat(stripe.claim()).isEqualTo(11);

        locked(stripe::retire);
        locked(stripe::foundNone);
        assertThat(stripe.isRetired()).isTrue();
        assertThat(stripe.claim()).isNegative();
    }

    private void open(long next, long first, long last) {
        locked(() -> {
            stripe.open(next, new UidBlock(first, last, 1, 0));
            assertThat(stripe.hasLeft()).isTrue();
        });
    }

    private void locked(Runnable action) {
        locked(stripe, action);
    }

    private static void locked(Stripe stripe, Runnable action) {
        stripe.lock.lock();
        try {
            action.run();
        } finally {
            stripe.lock.unlock();
        }
    }
}
