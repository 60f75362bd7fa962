package org.uidgenerator.test.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.security.SecureRandom;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.uidgenerator.OtherStoreIdentityException;
import org.uidgenerator.StoreIdentity;
import org.uidgenerator.StoreIdentityRecord;
import org.uidgenerator.UidRange;
import org.uidgenerator.segment.ExhaustedCounterException;
import org.uidgenerator.segment.NoSuchCounterException;
import org.uidgenerator.segment.SegmentIdGenerator;
import org.uidgenerator.segment.SegmentStore;
import org.uidgenerator.test.internal.Callers;

/**
 * The promises of every {@link SegmentStore}. No number is in two ranges, whichever process takes them. A test class
 * extends this one, with a store on the real server:
 *
 * <pre>{@code
 * class ConsulSegmentStoreTest extends SegmentStoreContract {
 *     @Override
 *     protected SegmentStore newStore() {
 *         return new ConsulSegmentStore(SERVER);
 *     }
 * }
 * }</pre>
 *
 * <p>Checked are: ranges that follow each other without a hole or an overlap, with 50 takers at the same time and from
 * two stores; the first number of a counter; tags that do not touch each other, in all visible characters, 128 of them,
 * and in both cases; a {@link NoSuchCounterException} for a tag without a counter; a counter that ends at the greatest
 * {@code long}, with an {@link ExhaustedCounterException}; counters that the store creates itself, if it does; the rest
 * of a range that is given back, if the store takes it; one store identity, if the store keeps any, and no range for
 * another one.
 *
 * <p>Not checked is what a server that crashes loses, or a replica that takes over. A range that was answered must
 * never be given again.
 *
 * <p>The class needs JUnit Jupiter from 5.12 or 6 on the class path. Its tests have tags of their own, so the store
 * need not be emptied.
 */
public abstract class SegmentStoreContract {
    /** Of this run, whose tags are no others in a store that keeps them. */
    private static final String RUN = "-" + UUID.randomUUID() + "-";

    private static final AtomicInteger TAGS = new AtomicInteger();

    /** For a test class, of which JUnit makes an instance for each test. */
    protected SegmentStoreContract() {}

    /**
     * Opens the store, as a freshly started process would.
     *
     * @return a store whose counters all those returned here share
     */
    protected abstract SegmentStore newStore();

    /**
     * Returns how many threads take two ranges of one counter at the same time. All must get theirs within the
     * time-outs of the store.
     *
     * @return 50, by default
     */
    protected int concurrentTakers() {
        return 50;
    }

    /**
     * Says how long a range of the store may be.
     *
     * @return the greatest {@code long}, by default
     */
    protected long longestRange() {
        return Long.MAX_VALUE;
    }

    /**
     * Creates a counter. Each is created once. A test of a store that {@linkplain SegmentStore#create creates} none
     * overrides this.
     *
     * @param tag its tag
     * @param first its first number, 1 or greater
     */
    protected void create(String tag, long first) {
        newStore().create(tag, first);
    }

    private String newTag(long first) {
        String tag = "tag" + RUN + TAGS.incrementAndGet();
        create(tag, first);
        return tag;
    }

    @Test
    void takesOneRangeAfterTheOther() {
        SegmentStore store = newStore();
        String tag = newTag(1);

        assertThat(store.take(tag, 10)).isEqualTo(new UidRange(1, 10, 1));
        assertThat(store.take(tag, 1)).isEqualTo(new UidRange(11, 11, 1));
        long length = Math.min(longestRange(), 1_000_000_000_000L);
        assertThat(store.take(tag, 1_000_000_000_000L)).isEqualTo(new UidRange(12, 11 + length, 1));
        assertThat(newStore().take(tag, 1).first()).isEqualTo(12 + length);
    }

    @Test
    void beginsWhereOldIdsEnd() {
        assertThat(newStore().take(newTag(5_000_001), 3)).isEqualTo(new UidRange(5_000_001, 5_000_003, 1));
    }

