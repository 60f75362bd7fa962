package org.uidgenerator.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.uidgenerator.OptionException;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.contract.RecordingLease;
import org.uidgenerator.worker.WorkerIdAssigner;
import org.uidgenerator.worker.WorkerLease;
import org.uidgenerator.worker.WorkerLeaseLostException;

class ClockPolicyTest {
    private static final UidLayout LAYOUT = UidLayout.of(40, 19, 4);
    private static final int UIDS_PER_TICK = 16;
    private static final long START =
            LAYOUT.tickAt(VirtualTime.START.toEpochMilli()); // 0.4 s of it have passed, as of each tick in these tests

    private final VirtualTime time = new VirtualTime();
    private final RecordingLease lease = new RecordingLease(7, 0);

    private DefaultUidGenerator.Builder with(ClockPolicy policy) {
        return with(policy, layout -> lease);
    }

    private DefaultUidGenerator.Builder with(ClockPolicy policy, WorkerIdAssigner assigner) {
        return DefaultUidGenerator.builder(assigner)
                .layout(LAYOUT)
                .name("orders")
                .clockPolicy(policy)
                .sequenceStart(SequenceStart.ZERO)
                .clock(time.clock)
                .nanoClock(time)
                .threadFactory(time);
    }

    static Stream<ClockPolicy> allPolicies() {
        return Stream.concat(
                Stream.of(
                        ClockPolicy.refuse(),
                        ClockPolicy.waitThenRefuse(Duration.ofSeconds(20)),
                        ClockPolicy.keepCounting()),
                policiesThatGoBack());
    }

    static Stream<ClockPolicy> policiesThatGoBack() {
        return Stream.of(ClockPolicy.unusedSequences(10), ClockPolicy.extensionBits(2));
    }

    /** Sets the clock back, and lets the generator notice. */
    private void setBack(Duration by) {
        time.clock.advance(by.negated());
        time.pass(Duration.ofMillis(250));
        time.clock.advance(Duration.ofMillis(-250));
    }

    private static long[] take(DefaultUidGenerator generator, int count) {
        long[] uids = new long[count];
        generator.getUIDs(uids);
        return uids;
    }

    /** The UIDs as {@code tick.sequence}, ticks counted from the start. */
    private static String parts(long... uids) {
        return Arrays.stream(uids)
                .mapToObj(uid ->
                        (LAYOUT.tickOf(uid) - START) + "." + LAYOUT.decode(uid).sequence())
                .reduce((before, one) -> before + " " + one)
                .orElse("");
    }

