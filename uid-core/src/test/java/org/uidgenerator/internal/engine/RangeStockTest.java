package org.uidgenerator.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.uidgenerator.UidRange;

/** One caller, and ranges that come when the test says so. */
class RangeStockTest {
    private final Wishes wishes = new Wishes();
    private final RangeStock stock = new RangeStock(wishes, new RangeStock.Cut(10, 16, 4_096));

    /** Counts requests. */
    private static final class Wishes implements RangeStock.Supply {
        int requests;
        int steps;
        long freshFrom;
        String trouble;

        @Override
        public void request() {
            requests++;
        }

        @Override
        public boolean isFresh(long freshness) {
            return freshness >= freshFrom;
        }

        @Override
        public void stepChanges() {
            steps++;
        }

        @Override
        public String trouble() {
            return trouble;
        }

        @Override
        public Throwable failure() {
            return trouble == null ? null : new IllegalStateException(trouble);
        }
    }

    @AfterEach
    void isNotLocked() {
        assertThat(stock.lock.isLocked()).isFalse();
    }

    private static UidRange range(long first, long last) {
        return new UidRange(first, last, 1);
    }

    private void add(UidRange... ranges) {
        stock.add(List.of(ranges), 0);
    }

    private void locked(Runnable action) {
        stock.lock.lock();
        try {
            action.run();
        } finally {
            stock.lock.unlock();
        }
    }

    private List<Long> takeAll() {
        List<Long> uids = new ArrayList<>();
        locked(() -> {
            while (!stock.isEmpty()) {
                uids.add(stock.take(1).first());
            }
        });
        return uids;
    }

    @Test
    void cutsRangesIntoBlocksLowestFirst() {
        add(range(1, 32), range(40, 41));

        assertThat(stock.left()).isEqualTo(34);
        assertThat(stock.next(-1)).isEqualTo(new UidBlock(1, 2, 1, 0));
        assertThat(stock.next(-1)).isEqualTo(new UidBlock(3, 4, 1, 0));
        locked(() -> assertThat(stock.take(1_000)).isEqualTo(range(5, 32)));
        assertThat(stock.next(-1)).isEqualTo(new UidBlock(40, 41, 1, 0));
        assertThat(stock.next(-1)).isNull();
        assertThat(stock.left()).isZero();
        assertThat(stock.highest()).isEqualTo(41);
    }

    @Test
    void hasNoBlockThatIsLongerThanItMayBeOrEmpty() {
        add(range(1, 5));
        assertThat(stock.next(-1)).isEqualTo(new UidBlock(1, 1, 1, 0));

        add(range(6, 1_000_005));
        locked(() -> stock.take(4));
        assertThat(stock.next(-1)).isEqualTo(new UidBlock(6, 4_101, 1, 0));
    }

    @Test
    void requestsMoreWheneverUidsAreTakenAndLittleIsLeft() {
        add(range(1, 100));
        locked(() -> stock.take(9));
        assertThat(wishes.requests).isZero();
        assertThat(stock.isLow()).isFalse();

        locked(() -> stock.take(1));
        assertThat(wishes.requests).isOne();
        assertThat(stock.isLow()).isTrue();
        locked(() -> stock.take(1)); // no field remembers that it was requested before
        assertThat(wishes.requests).isEqualTo(2);
        assertThat(stock.isLow()).isTrue();

        add(range(101, 200)); // 189 are left
        assertThat(wishes.requests).isEqualTo(2);
        locked(() -> {
            stock.take(1_000);
            stock.take(9);
        });
        assertThat(wishes.requests).isEqualTo(2);
        assertThat(stock.isLow()).isFalse();
        stock.next(-1);
        assertThat(wishes.requests).isEqualTo(3);
    }

    @Test
    void requestsMoreWhenThereIsNothingAtAll() {
        assertThat(stock.isLow()).isTrue();
        assertThat(stock.next(-1)).isNull();
        assertThat(wishes.requests).isOne();

        add(range(1, 1));
        assertThat(stock.isLow()).isFalse();
        takeAll();
        assertThat(stock.isLow()).isTrue();
        assertThat(stock.next(-1)).isNull();
        assertThat(wishes.requests).isEqualTo(3);
    }

    @Test
    void leavesOutWhatIsBelowTheFloorAndWhatIsNotFresh() {
        add(range(1, 10));
        stock.add(List.of(range(11, 20), range(30, 39)), 7);

        assertThat(stock.next(10)).isEqualTo(new UidBlock(11, 11, 1, 7));
        assertThat(stock.left()).isEqualTo(19);

        wishes.freshFrom = 8;
        assertThat(stock.isFresh(new UidBlock(11, 11, 1, 7))).isFalse();
        assertThat(stock.isFresh(new UidBlock(11, 11, 1, 8))).isTrue();
        assertThat(stock.next(-1)).isNull();
        assertThat(stock.left()).isZero();
        assertThat(stock.highest()).isEqualTo(39);
    }

    @Test
    void dropsAllButNotTheHighest() {
        add(range(1, 10), range(20, 29));
        locked(stock::drop);

        assertThat(stock.left()).isZero();
        assertThat(stock.isLow()).isTrue();
        assertThat(stock.highest()).isEqualTo(29);
        locked(() -> stock.skip(40));
        locked(() -> stock.skip(35));
        assertThat(stock.highest()).isEqualTo(40);
        add(range(41, 42));
        assertThat(takeAll()).containsExactly(41L, 42L);
    }

