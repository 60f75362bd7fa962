package org.uidgenerator.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidRange;
import org.uidgenerator.segment.SegmentIdGenerator;
import org.uidgenerator.segment.SegmentStore;

/** What every store of counters promises. */
public abstract class SegmentStoreContract {
    private static final AtomicInteger TAGS = new AtomicInteger();

    /** Returns a store whose counters all those returned here share. */
    protected abstract SegmentStore newStore();

    /** Makes a counter whose first number is this. */
    protected abstract void create(String tag, long first);

    private String newTag(long first) {
        String tag = "tag-" + TAGS.incrementAndGet();
        create(tag, first);
        return tag;
    }

    @Test
    void takesOneRangeAfterTheOther() {
        SegmentStore store = newStore();
        String tag = newTag(1);

        assertThat(store.take(tag, 10)).isEqualTo(new UidRange(1, 10, 1));
        assertThat(store.take(tag, 1)).isEqualTo(new UidRange(11, 11, 1));
        assertThat(store.take(tag, 1_000_000_000_000L)).isEqualTo(new UidRange(12, 1_000_000_000_011L, 1));
        assertThat(newStore().take(tag, 1).first()).isEqualTo(1_000_000_000_012L);
    }

    @Test
    void beginsWhereOldIdsEnd() {
        assertThat(newStore().take(newTag(5_000_001), 3)).isEqualTo(new UidRange(5_000_001, 5_000_003, 1));
    }

    @Test
    void givesEachOf200ConcurrentTakersRangesOfItsOwn() throws Exception {
        String tag = newTag(1);
        List<SegmentStore> stores = List.of(newStore(), newStore());
        List<Callable<List<UidRange>>> takers = IntStream.range(0, 200)
                .mapToObj(i -> (Callable<List<UidRange>>) () -> {
                    SegmentStore store = stores.get(i % 2);
                    return List.of(store.take(tag, 1 + i % 7), store.take(tag, 1 + i % 3));
                })
                .toList();

        List<UidRange> ranges = Callers.concurrently(takers).stream()
                .flatMap(List::stream)
                .sorted(Comparator.comparingLong(UidRange::first))
                .toList();

        assertThat(ranges).hasSize(400);
        assertThat(ranges.get(0).first()).isEqualTo(1);
        assertThat(ranges)
                .zipSatisfy(
                        Stream.concat(
                                        ranges.stream().skip(1),
                                        Stream.of(newStore().take(tag, 1)))
                                .toList(),
                        (range, after) -> assertThat(after.first()).isEqualTo(range.last() + 1));
    }

    @Test
    void keepsTagsApart() {
        SegmentStore store = newStore();
        String orders = newTag(1);
        String parcels = newTag(100);

        store.take(orders, 5);

        assertThat(store.take(parcels, 5).first()).isEqualTo(100);
        assertThat(store.take(orders, 5).first()).isEqualTo(6);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a",
                "order.id",
                "invoice.20261121",
                "a/b:c{d}[e]",
                "'; DROP TABLE x; --",
                "%_",
                "\\\"?",
                "null",
                "0"
            })
    void takesOddNames(String visible) {
        String tag = visible.replace(' ', '~') + "#" + TAGS.incrementAndGet();
        create(tag, 1);

        assertThat(newStore().take(tag, 2)).isEqualTo(new UidRange(1, 2, 1));
        assertThat(newStore().take(tag, 2)).isEqualTo(new UidRange(3, 4, 1));
    }

    @Test
    void takesTheLongestNames() {
        String number = "." + TAGS.incrementAndGet();
        String tag = "x".repeat(128 - number.length()) + number;
        create(tag, 1);

        assertThat(newStore().take(tag, 1).first()).isEqualTo(1);
    }

    @Test
    void knowsUpperFromLowerCase() {
        String tag = newTag(1);
        create(tag.toUpperCase(Locale.ROOT), 100);

        assertThat(newStore().take(tag, 1).first()).isEqualTo(1);
        assertThat(newStore().take(tag.toUpperCase(Locale.ROOT), 1).first()).isEqualTo(100);
    }

    @Test
    void refusesATagThatItDoesNotKnow() {
        assertThatThrownBy(() -> newStore().take("nobody-made-this", 1))
                .isInstanceOf(UidGenerateException.class)
                .hasMessageContaining("nobody-made-this");
    }

    @Test
    void takesWhatIsLeftBeforeTheGreatestLongAndThenNothing() {
        SegmentStore store = newStore();
        String tag = newTag(Long.MAX_VALUE - 4);

        assertThat(store.take(tag, 2)).isEqualTo(new UidRange(Long.MAX_VALUE - 4, Long.MAX_VALUE - 3, 1));
        assertThat(store.take(tag, 1_000).last()).isEqualTo(Long.MAX_VALUE);
        assertThatThrownBy(() -> store.take(tag, 1))
                .isInstanceOf(UidGenerateException.class)
                .hasMessageContaining("the counter of tag " + tag)
                .hasMessageContaining("has come to its end");
    }

    @Test
    void takesMoreThanTheWholeRestWithoutOverflow() {
        SegmentStore store = newStore();
        String tag = newTag(10);

        assertThat(store.take(tag, Long.MAX_VALUE)).isEqualTo(new UidRange(10, Long.MAX_VALUE, 1));
    }

    @Test
    void feedsGeneratorsThatShareIt() throws Exception {
        String tag = newTag(1);
        try (SegmentIdGenerator one =
                        SegmentIdGenerator.builder(newStore()).minStep(20).build();
                SegmentIdGenerator other =
                        SegmentIdGenerator.builder(newStore()).minStep(30).build()) {
            List<Callable<long[]>> callers = Collections.nCopies(4, () -> {
                long[] uids = new long[500];
                one.tag(tag).getUIDs(uids);
                long[] more = new long[500];
                other.tag(tag).getUIDs(more);
                return IntStream.range(0, 1_000)
                        .mapToLong(i -> i < 500 ? uids[i] : more[i - 500])
                        .toArray();
            });

            long[] all = Callers.concurrently(callers).stream()
                    .flatMapToLong(Arrays::stream)
                    .toArray();

            assertThat(all).hasSize(4_000).doesNotHaveDuplicates();
        }
    }
}
