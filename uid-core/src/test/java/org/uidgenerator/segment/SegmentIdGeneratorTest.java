package org.uidgenerator.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.uidgenerator.PendingWrite;
import org.uidgenerator.StoreException;
import org.uidgenerator.StoreIdentity;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidRange;
import org.uidgenerator.contract.InMemorySegmentStore;
import org.uidgenerator.generator.VirtualTime;
import org.uidgenerator.internal.background.BackgroundTask;
import org.uidgenerator.internal.background.BackgroundThreads;
import org.uidgenerator.test.internal.Callers;
import org.uidgenerator.test.internal.LogRecorder;

/** One caller, in virtual time: the generator's threads work when time passes. */
class SegmentIdGeneratorTest {
    private static final Duration MOMENT = Duration.ofMillis(1);
    private static final Duration REST = Duration.ofSeconds(2);

    private final VirtualTime time = new VirtualTime();
    private final InMemorySegmentStore store = new InMemorySegmentStore();
    private SegmentIdGenerator generator = builder().build();

    private SegmentIdGenerator.Builder builder() {
        store.setHighest("orders", 0);
        return SegmentIdGenerator.builder(store).minStep(100).nanoClock(time).threadFactory(time);
    }

    private SegmentTag orders() {
        return generator.tag("orders");
    }

    @AfterEach
    void close() {
        store.setAway(false);
        generator.close();
    }

    private static long[] take(SegmentTag tag, int count) {
        return LongStream.generate(tag::getUID).limit(count).toArray();
    }

    private static long[] numbers(long from, long through) {
        return LongStream.rangeClosed(from, through).toArray();
    }

    @Test
    void countsWithoutGaps() {
        assertThat(take(orders(), 95)).isEqualTo(numbers(1, 95));
        time.pass(MOMENT);
        assertThat(take(orders(), 50)).isEqualTo(numbers(96, 145));
    }

    @Test
    void countsWithoutGapsWhenItBecomesBusy() {
        generator = builder().minStep(100_000).build();

        assertThat(take(orders(), 50_000)).isEqualTo(numbers(1, 50_000));
        SegmentStatus status = orders().status();
        assertThat(status.buffered()).isTrue();
        assertThat(status.highest() - 50_000 - status.available())
                .as("the rest of the open block")
                .isBetween(0L, 97L);
    }