    /** The counter may go back after that, and count in other steps again. */
    @Test
    void staysAboveWhatWasTakenInOtherIncrementsBeforeARestThatIsGivenBack() {
        add(range(10, 15));
        takeAll();
        add(new UidRange(17, 108, 7));

        locked(() -> stock.lower(Objects.requireNonNull(stock.drop())));

        assertThat(stock.highest()).isEqualTo(16);
    }

    @Test
    void putsBlocksBackBelowAllThatIsLeft() {
        add(range(1, 32), range(50, 51));
        List<UidBlock> blocks = List.of(stock.next(-1), stock.next(-1), stock.next(-1));

        locked(() -> stock.putBack(List.of(blocks.get(0), blocks.get(2)))); // the second was opened

        assertThat(stock.left()).isEqualTo(32);
        assertThat(takeAll())
                .hasSize(32)
                .isSorted()
                .startsWith(1L, 2L, 5L, 6L)
                .doesNotContain(3L, 4L)
                .endsWith(32L, 50L, 51L);
    }

    @Test
    void joinsWhatIsPutBackToWhatLiesRightAboveIt() {
        add(range(1, 32));
        UidBlock block = stock.next(-1);

        locked(() -> stock.putBack(List.of(block)));

        locked(() -> assertThat(stock.take(1_000)).isEqualTo(range(1, 32)));
    }

    @Test
    void joinsNothingThatIsAnotherStepApart() {
        stock.add(List.of(new UidRange(2, 64, 2), range(65, 96)), 0);
        locked(() -> stock.take(31));
        UidBlock block = stock.next(-1);

        locked(() -> stock.putBack(List.of(block)));

        assertThat(takeAll()).hasSize(33).startsWith(64L, 65L, 66L);
    }

    @Test
    void keepsWhatIsPutBackAsOldAsItWas() {
        add(range(1, 16));
        locked(() -> stock.take(15));
        UidBlock block = stock.next(-1);
        stock.add(List.of(range(17, 32)), 7);

        locked(() -> stock.putBack(List.of(block)));
        wishes.freshFrom = 7;

        assertThat(stock.next(-1)).isEqualTo(new UidBlock(17, 17, 1, 7));
    }

    @Test
    void hasBlocksOfARangeThatEndsAboveTheFloor() {
        stock.add(List.of(new UidRange(3, 96, 3)), 0);

        assertThat(stock.next(95)).isEqualTo(new UidBlock(3, 6, 3, 0));
        assertThat(stock.next(96)).isNull();
    }

    @Test
    void hasNoBlocksOfAnotherStepUntilTheyBegin() {
        stock.add(List.of(new UidRange(2, 64, 2)), 0);
        locked(() -> stock.take(31));
        stock.add(List.of(new UidRange(66, 126, 3)), 0);

        assertThat(stock.next(-1)).isEqualTo(new UidBlock(64, 64, 2, 0));
        assertThat(stock.next(-1)).isNull();
        assertThat(wishes.steps).isOne();
        locked(() -> assertThat(stock.beginBlocks()).isEqualTo(3));
        assertThat(stock.next(-1)).isEqualTo(new UidBlock(66, 66, 3, 0));
    }

    @Test
    void givesTheGreatestLong() {
        add(range(Long.MAX_VALUE - 1, Long.MAX_VALUE));

        assertThat(takeAll()).containsExactly(Long.MAX_VALUE - 1, Long.MAX_VALUE);
    }

    @Test
    void saysWhatItsSupplySays() {
        assertThat(stock.trouble()).isNull();
        assertThat(stock.failure()).isNull();
        wishes.trouble = "the store is unavailable";
        assertThat(stock.trouble()).isEqualTo("the store is unavailable");
        assertThat(stock.failure()).hasMessage("the store is unavailable");
        assertThat(stock.nanosUntilNext()).isEqualTo(Long.MAX_VALUE);
        assertThat(stock.firstUid(new UidBlock(5, 9, 1, 0))).isEqualTo(5);
    }

    /** Whatever is added, taken and put back, each UID comes once and in order, unless it was dropped. */
    @Test
    void givesEachUidOnceInOrder() {
        for (long seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            RangeStock stock = new RangeStock(new Wishes(), new RangeStock.Cut(10, 8, 50));
            List<UidBlock> unopened = new ArrayList<>();
            long added = 0;
            long taken = 0;
            long last = -1;
            long highest = -1;
            for (int i = 0; i < 200; i++) {
                stock.lock.lock();
                try {
                    int action = random.nextInt(5);
                    if (action == 0) {
                        long first = highest + 1 + random.nextInt(3);
                        UidRange range = range(first, first + random.nextInt(100));
                        stock.add(List.of(range), 0);
                        added += range.size();
                        highest = range.last();
                    } else if (action == 1) {
                        UidBlock block = stock.next(-1);
                        if (block != null) {
                            unopened.add(block);
                        }
                    } else if (action == 2) {
                        int opened = random.nextInt(unopened.size() + 1);
                        for (UidBlock block : unopened.subList(0, opened)) {
                            assertThat(block.first()).as("seed %d", seed).isGreaterThan(last);
                            last = block.last();
                            taken += block.size();
                        }
                        stock.putBack(unopened.subList(opened, unopened.size()));
                        unopened.clear();
                    } else if (unopened.isEmpty() && !stock.isEmpty()) {
                        UidRange range = stock.take(1 + random.nextInt(70));
                        assertThat(range.first()).as("seed %d", seed).isGreaterThan(last);
                        last = range.last();
                        taken += range.size();
                    }
                } finally {
                    stock.lock.unlock();
                }
            }
            long inBlocks = unopened.stream().mapToLong(UidBlock::size).sum();
            assertThat(stock.left() + inBlocks + taken).as("seed %d", seed).isEqualTo(added);
        }
    }
}
