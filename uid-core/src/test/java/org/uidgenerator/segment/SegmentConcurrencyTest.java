package org.uidgenerator.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.contract.Callers;
import org.uidgenerator.contract.InMemorySegmentStore;

/** Many callers, with the generator's own threads. */
@Timeout(600)
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
                    boolean was = tag.status().busy();
                    tag.outgrow();
                    Callers.spinUntil(() -> ended.get() || tag.status().busy() != was);
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
    void keepsNobodyWaitingForTheFirstRangeOfOthersLongerThanItIsTold() throws Exception {
        store.setHighest("orders", 0);
        CountDownLatch answer = new CountDownLatch(1);
        store.hold(answer);
        try (SegmentIdGenerator hasty = SegmentIdGenerator.builder(store)
                        .maxWait(Duration.ofMillis(1))
                        .build();
                SegmentIdGenerator patient = SegmentIdGenerator.builder(store)
                        .maxWait(Duration.ofDays(365_000))
                        .build()) {
            Callers first = Callers.start(1, () -> hasty.tag("orders"));
            Callers.spinUntil(() -> store.held() == 1);
            assertThatThrownBy(() -> hasty.tag("parcels"))
                    .isInstanceOf(UidGenerateException.class)
                    .hasMessage(
                            "segments has not begun with tag parcels: the first range of this or another tag is still being"
                                    + " taken from MEMORY, waited for PT0.001S");

            Callers patientFirst = Callers.start(1, () -> patient.tag("orders"));
            Callers.spinUntil(() -> store.held() == 2);
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> patient.tag("parcels"))
                    .isInstanceOf(UidGenerateException.class)
                    .hasMessage("interrupted while waiting for MEMORY");
            assertThat(Thread.interrupted()).isTrue();

            answer.countDown();
            assertThat(first.failures()).isEmpty();
            assertThat(patientFirst.failures()).isEmpty();
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
                Callers.spinUntil(() -> taken.sum() > enough);
                generator.suspend();
                floor.set(tag.status().highest());
                generator.resume();
            }
            ended.set(true);

            assertThat(callers.failures()).isEmpty();
        }
    }

    @Test
    void hasTwoThreadsForAnyNumberOfTags() {
        IntStream.range(0, 50).forEach(i -> store.setHighest("tag" + i, 0));
        try (SegmentIdGenerator generator = SegmentIdGenerator.builder(store)
                .name("counters")
                .minStep(10_000)
                .build()) {
            IntStream.range(0, 50).forEach(i -> take(generator.tag("tag" + i), 2_000));

            assertThat(Thread.getAllStackTraces().keySet())
                    .extracting(Thread::getName)
                    .filteredOn(name -> name.startsWith("counters"))
                    .containsExactlyInAnyOrder("counters-store", "counters-padder");
        }
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .noneMatch(name -> name.startsWith("counters"));
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
        Callers.spinUntil(() -> tag.waiting() == 3);

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