    @Test
    void givesEachOfManyConcurrentTakersRangesOfItsOwn() throws Exception {
        String tag = newTag(1);
        List<SegmentStore> stores = List.of(newStore(), newStore());
        List<Callable<List<UidRange>>> takers = IntStream.range(0, concurrentTakers())
                .mapToObj(i -> (Callable<List<UidRange>>) () -> {
                    SegmentStore store = stores.get(i % 2);
                    return List.of(store.take(tag, 1 + i % 7), store.take(tag, 1 + i % 3));
                })
                .toList();

        List<UidRange> ranges = Callers.concurrently(takers).stream()
                .flatMap(List::stream)
                .sorted(Comparator.comparingLong(UidRange::first))
                .toList();

        assertThat(ranges).hasSize(2 * concurrentTakers());
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
    void takesTheRestOfTheLastRangeBackIfItDoesSo() {
        SegmentStore store = newStore();
        String tag = newTag(1);
        StoreIdentity identity = store.identityRecord().isPresent() ? held() : null;
        UidRange first = store.take(tag, 10);
        if (!store.giveBack(identity, tag, new UidRange(4, 10, 1))) {
            abort("the store takes nothing back");
        }

        assertThat(first).isEqualTo(new UidRange(1, 10, 1));
        assertThat(store.take(tag, 7)).isEqualTo(new UidRange(4, 10, 1));
        assertThat(store.take(tag, 10)).isEqualTo(new UidRange(11, 20, 1));
        assertThat(store.giveBack(identity, tag, new UidRange(5, 10, 1)))
                .as("after a later range")
                .isFalse();
        assertThat(store.giveBack(identity, tag, new UidRange(11, 20, 1))).isTrue();
        assertThat(newStore().take(tag, 1)).isEqualTo(new UidRange(11, 11, 1));
    }

    @Test
    void createsACounterOnceIfItDoesSo() {
        SegmentStore store = newStore();
        String tag = "tag" + RUN + TAGS.incrementAndGet();
        try {
            assertThat(store.create(tag, 0)).isTrue();
        } catch (UnsupportedOperationException e) {
            abort("the store creates no counters");
        }

        assertThat(newStore().create(tag, 100)).isFalse();
        assertThat(store.take(tag, 2)).isEqualTo(new UidRange(0, 1, 1));
        assertThatThrownBy(() -> store.create("bad tag", 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("bad tag");
        assertThatThrownBy(() -> store.create(tag, -1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("-1");
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

    @TestFactory
    Stream<DynamicTest> takesOddNames() {
        return Stream.of(
                        "a",
                        "order.id",
                        "invoice.20261121",
                        "a/b:c{d}[e]",
                        "'; DROP TABLE x; --",
                        "%_",
                        "\\\"?",
                        "null",
                        "0")
                .map(name -> DynamicTest.dynamicTest(name, () -> takesOddName(name)));
    }

    private void takesOddName(String visible) {
        String tag = visible.replace(' ', '~') + RUN + TAGS.incrementAndGet();
        create(tag, 1);

        assertThat(newStore().take(tag, 2)).isEqualTo(new UidRange(1, 2, 1));
        assertThat(newStore().take(tag, 2)).isEqualTo(new UidRange(3, 4, 1));
    }

    @Test
    void takesTheLongestNames() {
        String number = RUN + TAGS.incrementAndGet();
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
        assertThatThrownBy(() -> newStore().take("never-made", 1))
                .isInstanceOf(NoSuchCounterException.class)
                .hasMessageContaining("never-made");
    }

    @Test
    void takesWhatIsLeftBeforeTheGreatestLongAndThenNothing() {
        SegmentStore store = newStore();
        String tag = newTag(Long.MAX_VALUE - 4);

        assertThat(store.take(tag, 2)).isEqualTo(new UidRange(Long.MAX_VALUE - 4, Long.MAX_VALUE - 3, 1));
        assertThat(store.take(tag, 1_000).last()).isEqualTo(Long.MAX_VALUE);
        assertThatThrownBy(() -> store.take(tag, 1))
                .isInstanceOf(ExhaustedCounterException.class)
                .hasMessageContaining(tag);
    }

    @Test
    void takesTheVeryLastNumber() {
        SegmentStore store = newStore();
        String tag = newTag(Long.MAX_VALUE);

        assertThat(store.take(tag, 10)).isEqualTo(new UidRange(Long.MAX_VALUE, Long.MAX_VALUE, 1));
    }

    @Test
    void takesMoreThanTheWholeRestWithoutOverflow() {
        SegmentStore store = newStore();
        String tag = newTag(10);

        assertThat(store.take(tag, Long.MAX_VALUE))
                .isEqualTo(new UidRange(10, 9 + Math.min(longestRange(), Long.MAX_VALUE - 9), 1));
    }

    /** A store that keeps none is not asked for it. */
    private StoreIdentityRecord identityOf(SegmentStore store) {
        Optional<StoreIdentityRecord> record = store.identityRecord();
        assumeTrue(record.isPresent(), "the store keeps no store identity");
        return record.orElseThrow();
    }

    private static StoreIdentity newIdentity(StoreIdentityRecord record) {
        return StoreIdentity.random(
                record.name(), "numbers", "host:1", Instant.parse("2027-01-01T00:00:00Z"), new SecureRandom());
    }

    /** Makes the store identity unless an earlier test did. */
    private StoreIdentity held() {
        StoreIdentityRecord record = identityOf(newStore());
        record.insert(newIdentity(record));
        return record.find().orElseThrow();
    }

    @Test
    void keepsTheFirstStoreIdentity() {
        StoreIdentity first = held();
        StoreIdentityRecord record = identityOf(newStore());

        assertThat(first.name()).isEqualTo(record.name());
        assertThat(record.insert(newIdentity(record))).isFalse();
        assertThat(identityOf(newStore()).find()).contains(first);
    }

    @Test
    void letsOneOfSeveralMakeTheStoreIdentity() throws Exception {
        boolean isMade = identityOf(newStore()).find().isPresent();
        List<Callable<Boolean>> inserts = Stream.generate(() -> identityOf(newStore()))
                .limit(8)
                .map(record -> (Callable<Boolean>) () -> record.insert(newIdentity(record)))
                .toList();

        assertThat(Callers.concurrently(inserts)).filteredOn(made -> made).hasSize(isMade ? 0 : 1);
        assertThat(identityOf(newStore()).find()).isPresent();
    }

    @Test
    void takesNoRangeForAnotherStoreIdentity() {
        SegmentStore store = newStore();
        StoreIdentity held = held();
        StoreIdentity other = newIdentity(identityOf(store));
        String tag = newTag(1);

        assertThat(store.beginTake(held, tag, 5).confirm()).isEqualTo(new UidRange(1, 5, 1));
        for (String any : List.of(tag, "never-made")) {
            assertThatThrownBy(() -> store.beginTake(other, any, 5))
                    .isInstanceOf(OtherStoreIdentityException.class)
                    .hasMessageStartingWith("store identity " + other.describe() + " is expected, but ")
                    .hasMessageContaining(" holds " + held);
        }
        assertThat(store.take(tag, 1).first()).isEqualTo(6);
        refusesATagThatItDoesNotKnow();
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
