package org.uidgenerator.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.uidgenerator.UidRange;
import org.uidgenerator.buffer.RejectedPutBufferHandler;
import org.uidgenerator.buffer.RejectedTakeBufferHandler;
import org.uidgenerator.internal.NanoClock;
import org.uidgenerator.test.internal.Callers;
import org.uidgenerator.test.internal.Patience;

class UidBufferTest {
    private static final int BLOCK_SIZE = 4;

    private final Numbers numbers = new Numbers(BLOCK_SIZE);

    /** A ring of two blocks before as many stripes, whose padder runs when the test says so. */
    private static UidBuffer buffer(int stripes, int owners) {
        return buffer(stripes, owners, NeverRuns::new);
    }

    private static UidBuffer buffer(int stripes, int owners, ThreadFactory threads) {
        return new UidBuffer(options(2, 1, stripes, owners, threads));
    }

    private static BufferOptions options(
            int capacity, int refillBelow, int stripes, int owners, ThreadFactory threads) {
        return new BufferOptions(
                "orders",
                capacity,
                refillBelow,
                stripes,
                owners,
                1,
                RejectedPutBufferHandler.KEEP,
                RejectedTakeBufferHandler.FAIL,
                Duration.ofSeconds(1),
                null,
                NanoClock.SYSTEM,
                threads);
    }

    private UidBuffer started(int stripes) {
        return started(stripes, 0);
    }

    private UidBuffer started(int stripes, int owners) {
        UidBuffer buffer = buffer(stripes, owners);
        buffer.start(numbers);
        return buffer;
    }

    private static final class NeverRuns extends Thread {
        NeverRuns(Runnable work) {
            super(work);
        }

        @Override
        public synchronized void start() {}
    }

    @Test
    void handsOutTheNumbersOfItsSource() {
        UidBuffer buffer = started(1);

        List<Long> taken = new ArrayList<>();
        for (int i = 0; i < 5 * BLOCK_SIZE; i++) {
            taken.add(buffer.next());
            EngineSeams.runPadderOnce(buffer);
        }

        assertThat(taken).isSorted().doesNotHaveDuplicates();
        assertThat(buffer.issued()).isEqualTo(5 * BLOCK_SIZE);
    }

    @Test
    void keepsWhatFindsNoRoom() {
        UidBuffer buffer = started(1);
        EngineSeams.refill(buffer);
        EngineSeams.refill(buffer);

        buffer.claim(BLOCK_SIZE);
        while (buffer.ring().size() > 0) {
            buffer.next();
        }
        EngineSeams.runPadderOnce(buffer);

        assertThat(buffer.ring().size()).isEqualTo(2);
        assertThat(numbers.next(-1).first()).isEqualTo(5 * BLOCK_SIZE); // taken 2, in the ring 2, kept 1
    }

    @Test
    void saysWhyThereIsNone() {
        numbers.blocks = 0;
        UidBuffer buffer = started(1);

        assertThatThrownBy(buffer::next)
                .hasMessageMatching("orders has no UID after waiting for \\d+ ms: no more numbers are allowed");
    }

    @Test
    void dropsBlocksThatAreNoLongerFresh() {
        UidBuffer buffer = started(1);
        buffer.next();

        numbers.freshFrom = 7;
        EngineSeams.runPadderOnce(buffer); // takes the open block away, and puts the ones that are stale as well
        numbers.continueAt(7 * BLOCK_SIZE);
        EngineSeams.runPadderOnce(buffer);

        assertThat(buffer.leastFreshness()).isNegative();
        assertThatThrownBy(buffer::next).hasMessageContaining("orders has no UID"); // the ring had stale ones only
        EngineSeams.runPadderOnce(buffer);
        assertThat(buffer.next()).isGreaterThanOrEqualTo(7 * BLOCK_SIZE);
    }

    @Test
    void theFirstThreadOwnsItsBlock() {
        UidBuffer buffer = started(2, 2);

        assertThat(useUp(buffer)).isInstanceOf(OwnedBlock.class);
        assertThat(useUp(buffer)).isSameAs(useUp(buffer));

        assertThat(buffer.issued()).isEqualTo(3 * BLOCK_SIZE);
        assertThat(buffer.available()).isEqualTo(BLOCK_SIZE);
    }

