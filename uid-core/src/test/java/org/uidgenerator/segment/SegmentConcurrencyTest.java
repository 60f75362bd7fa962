package org.uidgenerator.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidRange;
import org.uidgenerator.contract.InMemorySegmentStore;
import org.uidgenerator.contract.Leftovers;
import org.uidgenerator.test.internal.Callers;
import org.uidgenerator.test.internal.Patience;

/** Many callers, with the generator's own threads. */
class SegmentConcurrencyTest {
    private static final int CALLERS = 4;
    private static final int CALLS = 200_000;

    private final InMemorySegmentStore store = new InMemorySegmentStore();

    @Test
    void givesNoNumberTwiceWhileTheTagBecomesBusyAndQuietAllTheTime() throws Exception {
        store.setHighest("orders", 0);
        try (SegmentIdGenerator generator =
                SegmentIdGenerator.builder(store).minStep(100_000).build()) {
            SegmentTag tag = generator.tag("orders");
            AtomicBoolean ended = new AtomicBoolean();
            Callers switching = Callers.start(1, () -> {
                while (!ended.get()) {
                    boolean was = tag.status().buffered();
                    tag.ranges.stepChanges();
                    Patience.spinUntil(() -> ended.get() || tag.status().buffered() != was);
                }
            });
            ConcurrentLinkedQueue<long[]> results = new ConcurrentLinkedQueue<>();

            List<Throwable> failures =
                    Callers.start(CALLERS, () -> results.add(take(tag, CALLS))).failures();
            ended.set(true);

            assertThat(failures).isEmpty();
            assertThat(switching.failures()).isEmpty();
            assertNoneTwice(results);
        }
    }

    private static long[] take(SegmentTag tag, int calls) {
        long[] uids = new long[calls];
        for (int i = 0; i < calls; i++) {
            uids[i] = tag.getUID();
            assertThat(i == 0 || uids[i] > uids[i - 1]).isTrue();
        }
        return uids;
    }

    private static void assertNoneTwice(Iterable<long[]> results) {
        BitSet seen = new BitSet();
        for (long[] uids : results) {
            for (long uid : uids) {
                assertThat(seen.get(Math.toIntExact(uid))).isFalse();
                seen.set(Math.toIntExact(uid));
            }
        }
        assertThat(seen.cardinality()).isEqualTo(CALLERS * CALLS);
    }

    @Test
    void keepsNoCallerWaitingForTheFirstRangeOfATagLongerThanItIsTold() {
        store.setHighest("orders", 0);
        CountDownLatch answer = new CountDownLatch(1);
        store.hold("orders", answer);
        try (SegmentIdGenerator generator =
                SegmentIdGenerator.builder(store).maxWait(Duration.ofMillis(1)).build()) {
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> generator.tag("orders"))
                        .isInstanceOf(UidGenerateException.class)
                        .hasMessage(
                                "segments/orders has no UID after waiting for 1 ms: the store has not answered yet");
            }
            assertThat(generator.status()).isEmpty();