    @Test
    void takesRangesForOthers() {
        assertThat(take(orders(), 3)).isEqualTo(numbers(1, 3));

        assertThat(generator.takeRange("orders", 50)).isEqualTo(new UidRange(101, 150, 1));
        assertThat(take(orders(), 3)).isEqualTo(numbers(4, 6));
        assertThat(generator.takeRange("orders", 1)).isEqualTo(new UidRange(151, 151, 1));
        assertThatThrownBy(() -> generator.takeRange("orders", 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("length must be positive: length=0");
        assertThatThrownBy(() -> generator.takeRange("bad tag", 1)).isInstanceOf(IllegalArgumentException.class);
        generator.suspend();
        assertThatThrownBy(() -> generator.takeRange("orders", 1))
                .isInstanceOf(UidGenerateException.class)
                .hasMessage("segments is suspended");
    }

    @Test
    void givesEachTagItsOwnNumbers() {
        store.setHighest("parcels", 500);

        assertThat(generator.getUID("orders")).isEqualTo(1);
        assertThat(generator.getUID("parcels")).isEqualTo(501);
        assertThat(generator.getUID("orders")).isEqualTo(2);
        assertThat(generator.tag("orders")).isSameAs(orders());
        assertThat(orders().name()).isEqualTo("orders");
        assertThat(orders()).hasToString("segments/orders");
    }

    @Test
    void takesTheNextRangeWhenATenthOfTheLastIsUsed() {
        take(orders(), 9);
        time.pass(MOMENT);
        assertThat(store.takes()).isEqualTo(1);

        take(orders(), 1);
        time.pass(MOMENT);
        assertThat(store.takes()).isEqualTo(2);

        take(orders(), 99);
        time.pass(MOMENT);
        assertThat(store.takes()).isEqualTo(2); // 91 of the second range are left

        take(orders(), 1);
        time.pass(MOMENT);
        assertThat(store.takes()).isEqualTo(3);
    }

    @Test
    void asksTheStoreAtMostOnceAStep() {
        generator = builder().maxStep(100).build();

        for (int i = 0; i < 2_000; i++) {
            take(orders(), 50);
            time.pass(MOMENT);
        }

        assertThat(store.takes()).isBetween(1_000L, 1_002L);
    }

    @Test
    void doublesTheStepWhileRangesDoNotLast() {
        generator = builder().maxStep(500).stepDuration(Duration.ofSeconds(30)).build();
        assertThat(orders().status().step()).isEqualTo(100);

        take(orders(), 10); // the second range is as long as the first
        time.pass(MOMENT);
        assertThat(orders().status().step()).isEqualTo(100);

        take(orders(), 100);
        time.pass(Duration.ofSeconds(29));
        assertThat(orders().status().step()).isEqualTo(200);
        for (long step : new long[] {400, 500, 500}) {
            take(orders(), (int) orders().status().available() / 2);
            time.pass(Duration.ofSeconds(29));
            assertThat(orders().status().step()).isEqualTo(step);
        }

        time.pass(Duration.ofSeconds(60));
        take(orders(), 500);
        time.pass(MOMENT);
        assertThat(orders().status().step()).isEqualTo(250);
    }

    @Test
    void goesOnWithWhatItHasAndFailsWithWhatTheStoreSaid() {
        take(orders(), 10);
        time.pass(MOMENT);
        store.setAway(true);

        try (LogRecorder log = new LogRecorder()) {
            assertThat(take(orders(), 190)).isEqualTo(numbers(11, 200));
            assertThatThrownBy(() -> orders().getUID())
                    .isInstanceOf(UidGenerateException.class)
                    .hasMessageStartingWith("segments/orders has no UID after waiting for 500")
                    .hasMessageEndingWith(
                            " ms: segments got no range of tag orders from MEMORY: the store is unavailable")
                    .cause()
                    .isInstanceOf(UidGenerateException.class)
                    .hasCauseInstanceOf(StoreException.class);
            assertThat(orders().tryGetUID(Duration.ZERO)).isEmpty();
            assertThat(orders().status().storeFailure()).hasMessageContaining("the store is unavailable");

            store.setAway(false);
            assertThat(orders().getUID()).isEqualTo(201); // by itself
            assertThat(orders().status().storeFailure()).isNull();
            assertThat(log.lines())
                    .filteredOn(line -> !line.contains("takes ranges of 100"))
                    .satisfiesExactly(
                            first -> assertThat(first)
                                    .isEqualTo(
                                            "WARNING segments got no range of tag orders from MEMORY: the store is unavailable,"
                                                    + " trying again with back-off"),
                            second -> assertThat(second)
                                    .startsWith("INFO segments takes ranges of tag orders again after"));
        }
    }

    @Test
    void givesNoNumberTwiceWhenAnswersAreLost() {
        take(orders(), 10);
        store.setLosesAnswers(true);
        time.pass(Duration.ofSeconds(1));
        store.setLosesAnswers(false);
        long lost = store.takes() - 1;

        assertThat(take(orders(), 90)).isEqualTo(numbers(11, 100));
        time.pass(Duration.ofSeconds(5));
        assertThat(lost).isPositive();
        assertThat(orders().getUID()).isEqualTo(101 + lost * 100);
    }

    @Test
    void aTagThatFailsHoldsUpNoOther() {
        store.setHighest("parcels", 0);
        SegmentTag parcels = generator.tag("parcels");
        take(orders(), 10);
        store.delete("orders");
        time.pass(Duration.ofMinutes(1));

        take(parcels, 10);
        time.pass(MOMENT);

        assertThat(parcels.status().ranges()).isEqualTo(2);
        assertThat(orders().status().ranges()).isEqualTo(1);
        assertThat(orders().status().storeFailure()).hasMessage("no counter of tag orders in MEMORY");
    }

    @Test
    void refusesATagThatTheStoreDoesNotKnowAndForgetsIt() {
        assertThatThrownBy(() -> generator.tag("odrers"))
                .isInstanceOf(UidGenerateException.class)
                .hasMessage("no counter of tag odrers in MEMORY");
        assertThat(generator.status()).isEmpty();

        store.setHighest("odrers", 0);
        assertThat(generator.getUID("odrers")).isEqualTo(1);
    }

    @Test
    void refusesATagWhoseFirstRangeItCannotTake() {
        store.setAway(true);

        assertThatThrownBy(() -> generator.getUID("orders"))
                .isInstanceOf(UidGenerateException.class)
                .hasMessage("segments got no range of tag orders from MEMORY: the store is unavailable")
                .hasCauseInstanceOf(StoreException.class);
    }

    @Test
    void refusesNamesThatNoStoreTakes() {
        for (String tag : new String[] {"", "a b", "größe", "x".repeat(129), "a\n"}) {
            assertThatThrownBy(() -> generator.tag(tag))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("tag must be 1 to 128 visible ASCII characters: tag=\"" + tag + "\"");
        }
    }

    @Test
    void takesAllVisibleCharactersInNames() {
        assertThat(SegmentStore.requireTag("!~")).isEqualTo("!~");
        assertThat(SegmentStore.requireTag("x".repeat(128))).hasSize(128);
    }

    @Test
    void handsOutTheGreatestLongAndThenFails() {
        store.setHighest("orders", Long.MAX_VALUE - 150);
        generator = builder().build();
        store.setHighest("orders", Long.MAX_VALUE - 150);

        take(orders(), 50);
        time.pass(MOMENT);
        assertThat(take(orders(), 100)).endsWith(Long.MAX_VALUE);
        assertThatThrownBy(() -> orders().getUID())
                .isInstanceOf(UidGenerateException.class)
                .hasMessageEndingWith("the counter of tag orders in MEMORY is exhausted");
    }

    /** A tag that is quiet, and one that is busy: the call whose answer it is, and those after it. */
    @ParameterizedTest
    @ValueSource(ints = {150, 20_000})
    void tellsTheEndAtOnce(int left) {
        generator = builder().minStep(10_000).build();
        store.setHighest("orders", Long.MAX_VALUE - left);
        try (LogRecorder log = new LogRecorder()) {
            assertThat(take(orders(), left)).endsWith(Long.MAX_VALUE);
            assertThatThrownBy(() -> orders().getUID()).isInstanceOf(ExhaustedCounterException.class);
            long start = time.nanoTime();
            for (int i = 0; i < 100; i++) {
                assertThatThrownBy(() -> orders().getUID())
                        .isInstanceOf(ExhaustedCounterException.class)
                        .hasMessage("the counter of tag orders in MEMORY is exhausted");
                assertThatThrownBy(() -> generator.takeRange("orders", 1))
                        .isInstanceOf(ExhaustedCounterException.class);
            }
            assertThat(time.nanoTime()).isEqualTo(start);
            assertThat(log.lines())
                    .filteredOn(line -> !line.startsWith("INFO"))
                    .containsExactly("WARNING segments: the counter of tag orders in MEMORY is exhausted");
        }
    }

    @Test
    void findsALimitThatWasRaised() {
        AtomicBoolean raised = new AtomicBoolean();
        generator = SegmentIdGenerator.builder((tag, length) -> {
                    if (!raised.get()) {
                        throw new ExhaustedCounterException("vouchers are sold out");
                    }
                    return store.take(tag, length);
                })
                .nanoClock(time)
                .threadFactory(time)
                .build();
        store.setHighest("orders", 0);
        assertThatThrownBy(this::orders).isInstanceOf(ExhaustedCounterException.class);
        time.pass(Duration.ofMinutes(1));
        raised.set(true);

        assertThatThrownBy(this::orders).isInstanceOf(ExhaustedCounterException.class);
        time.pass(Duration.ofSeconds(1));
        assertThatThrownBy(this::orders)
                .as("no call asks the store before its time")
                .isInstanceOf(ExhaustedCounterException.class);
        time.pass(Duration.ofSeconds(4));
        assertThat(take(orders(), 5_000)).isEqualTo(numbers(1, 5_000));
        assertThat(orders().status().storeFailure()).isNull();
    }

    @Test
    void takesTheNextShortRangeWhenOneOfTheLastIsUsed() {
        generator = builder().minStep(5).maxStep(5).build();
        SegmentTag orders = orders();
        time.pass(Duration.ofMinutes(1));
        assertThat(orders.status().highest()).isEqualTo(5);

        orders.getUID();
        time.pass(Duration.ofMinutes(1));
        assertThat(orders.status().highest()).isEqualTo(10);
    }

    @Test
    void skipsPastWhatItHasTakenWhenTheCounterGoesBack() {
        take(orders(), 10);
        time.pass(MOMENT);
        take(orders(), 90);
        store.setHighest("orders", 0);

        try (LogRecorder log = new LogRecorder()) {
            take(orders(), 10);
            time.pass(MOMENT);
            assertThat(log.lines())
                    .containsExactly(
                            "WARNING segments: the counter of tag orders in MEMORY went back: 200 was taken before, now it gives 1."
                                    + " The numbers in between are skipped; check whether other generators have taken more than that");
        }
        assertThat(take(orders(), 90)).isEqualTo(numbers(111, 200));
        assertThat(orders().getUID()).isEqualTo(201);
        assertThat(orders().status().highest()).isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 70, 99})
    void usesTheUpperPartOfARangeThatBeginsTooLow(int tooLow) {
        take(orders(), 1);
        store.setHighest("orders", 100 - tooLow);

        take(orders(), 9);
        time.pass(MOMENT);
        take(orders(), 90);

        assertThat(orders().getUID()).isEqualTo(101);
        assertThat(orders().status().highest()).isEqualTo(200 - tooLow);
    }

    /** As joined stores give them. */
    @Test
    void skipsAsManyNumbersAsTheCounterHasGoneBackByWhateverTheStep() {
        generator.close();
        Deque<UidRange> ranges =
                new ArrayDeque<>(List.of(new UidRange(3, 300, 3), new UidRange(3, 150, 3), new UidRange(153, 600, 3)));
        List<Long> lengths = new ArrayList<>();
        generator = SegmentIdGenerator.builder((tag, length) -> {
                    lengths.add(length);
                    return ranges.remove();
                })
                .minStep(100)
                .nanoClock(time)
                .threadFactory(time)
                .build();

        take(orders(), 10);
        time.pass(MOMENT);

        assertThat(lengths).containsExactly(100L, 100L, 150L); // 50 more
        assertThat(take(orders(), 91)).startsWith(33).endsWith(300, 303);
    }

    @Test
    void triesAgainWhateverTheStoreThrows() {
        generator.close();
        boolean[] broken = {false};
        generator = SegmentIdGenerator.builder((tag, length) -> {
                    if (broken[0]) {
                        throw new StackOverflowError("in the driver");
                    }
                    return store.take(tag, length);
                })
                .minStep(100)
                .nanoClock(time)
                .threadFactory(time)
                .build();
        take(orders(), 9);
        broken[0] = true;
        take(orders(), 1);
        time.pass(Duration.ofSeconds(1));
        assertThat(orders().status().storeFailure()).hasMessageEndingWith(": in the driver");

        broken[0] = false;
        time.pass(Duration.ofSeconds(5));
        assertThat(take(orders(), 190)).isEqualTo(numbers(11, 200));
    }

    @Test
    void triesAgainIfItCannotEvenSayWhatTheStoreThrew() {
        take(orders(), 10);
        store.setAway(true);
        try (BrokenLog log = new BrokenLog()) {
            time.pass(Duration.ofSeconds(1));
            assertThat(log.refused).isPositive();
        }

        store.setAway(false);
        time.pass(Duration.ofSeconds(5));
        assertThat(take(orders(), 190)).isEqualTo(numbers(11, 200));
    }

    /** As if memory were short. */
    private static final class BrokenLog extends Handler implements AutoCloseable {
        private final Logger logger = Logger.getLogger(SegmentIdGenerator.class.getName());
        private int refused;

        BrokenLog() {
            logger.addHandler(this);
            logger.setLevel(Level.WARNING);
        }

        @Override
        public void publish(LogRecord record) {
            refused++;
            throw new OutOfMemoryError("for the test");
        }

        @Override
        public void flush() {}

        @Override
        public void close() {
            logger.removeHandler(this);
            logger.setLevel(null);
        }
    }

    @Test
    void failsWhenTheCounterStaysBehind() {
        generator.close();
        generator = SegmentIdGenerator.builder((tag, length) -> new UidRange(1, 10, 1))
                .maxWait(Duration.ofMillis(1))
                .nanoClock(time)
                .threadFactory(time)
                .build();

        try (LogRecorder log = new LogRecorder()) {
            take(orders(), 10);
            time.pass(MOMENT);
            assertThat(log.lines())
                    .filteredOn(line -> line.contains("the counter of tag orders"))
                    .hasSize(1);

            time.pass(Duration.ofMinutes(1));
            assertThat(log.lines()).noneMatch(line -> line.contains("takes ranges of tag orders again"));
        }

        assertThatThrownBy(() -> orders().getUID())
                .isInstanceOf(UidGenerateException.class)
                .hasMessageContaining("its counter went back to 10 and 10 was taken before, raise it above that");
    }

    @Test
    void staysQuietWhileItIsCalledOnceAMillisecond() {
        generator = builder().minStep(100_000).build();

        for (int i = 1; i <= 2_100; i++) {
            assertThat(orders().getUID()).isEqualTo(i);
            time.pass(MOMENT);
        }

        assertThat(orders().status().buffered()).isFalse();
    }

    @Test
    void becomesBusyWith256CallsWithinAQuarterOfASecond() {
        generator = builder().minStep(100_000).build();
        take(orders(), 255);
        time.pass(Duration.ofMillis(250));
        take(orders(), 1);
        assertThat(orders().status().buffered()).isFalse();

        take(orders(), 255);
        time.pass(Duration.ofMillis(249));
        assertThat(orders().status().buffered()).isFalse();
        take(orders(), 1);
        assertThat(orders().status().buffered()).isTrue();
    }

    @Test
    void staysBusyWith1024NumbersBetweenTwoLooks() {
        generator = builder().minStep(100_000).build();
        take(orders(), 2_000);
        time.pass(MOMENT); // the first look

        take(orders(), 1_024);
        time.pass(Duration.ofSeconds(10));
        assertThat(orders().status().buffered()).isTrue();

        take(orders(), 1_023);
        time.pass(Duration.ofSeconds(10));
        assertThat(orders().status().buffered()).isFalse();
    }

    @Test
    void becomesQuietAgainAndContinuesAboveAllThatWasHandedOut() {
        generator = builder().minStep(1_000_000).build();
        long[] first = take(orders(), 5_000);
        assertThat(orders().status().buffered()).isTrue();

        time.pass(Duration.ofSeconds(30));

        assertThat(orders().status().buffered()).isFalse();
        assertThat(time.busyThreads()).isZero();
        long next = orders().getUID();
        assertThat(next).isGreaterThan(first[4_999]).isLessThan(first[4_999] + 2 * 976);
        assertThat(take(orders(), 500)).isEqualTo(numbers(next + 1, next + 500));
        assertThat(store.takes()).isLessThanOrEqualTo(2);
    }

    @Test
    void staysBusyWhileNothingIsLeft() {
        generator = builder().minStep(10_000).build();
        take(orders(), 256);
        store.setAway(true);
        while (orders().status().available() > 0) {
            assertThat(orders().tryGetUID(Duration.ofSeconds(1))).isPresent();
        }

        time.pass(Duration.ofSeconds(30)); // calls may wait, and wait on

        assertThat(orders().status().buffered()).isTrue();
    }

    @Test
    void staysBusyWhileItIsUsed() {
        generator = builder().minStep(1_000_000).build();
        for (int i = 0; i < 10; i++) {
            take(orders(), 5_000);
            time.pass(Duration.ofSeconds(9));
            assertThat(orders().status().buffered()).isTrue();
        }
    }

    @Test
    void staysBusyUntilTheNextLookHoweverManyOthersBecomeBusy() {
        generator = builder().minStep(1_000_000).build();
        for (String tag : List.of("orders", "parcels", "returns", "refunds")) {
            store.setHighest(tag, 0);
            take(generator.tag(tag), 2_000);
            time.pass(MOMENT);
        }

        assertThat(generator.status()).allMatch(SegmentStatus::buffered);
    }

    @Test
    void followsAStepThatChanges() {
        generator.close();
        long[] next = {0};
        long[] step = {2};
        SegmentStore changing = (tag, length) -> {
            long first = next[0] + 10 - next[0] % 10;
            next[0] = first + (length - 1) * step[0];
            return new UidRange(first, next[0], step[0]);
        };
        generator = SegmentIdGenerator.builder(changing)
                .minStep(2_000)
                .nanoClock(time)
                .threadFactory(time)
                .build();

        long[] before = take(orders(), 1_900);
        assertThat(orders().status().buffered()).isTrue();
        step[0] = 3;
        time.pass(MOMENT);
        long[] after = take(orders(), 20_000);

        assertThat(LongStream.concat(Arrays.stream(before), Arrays.stream(after))
                        .toArray())
                .doesNotHaveDuplicates()
                .isSorted();
        assertThat(after[19_999] - after[19_998]).isEqualTo(3);
    }

    @Test
    void claimsRangesAndFillsArrays() {
        assertThat(orders().claim(30)).isEqualTo(new UidRange(1, 30, 1));
        assertThat(orders().tryGetUID(Duration.ZERO)).hasValue(31);
        assertThat(orders().claim(1_000)).isEqualTo(new UidRange(32, 100, 1));
        time.pass(MOMENT);
        long[] uids = new long[300];
        orders().getUIDs(uids);
        assertThat(uids).startsWith(101).isSorted().doesNotHaveDuplicates();
        assertThatThrownBy(() -> orders().claim(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("atMost must be at least 1: atMost=0");
        assertThatThrownBy(() -> orders().tryGetUID(Duration.ofNanos(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("timeout must not be negative: timeout=PT-0.000000001S");
    }

    @Test
    void tellsWhatItsTagsDo() {
        store.setHighest("a", 0);
        generator.getUID("orders");
        generator.getUID("a");

        assertThat(generator.status())
                .containsExactly(
                        new SegmentStatus("a", 100, 99, 100, 1, false, null),
                        new SegmentStatus("orders", 100, 99, 100, 1, false, null));
    }

    @Test
    void refusesCallsAfterItIsClosed() {
        store.setHighest("busy", 0);
        SegmentTag busy = builder().minStep(1_000_000).build().tag("busy");
        SegmentTag quiet = orders();
        generator.close();
        generator.close();

        assertThat(busy.getUID()).isEqualTo(1);
        assertThatThrownBy(quiet::getUID)
                .isInstanceOf(UidGenerateException.class)
                .hasMessage("segments/orders is closed");
        assertThatThrownBy(() -> quiet.tryGetUID(Duration.ZERO)).hasMessage("segments/orders is closed");
        assertThatThrownBy(() -> generator.tag("parcels"))
                .isInstanceOf(UidGenerateException.class)
                .hasMessage("segments is closed");
        assertThat(generator).hasToString("segments (MEMORY)");
    }

    @Test
    void refusesCallsOfABusyTagAfterItIsClosed() {
        generator = builder().minStep(100_000).build();
        SegmentTag tag = orders();
        take(tag, 2_000);
        generator.close();

        assertThatThrownBy(tag::getUID)
                .isInstanceOf(UidGenerateException.class)
                .hasMessage("segments/orders is closed");
        assertThatThrownBy(() -> tag.claim(3)).hasMessage("segments/orders is closed");
    }

    @Test
    void checksItsOptions() {
        assertThatThrownBy(() -> builder().name(" ").build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("name must not be blank: name=\" \"");
        assertThatThrownBy(() -> builder().minStep(0).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("1 <= minStep <= maxStep <= 1000000000000 must hold: minStep=0, maxStep=1000000");
        assertThatThrownBy(() -> builder().minStep(10).maxStep(9).build())
                .hasMessage("1 <= minStep <= maxStep <= 1000000000000 must hold: minStep=10, maxStep=9");
        assertThatThrownBy(() -> builder().maxStep(1_000_000_000_001L).build())
                .hasMessage("1 <= minStep <= maxStep <= 1000000000000 must hold: minStep=100, maxStep=1000000000001");
        for (Duration wrong : new Duration[] {Duration.ZERO, Duration.ofMillis(-1), Duration.ofDays(366)}) {
            assertThatThrownBy(() -> builder().stepDuration(wrong).build())
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("stepDuration must be positive and at most 365 days: stepDuration=" + wrong);
        }
        assertThatThrownBy(() -> builder().maxWait(Duration.ofMillis(-1)).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("maxWait must not be negative: maxWait=PT-0.001S");
        for (int wrong : new int[] {0, -1, 65}) {
            assertThatThrownBy(() -> builder().storeThreads(wrong).build())
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("storeThreads must be in [1, 64]: storeThreads=" + wrong);
        }
        builder()
                .maxStep(1_000_000_000_000L)
                .stepDuration(Duration.ofDays(365))
                .storeThreads(64)
                .build()
                .close();
    }

    @Test
    void refusesCallsWhileItIsSuspended() {
        SegmentTag orders = orders();
        store.setHighest("parcels", 500);

        generator.suspend();
        generator.suspend();

        assertThatThrownBy(orders::getUID)
                .isInstanceOf(UidGenerateException.class)
                .hasMessage("segments/orders is suspended");
        assertThatThrownBy(() -> orders.claim(5)).hasMessage("segments/orders is suspended");
        assertThatThrownBy(() -> orders.tryGetUID(Duration.ZERO)).hasMessage("segments/orders is suspended");
        assertThatThrownBy(() -> generator.tag("parcels"))
                .isInstanceOf(UidGenerateException.class)
                .hasMessage("segments is suspended");
        assertThat(orders.status().available()).isZero();
    }

    @Test
    void dropsWhatItHasWhenItIsSuspended() {
        take(orders(), 15); // of 1 to 100; the second range is asked for
        time.pass(MOMENT);

        generator.suspend();
        time.pass(Duration.ofHours(1));
        assertThat(store.takes()).isEqualTo(2);
        assertThat(store.take("orders", 10)).as("of a copy").isEqualTo(new UidRange(16, 25, 1));
        generator.resume();

        assertThat(take(orders(), 50)).isEqualTo(numbers(26, 75));
    }

    /** A lock that any of them kept would stop the others. */
    @Test
    void isSuspendedAndResumedByAnyThreadAlsoAfterAnOutage() throws Exception {
        take(orders(), 10);
        store.setAway(true);
        time.pass(Duration.ofSeconds(1));
        store.setAway(false);
        time.pass(Duration.ofSeconds(5));

        for (Runnable step : List.<Runnable>of(generator::suspend, generator::resume, generator::suspend)) {
            assertThat(Callers.start(1, step).failures()).isEmpty();
        }
    }

    @Test
    void saysWhatItTakesAndWhatASuspensionHasDropped() {
        try (LogRecorder log = new LogRecorder()) {
            generator = builder().name("shop").build();
            generator.suspend();

            assertThat(log.lines())
                    .containsExactly(
                            "INFO shop takes ranges of 100 to 1000000 numbers from MEMORY",
                            "INFO shop is suspended: it has dropped what it had taken from MEMORY");
        }
    }

    @Test
    void dropsTheBlocksOfABusyTagWhenItIsSuspended() {
        generator = builder().minStep(100_000).build();
        long last = take(orders(), 50_000)[49_999];

        for (int restore = 0; restore < 3; restore++) {
            generator.suspend();
            assertThat(orders().status().buffered()).isFalse();
            UidRange ofACopy = store.take("orders", 1_000);
            assertThat(ofACopy.first()).isGreaterThan(last);
            generator.resume();

            long[] numbers = take(orders(), 50_000);
            assertThat(numbers).isSorted();
            assertThat(numbers[0]).isGreaterThan(ofACopy.last());
            last = numbers[49_999];
        }
    }

    /** It would otherwise continue in each copy of a snapshot. */
    @Test
    void refusesACallThatHasWaitedSinceBeforeItWasSuspendedAndResumed() {
        AtomicInteger calls = new AtomicInteger();
        SegmentIdGenerator[] suspended = new SegmentIdGenerator[1];
        try (SegmentIdGenerator waiting = SegmentIdGenerator.builder((tag, length) -> {
                    if (calls.incrementAndGet() == 2) {
                        suspended[0].suspend();
                        suspended[0].resume();
                    }
                    return store.take(tag, length);
                })
                .minStep(100)
                .nanoClock(time)
                .threadFactory(time)
                .build()) {
            suspended[0] = waiting;
            SegmentTag orders = waiting.tag("orders");
            orders.getUIDs(new long[100]);

            assertThatThrownBy(orders::getUID)
                    .isInstanceOf(UidGenerateException.class)
                    .hasMessage("segments/orders is suspended");
            assertThat(orders.getUID()).isGreaterThan(100);
        }
    }

    /** Its answer is part of the snapshot. */
    @Test
    void dropsARangeThatIsBeingTakenWhenItIsSuspended() {
        AtomicInteger calls = new AtomicInteger();
        SegmentIdGenerator[] suspended = new SegmentIdGenerator[1];
        store.setHighest("orders", 0);
        try (SegmentIdGenerator interrupted = SegmentIdGenerator.builder((tag, length) -> {
                    UidRange range = store.take(tag, length);
                    if (calls.incrementAndGet() == 2) {
                        suspended[0].suspend();
                        suspended[0].resume();
                    }
                    return range;
                })
                .minStep(100)
                .nanoClock(time)
                .threadFactory(time)
                .build()) {
            suspended[0] = interrupted;
            assertThat(take(interrupted.tag("orders"), 10)).isEqualTo(numbers(1, 10));
            time.pass(MOMENT);

            assertThat(interrupted.getUID("orders")).isEqualTo(201);
        }
    }

    @Test
    void asksNoMoreForATagThatIsSuspendedWhileItIsTriedAgain() {
        SegmentTag orders = orders();
        store.setAway(true);
        take(orders, 20);
        time.pass(MOMENT);
        generator.suspend();
        store.setAway(false);
        try (LogRecorder log = new LogRecorder()) {
            time.pass(Duration.ofMinutes(1));

            assertThat(store.takes()).isEqualTo(1);
            assertThat(log.lines()).isEmpty();
        }
        generator.resume();
        assertThat(orders.getUID()).isEqualTo(101);
    }

    /** A store that says two seconds later whether a range stays. */
    private SegmentIdGenerator.Builder resting(AtomicBoolean losesRanges) {
        store.setHighest("orders", 0);
        SegmentStore resting = new SegmentStore() {
            @Override
            public UidRange take(String tag, long length) {
                return store.take(tag, length);
            }

            @Override
            public PendingWrite<UidRange> beginTake(@Nullable StoreIdentity identity, String tag, long length) {
                UidRange range = store.take(tag, length);
                long from = time.nanoTime();
                return new PendingWrite<>() {
                    @Override
                    public Duration untilConfirmable() {
                        return REST.minusNanos(time.nanoTime() - from);
                    }

                    @Override
                    public UidRange confirm() {
                        assertThat(untilConfirmable()).isLessThanOrEqualTo(Duration.ZERO);
                        if (losesRanges.get()) {
                            throw new StoreException("the range was lost", null);
                        }
                        return range;
                    }
                };
            }

            @Override
            public String toString() {
                return "RESTING";
            }
        };
        return SegmentIdGenerator.builder(resting).minStep(100).nanoClock(time).threadFactory(time);
    }

    @Test
    void usesNoNumberThatIsNotConfirmed() {
        generator =
                resting(new AtomicBoolean()).maxWait(Duration.ofMillis(1_900)).build();
        for (int ranges = 1; ranges <= 2; ranges++) {
            assertThatThrownBy(() -> orders().getUID())
                    .isInstanceOf(UidGenerateException.class)
                    .hasMessageEndingWith(": the store has not answered yet");
            assertThat(store.takes()).isEqualTo(ranges);
            if (ranges == 1) {
                time.pass(REST);
                assertThat(take(orders(), 100)).isEqualTo(numbers(1, 100));
            }
        }
        time.pass(REST);
        assertThat(take(orders(), 50)).isEqualTo(numbers(101, 150));
        time.pass(MOMENT);
        assertThat(store.takes()).isEqualTo(3);
    }

    /** A request that is passed on wakes a thread, which looks whether the range is safe by now. */
    @Test
    void doesNotLookWithEachCallWhetherARangeIsSafe() {
        AtomicInteger looks = new AtomicInteger();
        SegmentStore resting = new SegmentStore() {
            @Override
            public UidRange take(String tag, long length) {
                return store.take(tag, length);
            }

            @Override
            public PendingWrite<UidRange> beginTake(@Nullable StoreIdentity identity, String tag, long length) {
                boolean isFirst = store.takes() == 0;
                return PendingWrite.of(
                        () -> {
                            looks.incrementAndGet();
                            return isFirst ? Duration.ZERO : REST;
                        },
                        () -> take(tag, length));
            }
        };
        generator = SegmentIdGenerator.builder(resting)
                .minStep(1_000)
                .nanoClock(time)
                .threadFactory(time)
                .build();

        for (int i = 0; i < 900; i++) {
            orders().getUID();
            time.pass(MOMENT);
        }

        assertThat(looks).hasValueLessThan(10);
    }

    /** A caller that waits for a rest is not in the way of others, also with one thread. */
    @Test
    void confirmsTheRangesOfAllTagsAfterOneRest() {
        generator = resting(new AtomicBoolean()).storeThreads(1).build();
        for (int i = 0; i < 50; i++) {
            store.setHighest("tag" + i, 0);
            take(generator.tag("tag" + i), 10);
        }
        time.pass(MOMENT);
        assertThat(store.takes()).isEqualTo(100);

        time.pass(REST);

        assertThat(generator.status()).hasSize(50).allMatch(tag -> tag.ranges() == 2 && tag.available() == 190);
    }

    @Test
    void beginsAnotherRangeWhenOneIsLost() {
        AtomicBoolean losesRanges = new AtomicBoolean();
        generator = resting(losesRanges).build();
        take(orders(), 10);
        losesRanges.set(true);
        try (LogRecorder log = new LogRecorder()) {
            time.pass(Duration.ofSeconds(10)); // one after the other is begun and lost

            assertThat(store.takes()).isGreaterThan(3);
            assertThat(orders().status().storeFailure())
                    .hasMessage("segments got no range of tag orders from RESTING: the range was lost");
            assertThat(orders().status().ranges()).isEqualTo(1);
            assertThat(log.lines())
                    .containsExactly("WARNING segments got no range of tag orders from RESTING: the range was lost,"
                            + " trying again with back-off");
        }
        try (LogRecorder log = new LogRecorder()) {
            losesRanges.set(false);
            long highest = store.takes() * 100;
            time.pass(Duration.ofSeconds(5));

            assertThat(orders().status().storeFailure()).isNull();
            assertThat(orders().status().highest()).isBetween(highest, highest + 200);
            assertThat(log.lines())
                    .singleElement()
                    .satisfies(line -> assertThat(line)
                            .matches("INFO segments takes ranges of tag orders again after [0-9]+ failed attempts"));
        }
    }

    @Test
    void dropsAPendingRangeWhenItIsSuspended() {
        generator = resting(new AtomicBoolean()).build();
        take(orders(), 10);
        time.pass(MOMENT);
        assertThat(store.takes()).isEqualTo(2);

        generator.suspend();
        time.pass(REST);
        generator.resume();

        assertThat(orders().status().highest()).isEqualTo(200);
        assertThat(orders().getUID()).isEqualTo(201);
    }

    @Test
    void forgetsATag() {
        take(orders(), 10);
        SegmentTag kept = orders();

        assertThat(generator.forget("orders")).isTrue();

        assertThat(generator.forget("orders")).isFalse();
        assertThat(generator.status()).isEmpty();
        assertThatThrownBy(kept::getUID)
                .isInstanceOf(UidGenerateException.class)
                .hasMessage("segments/orders was forgotten, get the tag from its generator again");
        assertThatThrownBy(() -> kept.claim(5)).hasMessageContaining("was forgotten");
        time.pass(Duration.ofHours(1));
        assertThat(store.takes())
                .as("the range that was requested is taken no more")
                .isEqualTo(1);
        assertThat(orders()).isNotSameAs(kept);
        assertThat(generator.getUID("orders")).isEqualTo(101);
        generator.suspend();
        generator.resume();
        assertThatThrownBy(kept::getUID).hasMessageContaining("was forgotten");
    }

    @Test
    void forgetsABusyTag() {
        generator = builder().minStep(100_000).build();
        SegmentTag kept = orders();
        take(kept, 5_000);
        assertThat(kept.status().buffered()).isTrue();

        generator.forget("orders");

        assertThatThrownBy(kept::getUID).hasMessageContaining("was forgotten");
        assertThatThrownBy(() -> kept.tryGetUID(Duration.ZERO)).hasMessageContaining("was forgotten");
        assertThat(orders().status().buffered()).isFalse();
    }

    @Test
    void leavesNoTaskOfATagThatIsForgotten() {
        List<BackgroundThreads> threads = new ArrayList<>();
        generator = builder()
                .threadFactory(work -> {
                    threads.add((BackgroundThreads) work);
                    return time.newThread(work);
                })
                .build();
        take(orders(), 10);
        assertThat(tasks(threads)).contains("segments/orders");

        generator.forget("orders");
        time.pass(MOMENT);

        assertThat(tasks(threads)).doesNotContain("segments/orders");
    }

    private static Stream<String> tasks(List<BackgroundThreads> threads) {
        return threads.stream().flatMap(each -> each.tasks().stream()).map(BackgroundTask::toString);
    }

    private void createPeriods() {
        store.setCreatesUnknown(true);
    }

    @Test
    void countsInEachPeriodAndForgetsThoseThatHavePassed() {
        createPeriods();
        for (int day = 20261101; day <= 20261130; day++) {
            String period = Integer.toString(day);
            assertThat(generator.next("order", period)).isEqualTo(1);
            assertThat(generator.next("order", period)).isEqualTo(2);
            assertThat(generator.next("order.x", period)).isEqualTo(1);
            for (String asLong : List.of("order.x", "order.y")) {
                assertThat(generator.next(asLong, period.substring(0, 6))).isEqualTo(day - 20261100);
            }
            assertThat(generator.next("order", period.substring(0, 6))).isEqualTo(day - 20261100);
            time.pass(Duration.ofDays(1));
        }

        assertThat(generator.status())
                .extracting(SegmentStatus::tag)
                .containsExactly(
                        "order.202611",
                        "order.20261129",
                        "order.20261130",
                        "order.x.202611",
                        "order.x.20261129",
                        "order.x.20261130",
                        "order.y.202611");
    }

    /** What was handed out last is what the next generator continues after, without a gap. */
    @ParameterizedTest
    @ValueSource(ints = {1, 95, 300, 5_000})
    void givesBackWhatIsLeftAtACleanStop(int numbers) {
        long next = 1;
        for (int run = 0; run < 4; run++) {
            generator = SegmentIdGenerator.builder(store)
                    .minStep(100)
                    .nanoClock(time)
                    .threadFactory(time)
                    .build();
            for (int i = 0; i < numbers; i++) {
                assertThat(orders().getUID()).isEqualTo(next++);
                if (i % 50 == 0) {
                    time.pass(MOMENT);
                }
            }
            generator.close();
        }
    }

    @Test
    void givesNothingBackAfterOthersHaveTakenALaterRange() {
        assertThat(take(orders(), 3)).isEqualTo(numbers(1, 3));
        store.take("orders", 10);
        generator.close();
        assertThat(store.take("orders", 1).first()).isEqualTo(111);
    }

    @Test
    void givesBackWhatIsLeftWhenItIsSuspended() {
        assertThat(take(orders(), 3)).isEqualTo(numbers(1, 3));
        generator.suspend();
        try (LogRecorder log = new LogRecorder()) {
            generator.resume();
            assertThat(take(orders(), 3)).isEqualTo(numbers(4, 6));
            assertThat(log.lines()).isEmpty();
        }
    }

    @Test
    void usesNoNumberThatItMayHaveGivenBack() {
        take(orders(), 3);
        store.setLosesAnswers(true);
        generator.suspend();
        store.setLosesAnswers(false);
        assertThat(store.take("orders", 97)).isEqualTo(new UidRange(4, 100, 1)); // it had

        generator.resume();
        assertThat(take(orders(), 200)).isEqualTo(numbers(101, 300));
    }

    @Test
    void findsWhatItHasGivenBackAlsoAtTheEndOfACounter() {
        store.setHighest("orders", Long.MAX_VALUE - 100);
        take(orders(), 50);
        time.pass(MOMENT);
        assertThat(orders().status().storeFailure()).isInstanceOf(ExhaustedCounterException.class);

        generator.suspend();
        generator.resume();
        assertThat(take(orders(), 50)).endsWith(Long.MAX_VALUE);
    }

    @Test
    void givesBackNothingBelowARangeOfOthers() {
        take(orders(), 3);
        generator.takeRange("orders", 10);
        store.setHighest("orders", 100); // as an operator may
        generator.close();
        assertThat(store.take("orders", 1).first()).isEqualTo(101);
    }

    @Test
    void countsRangesOfOthersAsTaken() {
        assertThat(generator.takeRange("orders", 100)).isEqualTo(new UidRange(1, 100, 1));
        store.setAway(true);
        assertThatThrownBy(() -> generator.takeRange("orders", 100)).isInstanceOf(UidGenerateException.class);
        time.pass(Duration.ofMinutes(1));
        store.setAway(false);
        store.setHighest("orders", 0); // as after a restore

        assertThat(generator.takeRange("orders", 100).first()).isGreaterThan(100);
    }

    @Test
    void asksNoMoreForAMistakenName() {
        store.setAway(true);
        assertThatThrownBy(() -> generator.tag("odrers")).isInstanceOf(UidGenerateException.class);
        store.setAway(false);
        store.setHighest("odrers", 0);
        time.pass(Duration.ofMinutes(1));
        assertThat(store.takes()).isZero();
    }

    @Test
    void forgetsAPeriodThatWasPreparedInVain() {
        store.setCreatesUnknown(true);
        for (int day = 21; day < 30; day++) {
            generator.prepare("order", "202611" + day, Duration.ofMinutes(1));
            time.pass(Duration.ofDays(1));
        }
        assertThat(generator.status())
                .extracting(SegmentStatus::tag)
                .containsExactly("order.20261128", "order.20261129");
    }

    @Test
    void triesNotToGiveBackWhereTheStoreIsAway() {
        take(orders(), 50);
        store.setAway(true);
        time.pass(Duration.ofSeconds(10));
        long start = time.nanoTime();
        generator.close();
        assertThat(time.nanoTime()).isEqualTo(start);
        store.setAway(false);
        assertThat(store.take("orders", 1).first()).isEqualTo(101);
    }

    @Test
    void takesTheFirstRangeOfAPeriodBeforeItBegins() {
        store.setCreatesUnknown(true);
        generator.next("order", "20261121");
        generator.prepare("order", "20261122", Duration.ofHours(1));
        time.pass(Duration.ofMinutes(53));
        assertThat(generator.status()).extracting(SegmentStatus::tag).containsExactly("order.20261121");

        time.pass(Duration.ofMinutes(2));
        store.setAway(true);
        assertThat(generator.next("order", "20261122")).isEqualTo(1);
    }

    @Test
    void takesTheFirstRangeOfAPeriodWithItsFirstCallIfItCouldNotBePrepared() {
        store.setCreatesUnknown(true);
        generator.prepare("order", "20261122", Duration.ofMinutes(1));
        store.setAway(true);
        time.pass(Duration.ofMinutes(1));
        store.setAway(false);
        time.pass(Duration.ofMinutes(1));
        assertThat(generator.status()).isEmpty();
        assertThat(generator.next("order", "20261122")).isEqualTo(1);

        generator.prepare("order", "20261123", Duration.ofMinutes(1));
        generator.suspend();
        time.pass(Duration.ofMinutes(1));
        generator.resume();
        assertThat(generator.next("order", "20261123")).isEqualTo(1);
    }

    @Test
    void keepsAPeriodThatIsUsedThoughALaterOneHasBegun() {
        createPeriods();
        for (int hour = 10; hour < 19; hour++) {
            assertThat(generator.next("order", "20261121" + hour)).isEqualTo(1);
            assertThat(generator.next("order", "2026112109")).isEqualTo(hour - 9);
            time.pass(Duration.ofMinutes(50));
        }
        assertThat(store.takes()).isEqualTo(10);

        time.pass(Duration.ofMinutes(61));
        generator.next("order", "2026112120");
        assertThat(generator.status())
                .extracting(SegmentStatus::tag)
                .containsExactly("order.2026112118", "order.2026112120");
        assertThat(generator.next("order", "2026112109")).as("of a new range").isEqualTo(101);
    }

    @Tag("proof")
    @Test
    void keepsTheDaysOfAYearAndNotAMonthOfTenMinutes() {
        createPeriods();
        for (int period = 0; period < 4_464; period++) {
            assertThat(generator.next("order", String.format(Locale.ROOT, "%012d", period)))
                    .isEqualTo(1);
        }
        assertThat(generator.status()).hasSize(PeriodTags.MOST_PAST + 2);
        assertThat(generator.next("order", String.format(Locale.ROOT, "%012d", 4_104)))
                .isEqualTo(2);

        assertThat(generator.next("invoice", "")).isEqualTo(1);
        assertThat(generator.getUID("invoice")).isEqualTo(2);
    }

    @Test
    void doesNotResumeOnceItIsClosed() {
        generator.suspend();
        generator.close();

        assertThatThrownBy(generator::resume)
                .isInstanceOf(UidGenerateException.class)
                .hasMessage("segments is closed");
        generator.suspend();
        assertThatThrownBy(() -> orders()).hasMessage("segments is closed");
    }
}
