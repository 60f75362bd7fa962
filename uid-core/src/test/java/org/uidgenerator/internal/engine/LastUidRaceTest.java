package org.uidgenerator.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/**
 * Threads that race for the last UID of an open block while the next block, whose numbers follow on, is opened, or the
 * block is retired and its rest taken. The stripe must come through; the same stripe with one of its rules broken must
 * be caught, or the race proves nothing.
 */
class LastUidRaceTest {
    private static final int BLOCK_SIZE = 2;
    private static final int BLOCKS = 1_000_000;

    @Test
    void handsOutNoUidTwice() {
        for (int round = 0; round < 5; round++) {
            assertThat(duplicatesIn(new RealBlock())).isZero();
        }
    }

    @Test
    void wouldBeCaughtReadingTheNextUidBeforeClaimingIt() {
        assertCaught(() -> new BrokenBlock() {
            @Override
            public long claim() {
                long last = this.last;
                long uid = next.get();
                next.lazySet(uid + 1);
                return uid <= last ? uid : -1;
            }
        });
    }

    @Test
    void wouldBeCaughtReadingTheLastUidAfterTheClaim() {
        assertCaught(() -> new BrokenBlock() {
            @Override
            public long claim() {
                long uid = next.getAndIncrement();
                return uid <= last ? uid : -1;
            }
        });
    }

    @Test
    void wouldBeCaughtRaisingTheLastUidBeforeTheNext() {
        assertCaught(() -> new BrokenBlock() {
            @Override
            public long claim() {
                long last = this.last;
                long uid = next.getAndIncrement();
                return uid <= last ? uid : -1;
            }

            @Override
            void open(long first, long last) {
                this.last = last;
                next.set(first);
            }
        });
    }

    @Test
    void wouldBeCaughtTakingTheRestWithoutClaimingIt() {
        assertCaught(() -> new BrokenBlock() {
            @Override
            public long claim() {
                long last = this.last;
                long uid = next.getAndIncrement();
                return uid <= last ? uid : -1;
            }

            @Override
            long claimRest() {
                return next.get();
            }
        });
    }

    /** Races until a duplicate shows: a matter of milliseconds to seconds. */
    private static void assertCaught(Supplier<OpenBlock> broken) {
        int duplicates = 0;
        for (int round = 0; round < 300 && duplicates == 0; round++) {
            duplicates = duplicatesIn(broken.get());
        }
        assertThat(duplicates).isPositive();
    }

    /** Opens blocks of adjacent numbers, each when the one before is used up, and counts the numbers claimed twice. */
    private static int duplicatesIn(OpenBlock block) {
        AtomicIntegerArray claims = new AtomicIntegerArray(BLOCKS * BLOCK_SIZE);
        AtomicLong opened = new AtomicLong();
        Runnable taker = () -> {
            while (opened.get() < BLOCKS) {
                long uid = block.claim();
                if (uid >= 0) {
                    claims.incrementAndGet((int) uid);
                    if (uid % (4 * BLOCK_SIZE) == 0) {
                        long rest = block.retire();
                        if (rest >= 0) {
                            claims.incrementAndGet((int) rest);
                        }
                    }
                } else {
                    block.openIfUsedUp(opened);
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

        void openIfUsedUp(AtomicLong opened);

        /** Takes what is left, and gives the first UID of it, or a negative number. */
        long retire();
    }

    private static final class RealBlock implements OpenBlock {
        private final Stripe stripe = new Stripe(1);

        @Override
        public long claim() {
            return stripe.claim();
        }

        @Override
        public void openIfUsedUp(AtomicLong opened) {
            stripe.lock.lock();
            try {
                if (!stripe.hasLeft() && opened.get() < BLOCKS) {
                    long first = opened.getAndIncrement() * BLOCK_SIZE;
                    stripe.open(first, new UidBlock(first, first + BLOCK_SIZE - 1, 1, 0));
                }
            } finally {
                stripe.lock.unlock();
            }
        }

        @Override
        public long retire() {
            stripe.lock.lock();
            try {
                return stripe.takeBack();
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
        public synchronized void openIfUsedUp(AtomicLong opened) {
            if (next.get() > last && opened.get() < BLOCKS) {
                long first = opened.getAndIncrement() * BLOCK_SIZE;
                open(first, first + BLOCK_SIZE - 1);
            }
        }

        @Override
        public synchronized long retire() {
            long rest = last < 0 ? -1 : claimRest();
            if (rest < 0 || rest > last) {
                return -1;
            }
            last = -1;
            return rest;
        }

        long claimRest() {
            return next.getAndAdd(BLOCK_SIZE);
        }
    }
}