            answer.countDown();
            Patience.spinUntil(
                    () -> !generator.status().isEmpty()); // it is there for later calls, however late it comes
            assertThat(generator.getUID("orders")).isEqualTo(1);
            assertThat(store.takes()).isEqualTo(1);
        }
    }

    @Test
    void asksOnceForAllThatWaitForTheFirstRangeOfATag() throws Exception {
        store.setHighest("orders", 0);
        CountDownLatch answer = new CountDownLatch(1);
        store.hold("orders", answer);
        try (SegmentIdGenerator generator = SegmentIdGenerator.builder(store)
                .maxWait(Duration.ofDays(365_000))
                .build()) {
            Callers callers = Callers.start(3, () -> generator.tag("orders"));
            Patience.spinUntil(() -> store.held() == 1);
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> generator.tag("orders"))
                    .isInstanceOf(UidGenerateException.class)
                    .hasMessage("segments/orders was interrupted while waiting for MEMORY");
            assertThat(Thread.interrupted()).isTrue();

            answer.countDown();
            assertThat(callers.failures()).isEmpty();
            assertThat(store.takes()).isEqualTo(1);
        }
    }

    @Test
    void beginsWithATagWhileOthersWaitForTheirFirstRange() throws Exception {
        CountDownLatch answer = new CountDownLatch(1);
        IntStream.range(0, 12).forEach(i -> {
            store.setHighest("slow" + i, 0);
            store.hold("slow" + i, answer);
        });
        store.setHighest("orders", 0);
        try (SegmentIdGenerator generator =
                SegmentIdGenerator.builder(store).maxWait(Duration.ofMinutes(5)).build()) {
            AtomicInteger next = new AtomicInteger();
            Callers slow = Callers.start(12, () -> generator.tag("slow" + next.getAndIncrement()));
            Patience.spinUntil(() -> store.held() == 12);

            assertThat(generator.getUID("orders")).isEqualTo(1);
            assertThat(generator.status()).hasSize(1);

            answer.countDown();
            assertThat(slow.failures()).isEmpty();
            assertThat(generator.status()).hasSize(13);
        }
    }

    @Test
    void triesAgainWhereAnotherCallCouldNotBegin() throws Exception {
        CountDownLatch answer = new CountDownLatch(1);
        store.hold("orders", answer);
        try (SegmentIdGenerator generator =
                SegmentIdGenerator.builder(store).maxWait(Duration.ofMinutes(5)).build()) {
            Callers callers = Callers.start(2, () -> generator.tag("orders"));
            Patience.spinUntil(() -> store.held() == 1);
            answer.countDown();

            assertThat(callers.failures())
                    .hasSize(2)
                    .allSatisfy(failure -> assertThat(failure).hasMessage("no counter of tag orders in MEMORY"));
            assertThat(generator.status()).isEmpty();
            store.setHighest("orders", 0);
            assertThat(generator.getUID("orders")).isEqualTo(1);
        }
    }

    @Test
    void asksAgainWhereATagIsForgottenWhileItsFirstRangeIsBeingTaken() throws Exception {
        goesOnThoughItsTagIsForgotten(generator -> generator.tag("orders"));
    }

    @Test
    void goesOnWithTheNextTagWhenOneIsForgottenThatACallWaitsFor() throws Exception {
        goesOnThoughItsTagIsForgotten(generator -> generator.getUID("orders"));
    }

    private void goesOnThoughItsTagIsForgotten(Consumer<SegmentIdGenerator> call) throws Exception {
        store.setHighest("orders", 0);
        CountDownLatch answer = new CountDownLatch(1);
        store.hold("orders", answer);
        try (SegmentIdGenerator generator =
                SegmentIdGenerator.builder(store).maxWait(Duration.ofMinutes(5)).build()) {
            Callers callers = Callers.start(1, () -> call.accept(generator));
            Patience.spinUntil(() -> store.held() == 1);
            assertThat(generator.forget("orders")).isFalse();
            answer.countDown();

            assertThat(callers.failures()).isEmpty();
            assertThat(generator.status()).hasSize(1);
        }
    }

    @Test
    void dropsAFirstRangeThatIsBeingTakenWhenItIsSuspended() throws Exception {
        store.setHighest("orders", 0);
        CountDownLatch answer = new CountDownLatch(1);
        store.hold("orders", answer);
        try (SegmentIdGenerator generator =
                SegmentIdGenerator.builder(store).minStep(100).build()) {
            Callers suspended = Callers.start(1, () -> generator.tag("orders"));
            Patience.spinUntil(() -> store.held() == 1);
            generator.suspend();
            answer.countDown();
            assertThat(suspended.failures())
                    .singleElement()
                    .satisfies(failure -> assertThat(failure)
                            .isInstanceOf(UidGenerateException.class)
                            .hasMessage("segments/orders is suspended"));
            assertThat(generator.status()).isEmpty();

            generator.resume();
            assertThat(generator.getUID("orders")).isEqualTo(101);
        }
    }

    @Test
    void dropsAFirstRangeThatWasBegunBeforeASuspensionThatIsOver() throws Exception {
        store.setHighest("orders", 0);
        CountDownLatch answer = new CountDownLatch(1);
        store.hold("orders", answer);
        try (SegmentIdGenerator generator =
                SegmentIdGenerator.builder(store).minStep(100).build()) {
            Callers copied = Callers.start(1, () -> generator.getUID("orders"));
            Patience.spinUntil(() -> store.held() == 1);
            generator.suspend();
            generator.resume();
            answer.countDown();

            assertThat(copied.failures())
                    .singleElement()
                    .satisfies(failure -> assertThat(failure).hasMessage("segments/orders is suspended"));
            assertThat(generator.getUID("orders")).isEqualTo(101);
        }
    }

    /** As the id service does. */
    @Test
    void takesRangesForOthersOneAfterTheOtherAndLosesNoneOfThoseThatAreWaitedFor() throws Exception {
        store.setHighest("orders", 0);
        CountDownLatch answer = new CountDownLatch(1);
        try (SegmentIdGenerator generator =
                SegmentIdGenerator.builder(store).maxWait(Duration.ofMinutes(5)).build()) {
            SegmentTag orders = generator.tag("orders");
            store.hold("orders", answer);
            ConcurrentLinkedQueue<UidRange> ranges = new ConcurrentLinkedQueue<>();
            Callers callers = Callers.start(8, () -> ranges.add(generator.takeRange("orders", 100)));
            Patience.spinUntil(() -> orders.waiting() == 8 && store.held() == 1);
            answer.countDown();

            assertThat(callers.failures()).isEmpty();
            assertThat(ranges).hasSize(8).allMatch(range -> range.size() == 100);
            assertThat(ranges.stream().flatMapToLong(UidRange::uids)).doesNotHaveDuplicates();
        }
    }

    /** As in a table of Leaf, whose steps may be shorter than what is wanted. */
    @Test
    void takesRangesForOthersAndForItselfInTurn() throws Exception {
        store.setHighest("orders", 0);
        CountDownLatch answer = new CountDownLatch(1);
        SegmentStore ofTens = (tag, length) -> store.take(tag, 10);
        try (SegmentIdGenerator generator = SegmentIdGenerator.builder(ofTens)
                .maxWait(Duration.ofMinutes(5))
                .build()) {
            SegmentTag orders = generator.tag("orders");
            store.hold("orders", answer);
            Callers first = Callers.start(1, () -> generator.takeRange("orders", 1_000));
            Patience.spinUntil(() -> store.held() == 1);
            Callers others = Callers.start(3, () -> generator.takeRange("orders", 1_000));
            AtomicLong last = new AtomicLong();
            Callers own = Callers.start(1, () -> last.set(take(orders, 11)[10]));
            Patience.spinUntil(() -> orders.waiting() == 5);
            answer.countDown();

            assertThat(own.failures()).isEmpty();
            assertThat(last).hasValue(21);
            assertThat(first.failures()).isEmpty();
            assertThat(others.failures()).isEmpty();
        }
    }

    /** What a thread carries may lead to another store: a routing key, a transaction. */
    @Test
    void asksTheStoreInThreadsOfItsOwnOnly() {
        ConcurrentLinkedQueue<String> askers = new ConcurrentLinkedQueue<>();
        SegmentStore seen = (tag, length) -> {
            askers.add(Thread.currentThread().getName());
            return store.take(tag, length);
        };
        store.setHighest("orders", 0);
        try (SegmentIdGenerator generator = SegmentIdGenerator.builder(seen).build()) {
            generator.getUID("orders");
            generator.takeRange("orders", 1);
            generator.tag("orders").getUIDs(new long[2_000]);

            assertThat(askers).isNotEmpty().allMatch(name -> name.startsWith("segments-store"));
        }
    }

    /** As of rows that are locked by another transaction. */
    @Test
    void aTagThatIsHeldUpHoldsUpNoOther() throws Exception {
        CountDownLatch unlocked = new CountDownLatch(1);
        try (SegmentIdGenerator generator = SegmentIdGenerator.builder(store)
                .minStep(10)
                .maxStep(10)
                .maxWait(Duration.ofMinutes(1))
                .build()) {
            List.of("locked1", "locked2", "locked3").forEach(tag -> askInVain(generator, tag, unlocked));
            store.setHighest("orders", 0);
            store.setHighest("parcels", 0);
            Patience.spinUntil(() -> store.held() == 3);

            for (int i = 0; i < 1_000; i++) {
                generator.getUID("orders");
                generator.getUID("parcels");
            }

            assertThat(store.held()).isEqualTo(3);
            unlocked.countDown();
            take(generator.tag("locked1"), 100);
        }
    }

    /** Uses up so much of a tag that its third range of ten numbers is asked for, and does not come. */
    private void askInVain(SegmentIdGenerator generator, String tag, CountDownLatch unlocked) {
        store.setHighest(tag, 0);
        generator.getUID(tag);
        Patience.spinUntil(() -> generator.tag(tag).status().ranges() == 2);
        store.hold(tag, unlocked);
        take(generator.tag(tag), 12);
    }

    @Test
    void saysWhichTagKeepsTheThreadsFromTheStoreWhereOthersWaitForThem() throws Exception {
        CountDownLatch unlocked = new CountDownLatch(1);
        try (SegmentIdGenerator generator = SegmentIdGenerator.builder(store)
                .minStep(10)
                .maxStep(10)
                .storeThreads(1)
                .maxWait(Duration.ofSeconds(2))
                .build()) {
            store.setHighest("orders", 0);
            generator.getUID("orders");
            Patience.spinUntil(() -> generator.tag("orders").status().ranges() == 2);
            askInVain(generator, "locked", unlocked);
            Patience.spinUntil(() -> store.held() == 1);

            take(generator.tag("orders"), 19);
            assertThatThrownBy(() -> generator.getUID("orders"))
                    .isInstanceOf(UidGenerateException.class)
                    .hasMessageMatching("segments/orders has no UID after waiting for [0-9]+ ms: the store has not been"
                            + " asked yet: all 1 threads of segments-store are busy, one for PT[0-9.]+S with"
                            + " segments/locked");
            assertThat(generator.tag("orders").status().storeFailure()).isNull();
            unlocked.countDown();
        }
    }

    /** Between the look for the tag and its number. */
    @Test
    void givesNoNumberTwiceWhileTheTagIsForgottenAllTheTime() throws Exception {
        store.setHighest("orders", 0);
        try (SegmentIdGenerator generator =
                SegmentIdGenerator.builder(store).minStep(100).maxStep(100).build()) {
            AtomicBoolean ended = new AtomicBoolean();
            Callers forgetting = Callers.start(1, () -> {
                while (!ended.get()) {
                    generator.forget("orders");
                }
            });
            ConcurrentLinkedQueue<long[]> results = new ConcurrentLinkedQueue<>();

            List<Throwable> failures = Callers.start(CALLERS, () -> {
                        long[] uids = new long[20_000];
                        for (int i = 0; i < uids.length; i++) {
                            uids[i] = generator.getUID("orders");
                        }
                        results.add(uids);
                    })
                    .failures();
            ended.set(true);

            assertThat(failures).isEmpty();
            assertThat(forgetting.failures()).isEmpty();
            assertThat(results.stream().flatMapToLong(Arrays::stream).distinct().count())
                    .isEqualTo(CALLERS * 20_000L);
        }
    }

    /**
     * Each suspension stands for a snapshot of the process that others continue as well, above what this one had taken.
     */
    @Test
    void handsOutNothingThatItHadBeforeASuspension() throws Exception {
        store.setHighest("orders", 0);
        try (SegmentIdGenerator generator =
                SegmentIdGenerator.builder(store).minStep(5_000).maxStep(5_000).build()) {
            SegmentTag tag = generator.tag("orders");
            AtomicBoolean ended = new AtomicBoolean();
            AtomicLong floor = new AtomicLong();
            LongAdder taken = new LongAdder();
            Callers callers = Callers.start(CALLERS, () -> {
                while (!ended.get()) {
                    long above = floor.get();
                    try {
                        assertThat(tag.getUID() > above).isTrue();
                        taken.increment();
                    } catch (UidGenerateException e) {
                        assertThat(e).hasMessage("segments/orders is suspended");
                    }
                }
            });

            for (int suspensions = 0; suspensions < 50; suspensions++) {
                long enough = taken.sum() + 2_000;
                Patience.spinUntil(() -> taken.sum() > enough);
                generator.suspend();
                floor.set(tag.status().highest());
                generator.resume();
            }
            ended.set(true);

            assertThat(callers.failures()).isEmpty();
        }
    }

    @Test
    void hasAFewThreadsForAnyNumberOfTags() {
        IntStream.range(0, 50).forEach(i -> store.setHighest("tag" + i, 0));
        try (SegmentIdGenerator generator = SegmentIdGenerator.builder(store)
                .name("counters")
                .storeThreads(3)
                .minStep(10_000)
                .build()) {
            IntStream.range(0, 50).forEach(i -> take(generator.tag("tag" + i), 2_000));

            assertThat(Leftovers.threads("counters"))
                    .contains("counters-padder")
                    .isSubsetOf("counters-padder", "counters-store-1", "counters-store-2", "counters-store-3");
        }
        Patience.spinUntil(() -> Leftovers.threads("counters").isEmpty());
    }

    @Test
    void refusesCallsThatWaitWhenItIsClosed() throws Exception {
        store.setHighest("orders", 0);
        SegmentIdGenerator generator = SegmentIdGenerator.builder(store)
                .minStep(1)
                .maxStep(1)
                .maxWait(Duration.ofMinutes(5))
                .build();
        SegmentTag tag = generator.tag("orders");
        CountDownLatch letGo = new CountDownLatch(1);
        store.hold(letGo);
        tag.getUID();
        Callers waiting = Callers.start(3, tag::getUID);
        Patience.spinUntil(() -> tag.waiting() == 3);

        Callers closing = Callers.start(1, generator::close);
        List<Throwable> failures = waiting.failures();
        letGo.countDown();

        assertThat(closing.failures()).isEmpty();
        assertThat(failures)
                .hasSize(3)
                .allSatisfy(failure -> assertThat(failure)
                        .isInstanceOf(UidGenerateException.class)
                        .hasMessage("segments/orders is closed"));
    }
}