    /** Takes some UIDs in each of some ticks, the first in the tick of now. */
    private void takeInEachTick(DefaultUidGenerator generator, int count, int ticks) {
        for (int i = 0; i < ticks; i++) {
            take(generator, count);
            if (i < ticks - 1) {
                time.pass(Duration.ofSeconds(1));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("allPolicies")
    void staysInATickAsLongAsTheClockShowsIt(ClockPolicy policy) {
        DefaultUidGenerator generator = with(policy).build();
        for (int i = 0; i < 3; i++) { // before and after each look at the clock
            generator.getUID();
            time.pass(Duration.ofMillis(250));
        }

        assertThat(generator.status().refills()).isEqualTo(1);
    }

    @Test
    void refusesUntilTheClockHasCaughtUp() {
        DefaultUidGenerator generator = with(ClockPolicy.refuse()).build();
        long before = generator.getUID();
        setBack(Duration.ofHours(3));

        assertThatThrownBy(generator::getUID)
                .isExactlyInstanceOf(UidGenerateException.class)
                .hasMessage("the clock was set back from 2026-11-21T10:30:15Z to 2026-11-21T07:30:15Z: it may be behind"
                        + " by no more than PT0S. UIDs are available again when it has caught up; ClockPolicy.keepCounting()"
                        + " would continue");
        assertThat(generator.status().failure()).hasMessageStartingWith("the clock was set back");
        assertThat(generator.status().available()).isZero();
        assertThatThrownBy(() -> generator.tryGetUID(Duration.ofDays(1))).hasMessageContaining("was set back");
        assertThatThrownBy(() -> generator.claim(9)).hasMessageContaining("was set back");
        assertThat(generator.status().rejectedTakes()).isEqualTo(3);

        time.clock.advance(Duration.ofHours(3).minusSeconds(1));
        assertThatThrownBy(generator::getUID).hasMessageContaining("was set back");
        time.clock.advance(Duration.ofSeconds(1));
        assertThat(generator.getUID()).isGreaterThan(before);
        assertThat(generator.status().failure()).isNull();
    }

    @Test
    void refusesWhenTheTickIsUsedUpBeforeTheRollbackIsNoticed() {
        DefaultUidGenerator generator = with(ClockPolicy.refuse()).build();
        take(generator, UIDS_PER_TICK);

        time.clock.advance(Duration.ofSeconds(-1));

        assertThatThrownBy(generator::getUID).hasMessageContaining("was set back");
    }

    @Test
    void takesBorrowedTicksForNoRollback() {
        for (ClockPolicy policy : allPolicies().toList()) {
            DefaultUidGenerator generator =
                    with(policy).overflow(Overflow.BORROW).build();
            long start = time.nanoTime();

            long[] uids = take(generator, 3 * UIDS_PER_TICK);

            assertThat(uids).as(policy.toString()).isSorted().doesNotHaveDuplicates();
            assertThat(time.nanoTime()).isEqualTo(start);
        }
    }

    @Test
    void waitsUntilTheClockHasCaughtUpIfItIsBehindByLittle() {
        DefaultUidGenerator generator =
                with(ClockPolicy.waitThenRefuse(Duration.ofSeconds(4))).build();
        long before = generator.getUID();
        setBack(Duration.ofSeconds(4));
        assertThat(generator.tryGetUID(Duration.ofSeconds(1))).isEmpty();
        long start = time.nanoTime();

        long after = generator.getUID();

        assertThat(after).isGreaterThan(before);
        assertThat(LAYOUT.timeOf(LAYOUT.tickOf(after)))
                .isBeforeOrEqualTo(time.clock.instant().plusSeconds(1));
        assertThat(Duration.ofNanos(time.nanoTime() - start))
                .isBetween(Duration.ofMillis(2_600), Duration.ofSeconds(4));
    }

    @Test
    void waitsIfTheClockIsBehindByJustAsMuchAsAllowed() {
        DefaultUidGenerator generator =
                with(ClockPolicy.waitThenRefuse(Duration.ofMillis(4_600))).build();
        generator.getUID();

        setBack(Duration.ofSeconds(5)); // the start of the tick is 4.6 s ahead now

        assertThat(generator.tryGetUID(Duration.ZERO)).isEmpty();
        time.clock.advance(Duration.ofMillis(-1));
        assertThatThrownBy(() -> generator.tryGetUID(Duration.ZERO)).hasMessageContaining("was set back");
    }

    @Test
    void refusesAtOnceIfTheClockIsBehindByMore() {
        DefaultUidGenerator generator =
                with(ClockPolicy.waitThenRefuse(Duration.ofSeconds(4))).build();
        generator.getUID();
        setBack(Duration.ofSeconds(5));
        long start = time.nanoTime();

        assertThatThrownBy(generator::getUID).hasMessageContaining("it may be behind by no more than PT4S");
        assertThat(time.nanoTime()).isEqualTo(start);
    }

    @Test
    void waitsNoLongerThanMaxWait() {
        DefaultUidGenerator generator = with(ClockPolicy.waitThenRefuse(Duration.ofMinutes(1)))
                .maxWait(Duration.ofSeconds(2))
                .build();
        generator.getUID();
        setBack(Duration.ofSeconds(30));

        assertThatThrownBy(generator::getUID).hasMessageStartingWith("orders has no UID after waiting for 2000 ms");
    }

    @Test
    void handsOutWhatIsLeftOverInTheTickOfNow() {
        DefaultUidGenerator generator = with(ClockPolicy.unusedSequences(10)).build();
        takeInEachTick(generator, 13, 5);
        setBack(Duration.ofSeconds(3));

        assertThat(parts(take(generator, 8))).isEqualTo("1.13 1.14 1.15 2.13 2.14 2.15 3.13 3.14");
        assertThat(LAYOUT.tickAt(time.clock.millis())).isEqualTo(START + 3); // it has waited for these ticks
        assertThat(parts(take(generator, 5))).isEqualTo("3.15 4.13 4.14 4.15 5.0");
        assertThat(generator.status().issued()).isEqualTo(5 * 13 + 13);
    }

    @Test
    void handsOutTicksInWhichNoUidWasAskedFor() {
        DefaultUidGenerator generator = with(ClockPolicy.unusedSequences(10)).build();
        generator.getUID();
        time.pass(Duration.ofSeconds(5));
        generator.getUID();
        setBack(Duration.ofSeconds(3));

        assertThat(parts(take(generator, 2))).isEqualTo("2.0 2.1");
        time.pass(Duration.ofSeconds(1));
        assertThat(parts(generator.getUID())).isEqualTo("3.0");
        setBack(Duration.ofSeconds(1));
        assertThat(parts(generator.getUID())).isEqualTo("2.2");
    }

    @Test
    void goesBackByNoMoreThanTheRecentTicks() {
        DefaultUidGenerator generator = with(ClockPolicy.unusedSequences(2)).build();
        takeInEachTick(generator, 14, 5);
        setBack(Duration.ofHours(3));
        long start = time.nanoTime();

        assertThat(parts(take(generator, 4))).isEqualTo("3.14 3.15 4.14 4.15");
        assertThat(parts(take(generator, UIDS_PER_TICK + 1)))
                .startsWith("5.0 5.1")
                .endsWith("6.0");
        assertThat(Duration.ofNanos(time.nanoTime() - start)).isBetween(Duration.ofSeconds(3), Duration.ofSeconds(4));
    }

    @Test
    void countsOnWhenNothingIsLeftOver() {
        DefaultUidGenerator generator = with(ClockPolicy.unusedSequences(10)).build();
        takeInEachTick(generator, UIDS_PER_TICK, 3);
        setBack(Duration.ofSeconds(2));

        assertThat(parts(generator.getUID())).isEqualTo("3.0");
    }

    @Test
    void staysWithARestUntilItIsUsedUpWhereTheClockIsFarBehind() {
        DefaultUidGenerator generator = with(ClockPolicy.unusedSequences(10)).build();
        takeInEachTick(generator, 13, 3);
        setBack(Duration.ofHours(3));

        assertThat(parts(generator.getUID())).isEqualTo("0.13");
        time.pass(Duration.ofSeconds(10));
        assertThat(parts(generator.getUID())).isEqualTo("0.14");
    }

    @Test
    void usesTheSameTicksAgainWithAnotherExtension() {
        DefaultUidGenerator generator = with(ClockPolicy.extensionBits(2)).build();
        assertThat(parts(take(generator, 4))).isEqualTo("0.0 0.1 0.2 0.3");
        takeInEachTick(generator, 1, 3); // the first of them in tick 1

        setBack(Duration.ofSeconds(2));
        assertThat(parts(take(generator, 5))).isEqualTo("1.4 1.5 1.6 1.7 2.4");
        setBack(Duration.ofSeconds(1));
        assertThat(parts(take(generator, 2))).isEqualTo("1.8 1.9");
        time.pass(Duration.ofSeconds(2));
        assertThat(parts(take(generator, 2))).isEqualTo("3.4 3.5");
    }

    @Test
    void usesAnExtensionAgainAboveTheTicksThatWereUsedWithIt() {
        DefaultUidGenerator generator = with(ClockPolicy.extensionBits(2)).build();
        takeInEachTick(generator, 1, 4);
        setBack(Duration.ofSeconds(2));
        assertThat(parts(generator.getUID())).isEqualTo("1.4");
        time.pass(Duration.ofSeconds(2));
        assertThat(parts(generator.getUID())).isEqualTo("3.4");
        time.pass(Duration.ofSeconds(1));
        assertThat(parts(generator.getUID())).isEqualTo("4.0");
        takeInEachTick(generator, 1, 2);
        setBack(Duration.ofSeconds(1));
        assertThat(parts(generator.getUID())).isEqualTo("4.4"); // where nothing but 4.0 and 4.1 was given
    }

    @Test
    void countsOnWhenTheExtensionBitsAreUsedUp() {
        DefaultUidGenerator generator = with(ClockPolicy.extensionBits(1)).build();
        takeInEachTick(generator, 1, 4);
        setBack(Duration.ofSeconds(1));
        assertThat(parts(generator.getUID())).isEqualTo("2.8");

        setBack(Duration.ofSeconds(1));

        assertThat(parts(take(generator, 16)))
                .startsWith("2.9 2.10")
                .contains("2.15 3.8")
                .endsWith("3.15 4.0");
        time.pass(Duration.ofSeconds(5));
        assertThat(parts(generator.getUID())).isEqualTo("8.0");
    }

    @Test
    void refusesExtensionBitsThatTheLayoutHasNotBeforeItTakesAWorkerId() {
        AtomicInteger assigned = new AtomicInteger();
        WorkerIdAssigner assigner = layout -> WorkerLease.neverReused(assigned.incrementAndGet());
        assertThatThrownBy(() -> with(ClockPolicy.extensionBits(4), assigner).build())
                .isExactlyInstanceOf(OptionException.class)
                .hasMessage("extensionBits must be in [1, 3] (seqBits - 1): extensionBits=4");
        assertThatThrownBy(() -> with(ClockPolicy.extensionBits(0), assigner).build())
                .hasMessage("extensionBits must be in [1, 3] (seqBits - 1): extensionBits=0");
        assertThat(assigned).hasValue(0);
        with(ClockPolicy.extensionBits(3), assigner).build().getUID();
    }

    @ParameterizedTest
    @MethodSource("policiesThatGoBack")
    void goesBackNoFurtherThanTheFirstTickThatItUsed(ClockPolicy policy) {
        DefaultUidGenerator generator = with(policy).build();
        takeInEachTick(generator, 1, 2);

        setBack(Duration.ofHours(3));

        assertThat(LAYOUT.tickOf(generator.getUID())).isEqualTo(START);
    }

    @ParameterizedTest
    @MethodSource("policiesThatGoBack")
    void givesTheLeaseBackWithTheHighestTick(ClockPolicy policy) {
        DefaultUidGenerator generator = with(policy).build();
        takeInEachTick(generator, 1, 4);
        setBack(Duration.ofSeconds(2));
        generator.getUID();

        generator.close();

        assertThat(lease.releases()).containsExactly(START + 3);
    }

    @ParameterizedTest
    @MethodSource("policiesThatGoBack")
    void startsAboveAllTicksAfterItWasSuspended(ClockPolicy policy) {
        DefaultUidGenerator generator = with(policy).build(); // resumes with the same lease of the same worker id
        takeInEachTick(generator, 1, 4);
        setBack(Duration.ofSeconds(2));
        generator.getUID();

        generator.suspend();
        generator.resume();
        setBack(Duration.ofSeconds(1));

        assertThat(LAYOUT.tickOf(generator.getUID())).isGreaterThan(START + 3);
    }

    @ParameterizedTest
    @MethodSource("policiesThatGoBack")
    void startsAboveAllTicksWhenItsLeaseIsLost(ClockPolicy policy) {
        List<RecordingLease> leases = new ArrayList<>();
        DefaultUidGenerator generator = with(policy, layout -> {
                    RecordingLease next = new RecordingLease(leases.size() + 1L, 0) {
                        @Override
                        public void reserve(long tick) {
                            if (leases.size() == 1 && leases.get(0).reservedThrough() == START + 3) {
                                throw new WorkerLeaseLostException("worker id 1 is lost");
                            }
                            super.reserve(tick);
                        }
                    };
                    leases.add(next);
                    return next;
                })
                .build();
        takeInEachTick(generator, 1, 4);

        setBack(Duration.ofSeconds(2));

        long uid = generator.getUID();
        assertThat(parts(uid)).isEqualTo("4.0");
        assertThat(LAYOUT.decode(uid).workerId()).isEqualTo(2);
    }

    @ParameterizedTest
    @MethodSource("policiesThatGoBack")
    void repeatsNothingThatAProcessBeforeItGaveUnderTheSameWorkerId(ClockPolicy policy) {
        Set<Long> uids = new HashSet<>();
        for (int run = 0; run < 2; run++) { // the first of which crashes
            DefaultUidGenerator generator = with(policy).build();
            for (int i = 0; i < 4; i++) {
                assertThat(uids.add(generator.getUID())).isTrue();
                time.pass(Duration.ofSeconds(1));
            }
            setBack(Duration.ofSeconds(6));
            for (int i = 0; i < 8; i++) {
                assertThat(uids.add(generator.getUID())).isTrue();
                time.pass(Duration.ofSeconds(1));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("allPolicies")
    void sharesNothingBetweenGenerators(ClockPolicy policy) {
        DefaultUidGenerator one = with(policy).build();
        takeInEachTick(one, 3, 4);
        DefaultUidGenerator other =
                with(policy, layout -> WorkerLease.neverReused(8)).build();

        assertThat(parts(other.getUID())).isEqualTo("3.0");
    }

    @Test
    void saysWhatItIs() {
        assertThat(allPolicies())
                .map(ClockPolicy::toString)
                .containsExactly(
                        "refuse()",
                        "waitThenRefuse(PT20S)",
                        "keepCounting()",
                        "unusedSequences(10)",
                        "extensionBits(2)");
    }

    @Test
    void refusesOptionsOutOfRange() {
        assertThatThrownBy(() -> ClockPolicy.waitThenRefuse(Duration.ofMillis(-1)))
                .isExactlyInstanceOf(OptionException.class)
                .hasMessage("longest must not be negative: longest=PT-0.001S");
        assertThatThrownBy(() -> ClockPolicy.waitThenRefuse(null)).hasMessage("longest");
        assertThatThrownBy(() -> ClockPolicy.unusedSequences(0)).hasMessage("ticks must be in [1, 10000]: ticks=0");
        assertThatThrownBy(() -> ClockPolicy.unusedSequences(10_001))
                .hasMessage("ticks must be in [1, 10000]: ticks=10001");
        assertThat(List.of(ClockPolicy.unusedSequences(1), ClockPolicy.unusedSequences(10_000)))
                .hasToString("[unusedSequences(1), unusedSequences(10000)]");
    }
}
