package org.uidgenerator.impl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.uidgenerator.buffer.UidBlock;

/**
 * Threads that race for the last UID of an open block while the next block, whose numbers follow on, is opened. The stripe
 * must come through; the same stripe with one of its rules broken must be caught, or the race proves nothing.
 */
@Timeout(120)
class LastUidRaceTest {
    private static final int BLOCK_SIZE = 2;

    @Test
    void handsOutNoUidTwice() {
        assertThat(duplicatesIn(new RealBlock(), 2_000_000)).isZero();
    }

    @Test
    void wouldBeCaughtReadingTheNextUidBeforeClaimingIt() {
        assertThat(duplicatesIn(
                        new BrokenBlock() {
                            @Override
                            public long claim() {
                                long last = this.last;
                                long uid = next.get();
                                next.lazySet(uid + 1);
                                return uid <= last ? uid : -1;
                            }
                        },
                        2_000_000))
                .isPositive();
    }

    @Test
    void wouldBeCaughtReadingTheLastUidAfterTheClaim() {
        assertThat(duplicatesIn(
                        new BrokenBlock() {
                            @Override
                            public long claim() {
                                long uid = next.getAndIncrement();
                                return uid <= last ? uid : -1;
                            }
                        },
                        2_000_000))
                .isPositive();
    }

    @Test
    void wouldBeCaughtRaisingTheLastUidBeforeTheNext() {
        assertThat(duplicatesIn(
                        new BrokenBlock() {
                            @Override
                            public long claim() {
                                long last = this.last;
                                long uid = next.getAndIncrement();
                                return uid <= last ? uid : -1;
                            }

                            @Override
                            public void open(long first, long last) {
                                this.last = last;
                                next.set(first);
                            }
                        },
                        2_000_000))
                .isPositive();
    }

    /** Opens blocks of adjacent numbers, each when the one before is used up, and counts the numbers claimed twice. */
    private static int duplicatesIn(OpenBlock block, int blocks) {
        AtomicIntegerArray claims = new AtomicIntegerArray(blocks * BLOCK_SIZE);
        AtomicLong opened = new AtomicLong();
        Runnable taker = () -> {
            while (opened.get() < blocks) {
                long uid = block.claim();
                if (uid >= 0) {
                    claims.incrementAndGet((int) uid);
                } else {
                    block.openIfUsedUp(opened, blocks);
                }
            }
        };
        CompletableFuture<?>[] takers = new CompletableFuture<?>[3];
        for (int i = 0; i < takers.length; i++) {
            takers[i] = CompletableFuture.runAsync(taker, runnable -> new Thread(runnable).start());
        }
        CompletableFuture.allOf(takers).join();

        int duplicates = 0;
        for (int i = 0; i < claims.length(); i++) {
            if (claims.get(i) > 1) {
                duplicates++;
            }
        }
        return duplicates;
    }

    private interface OpenBlock {
        long claim();

        void openIfUsedUp(AtomicLong opened, int blocks);
    }

    private static final class RealBlock implements OpenBlock {
        private final Stripe stripe = new Stripe();

        @Override
        public long claim() {
            return stripe.claim();
        }

        @Override
        public void openIfUsedUp(AtomicLong opened, int blocks) {
            stripe.lock.lock();
            try {
                if (!stripe.hasLeft() && opened.get() < blocks) {
                    long first = opened.getAndIncrement() * BLOCK_SIZE;
                    stripe.open(first, new UidBlock(first, first + BLOCK_SIZE - 1));
                }
            } finally {
                stripe.lock.unlock();
            }
        }
    }

    /** The stripe's fields and lock, with the rule under test left to be broken. */
    private abstract static class BrokenBlock implements OpenBlock {
        final AtomicLong next = new AtomicLong();
        volatile long last = -1;

        void open(long first, long last) {
            next.set(first);
            this.last = last;
        }

        @Override
        public synchronized void openIfUsedUp(AtomicLong opened, int blocks) {
            if (next.get() > last && opened.get() < blocks) {
                long first = opened.getAndIncrement() * BLOCK_SIZE;
                open(first, first + BLOCK_SIZE - 1);
            }
        }
    }
}