    @Test
    void aThreadThatOpensTwoBlocksInARowOwnsTheSecond() {
        UidBuffer buffer = started(1, 2);
        inAThread(() -> useUp(buffer));

        assertThat(useUp(buffer)).isInstanceOf(Stripe.class);
        assertThat(useUp(buffer)).isInstanceOf(OwnedBlock.class);
    }

    @Test
    void nobodyOwnsABlockWhereAllUidsAscend() {
        UidBuffer buffer = started(2, 0);

        for (int i = 0; i < 3; i++) {
            assertThat(useUp(buffer)).isInstanceOf(Stripe.class);
        }
    }

    @Test
    void aVirtualThreadOwnsNone() throws Exception {
        assumeTrue(Runtime.version().feature() >= 21, "virtual threads need JDK 21");
        UidBuffer buffer = started(2, 2);
        List<OpenBlock> places = new ArrayList<>();

        Runnable task = () -> Stream.generate(() -> useUp(buffer)).limit(3).forEach(places::add);
        Patience.join((Thread)
                Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, task));

        assertThat(places).hasSize(3).allMatch(Stripe.class::isInstance);
    }

    @Test
    void threadsThatTakeTurnsShareTheirBlocks() {
        UidBuffer buffer = started(1, 2);
        buffer.next();

        for (int i = 0; i < 4; i++) {
            inAThread(() -> assertThat(useUp(buffer)).isInstanceOf(Stripe.class));
        }
    }

    @Test
    void takesBackTheSlotOfAThreadThatHasEnded() {
        UidBuffer buffer = started(2, 1);
        inAThread(() -> {
            useUp(buffer);
            buffer.next();
            assertThat(buffer.place()).isInstanceOf(OwnedBlock.class);
        });
        long issued = buffer.issued();

        EngineSeams.runPadderOnce(buffer);

        assertThat(buffer.owned.all()).isEmpty();
        assertThat(buffer.issued()).isEqualTo(issued);
        assertThat(buffer.leastFreshness()).isNegative(); // what was left is given up
        useUp(buffer);
        buffer.next();
        assertThat(buffer.place()).isInstanceOf(OwnedBlock.class);
    }

    @Test
    void aThreadThatCallsNoLongerOftenFallsBackToItsStripe() {
        UidBuffer buffer = started(2, 2);
        useUp(buffer);
        long last = buffer.next();

        numbers.freshFrom = 7;
        EngineSeams.runPadderOnce(buffer);
        assertThat(buffer.place()).isInstanceOf(OwnedBlock.class); // until it has been away for another check
        EngineSeams.runPadderOnce(buffer);

        assertThat(buffer.place()).isInstanceOf(Stripe.class);
        numbers.continueAt(7 * BLOCK_SIZE);
        assertThat(nextFresh(buffer)).isGreaterThan(last);
    }

    @Test
    void aThreadThatIsBackInTimeKeepsItsSlot() {
        UidBuffer buffer = started(2, 2);
        useUp(buffer);
        buffer.next();
        OpenBlock own = buffer.place();
        numbers.freshFrom = 7;
        EngineSeams.runPadderOnce(buffer);

        assertThat(buffer.tryNext(RejectedTakeBufferHandler.FAIL)).isEmpty(); // the ring has stale blocks only
        EngineSeams.runPadderOnce(buffer);
        EngineSeams.runPadderOnce(buffer);

        numbers.continueAt(7 * BLOCK_SIZE);
        assertThat(nextFresh(buffer)).isGreaterThanOrEqualTo(7 * BLOCK_SIZE);
        assertThat(buffer.place()).isSameAs(own);
    }

    @Test
    void aThreadDoesNotFallBackToAStripeThatHasLowerUids() {
        UidBuffer buffer = started(1, 2);
        useUp(buffer);
        useUp(buffer); // in its own block
        inAThread(buffer::next); // opens a block in the stripe, and leaves most of it
        buffer.next();
        long freshnessOfOwn = buffer.owned.all().get(0).freshnessOfLeft();

        numbers.freshThrough = freshnessOfOwn - 1; // the clock was set back
        EngineSeams.runPadderOnce(buffer);
        EngineSeams.runPadderOnce(buffer);

        assertThat(buffer.leastFreshness()).isEqualTo(freshnessOfOwn - 1);
        assertThat(buffer.tryNext(RejectedTakeBufferHandler.FAIL)).isEmpty();
        assertThat(buffer.place()).isInstanceOf(OwnedBlock.class);
    }

    @Test
    void leavesTheRestOfABlockToAnOwnerThatWaits() {
        UidBuffer buffer = started(2, 2);
        useUp(buffer);
        useUp(buffer);
        while (buffer.ring.take() != null) {}
        Waiter owner = buffer.join(1);
        AtomicReference<Waiter> other = new AtomicReference<>();
        inAThread(() -> other.set(buffer.join(1)));
        numbers.blocks = 0; // the padder has one left over

        EngineSeams.runPadderOnce(buffer);

        long uid = owner.take().first();
        assertThat(other.get().take().first()).isEqualTo(uid + 1);
        assertThat(buffer.next()).isEqualTo(uid + 2);
        assertThat(buffer.next()).isEqualTo(uid + 3);
    }

    @Test
    void leavesTheRestOfABlockToAnOwnerThatComesBackForARange() {
        UidBuffer buffer = started(2, 2);
        useUp(buffer);
        useUp(buffer);
        while (buffer.ring.take() != null) {}
        Waiter owner = buffer.join(1);
        EngineSeams.runPadderOnce(buffer);
        long uid = owner.take().first();

        assertThat(buffer.claim(9)).isEqualTo(new UidRange(uid + 1, uid + 3, 1));
    }

    @Test
    void givesUpTheRestOfABlockThatGoesStaleBeforeItsOwnerIsBack() {
        UidBuffer buffer = started(2, 2);
        useUp(buffer);
        buffer.next();
        numbers.freshFrom = 7;
        EngineSeams.runPadderOnce(buffer); // the own block is retired
        assertThat(buffer.tryNext(RejectedTakeBufferHandler.FAIL)).isEmpty();
        Waiter owner = buffer.join(1);
        numbers.continueAt(7 * BLOCK_SIZE);
        EngineSeams.runPadderOnce(buffer);
        EngineSeams.runPadderOnce(buffer);
        assertThat(owner.take().first()).isGreaterThanOrEqualTo(7 * BLOCK_SIZE);
        assertThat(buffer.leastFreshness()).isEqualTo(7);

        numbers.freshFrom = 8;
        EngineSeams.runPadderOnce(buffer);

        assertThat(buffer.leastFreshness()).isNegative();
        assertThat(nextFresh(buffer)).isGreaterThanOrEqualTo(8 * BLOCK_SIZE);
    }

    @Test
    void takesAllBlocksFromTheirOwnersWhenItIsStopped() {
        UidBuffer buffer = started(2, 2);
        useUp(buffer);
        buffer.next();
        OpenBlock own = buffer.place();
        long issued = buffer.issued();

        buffer.stop(RunState.SUSPENDED, Duration.ofSeconds(1));

        assertThat(own.claim()).isNegative();
        assertThat(buffer.owned.all()).isEmpty();
        assertThat(buffer.leastFreshness()).isNegative();
        assertThat(buffer.issued()).isEqualTo(issued);
        assertThat(buffer.place()).isInstanceOf(Stripe.class);
    }

    @Test
    void saysWhetherItsPadderHasEndedWhenItIsStopped() throws Exception {
        CountDownLatch arrived = new CountDownLatch(1);
        CountDownLatch letGo = new CountDownLatch(1);
        UidBuffer buffer = buffer(1, 0);
        AtomicReference<Runnable> meanwhile = new AtomicReference<>(() -> {});
        buffer.start(new RequestingSource(
                numbers, buffer, () -> meanwhile.getAndSet(() -> {}).run()));
        meanwhile.set(() -> {
            arrived.countDown();
            Patience.awaitTest(letGo);
        });
        while (buffer.ring.take() != null) {}
        Callers padder = Callers.start(1, () -> EngineSeams.runPadderOnce(buffer));
        Patience.await(arrived);

        assertThat(buffer.stop(RunState.SUSPENDED, Duration.ZERO)).isFalse();
        letGo.countDown();
        assertThat(padder.failures()).isEmpty();
        assertThat(buffer.stop(RunState.SUSPENDED, Patience.LONGEST)).isTrue();
    }

    @Test
    void opensNothingForAnOwnerThatWasStoppedOnTheWay() {
        UidBuffer buffer = started(2, 2);
        useUp(buffer);
        useUp(buffer);
        OpenBlock own = buffer.place();
        buffer.stop(RunState.SUSPENDED, Duration.ofSeconds(1));
        buffer.start(numbers);

        assertThat(buffer.open(own)).isNegative();
        assertThat(buffer.join(own, 1)).isNull();
        assertThat(buffer.place()).isInstanceOf(Stripe.class);
    }

    @Test
    void claimsWhatLiesNextToEachOther() {
        UidBuffer buffer = started(2, 1);

        UidRange first = buffer.claim(2);
        assertThat(first.size()).isBetween(1L, 2L); // the first block after a start begins anywhere
        buffer.claim(BLOCK_SIZE);
        UidRange next = buffer.claim(BLOCK_SIZE + 1);

        assertThat(next.size()).isBetween(1L, (long) BLOCK_SIZE);
        assertThat(next.first()).isGreaterThan(first.last());
        assertThatThrownBy(() -> buffer.claim(0)).hasMessage("atMost must be at least 1: atMost=0");
    }

    @Test
    void claimsAWholeBlockInOnePiece() {
        UidBuffer buffer = started(2, 2);
        for (int i = 0;
                i < 3;
                i++) { // in a stripe, in a block that has just become the thread's own, and in that again
            long last = useUp(buffer).endOpaque() - 1;

            assertThat(buffer.claim(2 * BLOCK_SIZE)).isEqualTo(new UidRange(last + 1, last + BLOCK_SIZE, 1));
            EngineSeams.runPadderOnce(buffer);
        }
    }

    /** A request starts a thread, after a block was opened and before more of it is claimed: others claim just then. */
    @Test
    void claimsNothingTogetherWithUidsAcrossThoseOfOthers() throws InterruptedException {
        AtomicReference<Thread> last = new AtomicReference<>();
        List<UidRange> ofOthers = new ArrayList<>();
        AtomicReference<Runnable> meanwhile = new AtomicReference<>(() -> {});
        UidBuffer buffer = buffer(1, 0, work -> {
            meanwhile.getAndSet(() -> {}).run();
            Thread endsAtOnce = new Thread(() -> {});
            last.set(endsAtOnce);
            return endsAtOnce;
        });
        buffer.start(numbers);
        buffer.claim(BLOCK_SIZE);
        last.get().join(); // so that the next request starts another
        meanwhile.set(() ->
                CompletableFuture.runAsync(() -> ofOthers.add(buffer.claim(1))).join());

        UidRange claimed = buffer.claim(BLOCK_SIZE);

        assertThat(ofOthers).hasSize(1);
        assertThat(claimed.uids().boxed()).doesNotContain(ofOthers.get(0).first());
    }

    @Test
    void handsOutNothingThatIsNotAboveTheFloorWhereverThatIs() {
        for (int floor = 0; floor < 4 * BLOCK_SIZE; floor++) {
            numbers.continueAt(0);
            UidBuffer buffer = started(1, 1);
            useUp(buffer);

            buffer.advancePast(floor);
            List<Long> taken = new ArrayList<>();
            for (int i = 0; i < 3 * BLOCK_SIZE; i++) {
                buffer.tryNext(RejectedTakeBufferHandler.FAIL).ifPresent(taken::add); // none if the ring lies below
                EngineSeams.runPadderOnce(buffer);
            }

            assertThat(taken).as("floor %d", floor).allMatch(uid -> uid >= BLOCK_SIZE);
            assertThat(taken.get(0)).isGreaterThan(floor);
            assertThat(taken).doesNotHaveDuplicates().isSorted();
        }
    }

    @Test
    void hasPassedAUidOnlyOnceNoPlaceIsBelow() {
        UidBuffer buffer = started(1);
        buffer.next();
        Stripe stripe = EngineSeams.stripes(buffer)[0];
        CompletableFuture<Void> advance;

        stripe.lock.lock();
        try {
            advance = CompletableFuture.runAsync(() -> buffer.advancePast(20));
            Patience.spinUntil(stripe.lock::hasQueuedThreads);
            assertThat(buffer.passed()).isNegative();
        } finally {
            stripe.lock.unlock();
        }

        advance.join();
        assertThat(buffer.passed()).isEqualTo(20);
    }

    /** Otherwise it would wait until the next check of the padder. */
    @Test
    void requestsThePadderForACallThatWaits() {
        UidBuffer buffer = started(1);
        EngineSeams.runPadderOnce(buffer);
        assertThat(buffer.padder().task.isRequested()).isFalse();

        buffer.join(1);

        assertThat(buffer.waiting()).isOne();
        assertThat(buffer.padder().task.isRequested()).isTrue();
    }

    @Test
    void knowsTheFreshnessOfItsStalestOpenBlock() {
        UidBuffer buffer = started(1);
        assertThat(buffer.leastFreshness()).isNegative();

        buffer.next();
        assertThat(buffer.leastFreshness()).isZero();
    }

    @Test
    void leavesNoCallInTheLineWhoseHandlerThrows() {
        numbers.blocks = 0;
        UidBuffer buffer = started(1);

        assertThatThrownBy(() -> buffer.tryNext((ring, waitedNanos) -> {
                    throw new IllegalStateException("of the handler");
                }))
                .hasMessage("of the handler");

        assertThat(buffer.waiting()).isZero();
        numbers.blocks = 2;
        EngineSeams.runPadderOnce(buffer);
        assertThat(buffer.next()).isZero();
    }

    @Test
    void keepsTheInterruptOfACallThatIsServedNevertheless() {
        numbers.blocks = 0;
        UidBuffer buffer = started(1);
        AtomicBoolean interrupted = new AtomicBoolean();

        OptionalLong served = buffer.tryNext((ring, waitedNanos) -> {
            numbers.blocks = 2;
            EngineSeams.runPadderOnce(buffer);
            throw new InterruptedException();
        });
        interrupted.set(Thread.interrupted());

        assertThat(served).hasValue(0);
        assertThat(interrupted).isTrue();
    }

    /** Takes the UIDs of one block, and has the ring refilled. Returns where they came from. */
    private static OpenBlock useUp(UidBuffer buffer) {
        OpenBlock place;
        do {
            buffer.next();
            place = buffer.place();
        } while (place.hasLeft());
        EngineSeams.runPadderOnce(buffer);
        return place;
    }

    /** Runs a task in a thread that has ended when this returns. */
    private static void inAThread(Runnable task) {
        FutureTask<Void> future = new FutureTask<>(task, null);
        Thread thread = new Thread(future);
        thread.start();
        try {
            Patience.join(thread);
            future.get();
        } catch (InterruptedException | ExecutionException e) {
            throw new AssertionError(e);
        }
    }

    /** Runs the padder until there is a UID. */
    private static long nextFresh(UidBuffer buffer) {
        OptionalLong uid = buffer.tryNext(RejectedTakeBufferHandler.FAIL);
        while (uid.isEmpty()) {
            EngineSeams.runPadderOnce(buffer);
            uid = buffer.tryNext(RejectedTakeBufferHandler.FAIL);
        }
        return uid.getAsLong();
    }

    @Test
    void opensNoBlockForACallThatComesLaterWhileOthersWait() {
        UidBuffer buffer = started(1);
        Waiter first = buffer.join(1);

        assertThat(buffer.open()).isNegative();
        Waiter second = buffer.join(1);
        EngineSeams.runPadderOnce(buffer);

        long uid = first.take().first();
        assertThat(second.take().first()).isEqualTo(uid + 1);
        assertThat(buffer.issued()).isEqualTo(2);
        assertThat(buffer.next()).isEqualTo(uid + 2);
    }

    @Test
    void servesAllWhoWaitFromAsManyBlocksAsThereAre() {
        numbers.blocks = 2;
        UidBuffer buffer = started(1);
        List<Waiter> waiters =
                Stream.generate(() -> buffer.join(1)).limit(BLOCK_SIZE + 1).toList();

        EngineSeams.runPadderOnce(buffer);

        assertThat(waiters).noneMatch(Waiter::isWaiting);
    }

    /** Joins the line at each of the first stripes, in their order. */
    private static List<Waiter> joinAtStripes(UidBuffer buffer, int stripes) {
        return Stream.of(buffer.stripes)
                .limit(stripes)
                .map(stripe -> buffer.join(stripe, 1))
                .toList();
    }

    /**
     * Otherwise all but one would be back in the line after one UID, and waking them would take all of the padder's
     * time.
     */
    @Test
    void servesEachPlaceFromABlockOfItsOwnWhileThereAreMore() {
        numbers.blocks = 0;
        UidBuffer buffer = started(2);
        Waiter first = buffer.join(buffer.stripes[0], 1);
        Waiter second = buffer.join(buffer.stripes[1], 1);
        Waiter third = buffer.join(buffer.stripes[0], 1);

        numbers.blocks = 2;
        EngineSeams.runPadderOnce(buffer);

        assertThat(first.take().first()).isZero();
        assertThat(third.take().first()).isOne();
        assertThat(second.take().first()).isEqualTo(BLOCK_SIZE);
        assertThat(buffer.stripes[0].left()).isEqualTo(BLOCK_SIZE - 2);
        assertThat(buffer.stripes[1].left()).isEqualTo(BLOCK_SIZE - 1);
    }

    @Test
    void servesNoOtherPlaceFromTheLastBlockOfTheRingIfTheSourceHasMore() {
        numbers.blocks = 0;
        UidBuffer buffer = started(4);
        List<Waiter> waiters = joinAtStripes(buffer, 4);

        numbers.blocks = 4;
        EngineSeams.runPadderOnce(buffer);
        assertThat(waiters.get(1).take().first()).isEqualTo(BLOCK_SIZE);
        assertThat(waiters.get(2).isWaiting()).isTrue();

        EngineSeams.runPadderOnce(buffer);
        assertThat(waiters.get(2).take().first()).isEqualTo(2 * BLOCK_SIZE);
        assertThat(waiters.get(3).take().first()).isEqualTo(3 * BLOCK_SIZE);
    }

    @Test
    void servesNoOtherPlaceFromTheLastBlockOfAPartOfTheRing() {
        numbers.blocks = 0;
        UidBuffer buffer = new UidBuffer(options(128, 64, 128, 0, NeverRuns::new));
        buffer.start(numbers);
        List<Waiter> waiters = joinAtStripes(buffer, 65);

        numbers.blocks = 66;
        EngineSeams.runPadderOnce(buffer);

        assertThat(waiters.get(64).take().first() / BLOCK_SIZE).isEqualTo(64); // some are skipped
    }

    @Test
    void servesAllPlacesFromTheLastBlockThereIs() {
        numbers.blocks = 0;
        UidBuffer buffer = started(2);
        List<Waiter> waiters = joinAtStripes(buffer, 2);

        numbers.blocks = 1;
        EngineSeams.runPadderOnce(buffer);

        assertThat(waiters.get(0).take().first()).isZero();
        assertThat(waiters.get(1).take().first()).isOne();
    }

    @Test
    void refillsAgainAtOnceIfTheLineHasGotTheBlocks() {
        numbers.blocks = 0;
        UidBuffer buffer = started(2);
        joinAtStripes(buffer, 2);

        numbers.blocks = 10;
        assertThat(EngineSeams.runPadderOnce(buffer)).isOne();
        assertThat(EngineSeams.runPadderOnce(buffer)).isGreaterThan(1);
        assertThat(buffer.ring().size()).isEqualTo(2);
    }

    @Test
    void refillsNoSoonerThanNeededIfTheLineHasLeftEnough() {
        numbers.blocks = 0;
        UidBuffer buffer = started(1); // at least one of two blocks
        buffer.join(1);

        numbers.blocks = 10;
        assertThat(EngineSeams.runPadderOnce(buffer)).isGreaterThan(1);
        assertThat(buffer.ring().size()).isOne();
    }

    /** A ring may have a million blocks, and those who wait have a time-out. */
    @Test
    void servesTheLineBeforeALargeRingIsFull() {
        numbers.blocks = 0;
        UidBuffer buffer = new UidBuffer(options(1_024, 512, 1, 0, NeverRuns::new));
        buffer.start(numbers);
        Waiter waiter = buffer.join(1);

        numbers.blocks = 1_024;
        AtomicInteger leftWhenServed = new AtomicInteger();
        numbers.whileAsked = () -> leftWhenServed.set(numbers.blocks);
        EngineSeams.runPadderOnce(buffer);

        assertThat(waiter.take().first()).isZero();
        assertThat(leftWhenServed).hasValueGreaterThan(900);
    }

    @Test
    void looksAgainAtOnceIfItsSourceCouldNotFillTheRing() {
        numbers.blocks = 1;

        assertThat(started(1).padder().task.nanosUntilNext()).isOne();
    }

    @Test
    void requestsARefillOnceFewerBlocksAreThereThanThereShouldBe() {
        UidBuffer buffer = started(1); // at least one of two blocks
        buffer.next();
        assertThat(buffer.padder().task.isRequested()).isFalse();

        buffer.claim(BLOCK_SIZE);
        buffer.next();
        assertThat(buffer.padder().task.isRequested()).isTrue();
    }

    @Test
    void leavesAllThatWasNotOpenedToTheCallerThatStopsIt() {
        UidBuffer buffer = started(1);
        buffer.next();
        buffer.stop(RunState.SUSPENDED, Duration.ofSeconds(1));

        assertThat(buffer.takeUnopened()).extracting(UidBlock::first).containsExactly(4L, 8L);
        assertThat(numbers.next(-1).first()).isEqualTo(12);
    }

    @Test
    void opensNoBlockWhileItIsBeingStopped() throws Exception {
        UidBuffer buffer = started(2);
        Stripe[] stripes = EngineSeams.stripes(buffer);
        Stripe other = stripes[0] == buffer.place() ? stripes[1] : stripes[0];
        CompletableFuture<Boolean> stopping;
        other.lock.lock();
        try {
            stopping = CompletableFuture.supplyAsync(() -> buffer.stop(RunState.CLOSED, Duration.ofSeconds(1)));
            Patience.spinUntil(() -> other.lock.hasQueuedThreads());
            assertThatThrownBy(buffer::open).hasMessage("orders is closed");
            assertThatThrownBy(() -> buffer.join(1)).hasMessage("orders is closed");
        } finally {
            other.lock.unlock();
        }
        assertThat(Patience.get(stopping)).isTrue();
    }

    @Test
    void startsAgainWithNothingOfTheSourceBefore() {
        UidBuffer buffer = started(1);
        buffer.next();
        buffer.stop(RunState.SUSPENDED, Duration.ofSeconds(1));
        assertThatThrownBy(buffer::next).hasMessage("orders is suspended");

        Numbers others = new Numbers(BLOCK_SIZE);
        others.continueAt(400);
        buffer.start(others);

        assertThat(buffer.next()).isBetween(400L, 403L);
    }

    @Test
    void isFilledByOneThreadAtTheSameTime() {
        List<Thread> started = new ArrayList<>();
        UidBuffer buffer = new UidBuffer(new BufferOptions(
                "orders",
                2,
                1,
                1,
                0,
                1,
                RejectedPutBufferHandler.KEEP,
                RejectedTakeBufferHandler.FAIL,
                Duration.ofSeconds(1),
                null,
                NanoClock.SYSTEM,
                work -> {
                    Thread thread = new NeverRuns(work);
                    started.add(thread);
                    return thread;
                }));
        List<Integer> threadsWhileFilled = new ArrayList<>();

        buffer.start(new RequestingSource(numbers, buffer, () -> threadsWhileFilled.add(started.size())));

        assertThat(threadsWhileFilled).isNotEmpty().containsOnly(0);
        assertThat(started).hasSize(1);
    }

    /** Asks for a refill while it is asked for blocks, as a lease does whose ticks have been reserved meanwhile. */
    private record RequestingSource(Numbers numbers, UidBuffer buffer, Runnable whenRequested) implements BlockSource {
        @Override
        public UidBlock next(long floor) {
            buffer.wake();
            whenRequested.run();
            return numbers.next(floor);
        }

        @Override
        public boolean isFresh(UidBlock block) {
            return true;
        }

        @Override
        public long nanosUntilNext() {
            return Long.MAX_VALUE;
        }

        @Override
        public String trouble() {
            return null;
        }

        @Override
        public Throwable failure() {
            return null;
        }
    }
}
