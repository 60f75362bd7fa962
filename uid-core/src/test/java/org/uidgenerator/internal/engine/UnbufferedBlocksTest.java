package org.uidgenerator.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidRange;
import org.uidgenerator.buffer.RejectedTakeBufferHandler;
import org.uidgenerator.internal.NanoClock;
import org.uidgenerator.test.internal.LogRecorder;
import org.uidgenerator.test.internal.Patience;

class UnbufferedBlocksTest {
    private final Numbers numbers = new Numbers(4);
    private final UnbufferedBlocks blocks = started(UnbufferedBlocksTest::noThread);

    private UnbufferedBlocks started(ThreadFactory threads) {
        return started(NanoClock.SYSTEM, threads);
    }

    private UnbufferedBlocks started(NanoClock nanoClock, ThreadFactory threads) {
        UnbufferedBlocks blocks = new UnbufferedBlocks(
                "orders", "orders-blocks", 1, RejectedTakeBufferHandler.waitFor(Duration.ZERO), nanoClock, threads);
        blocks.start(numbers);
        return blocks;
    }

    private static Thread noThread(Runnable work) {
        return new Thread(work) {
            @Override
            public synchronized void start() {}
        };
    }

    @Test
    void claimsABlockWhenItIsAskedForAUidInIt() {
        assertThat(blocks.next()).isZero();
        assertThat(numbers.next(-1).first()).isEqualTo(4);
        assertThat(blocks.available()).isEqualTo(3);
        assertThat(blocks.issued()).isEqualTo(1);
        assertThat(blocks.meter.rejectedTakes.sum()).isZero();
    }

    @Test
    void claimsFromTheVeryFirstUidOn() {
        assertThat(blocks.claim(1)).isEqualTo(new UidRange(0, 0, 1));
        assertThat(blocks.claim(9)).isEqualTo(new UidRange(1, 3, 1));
        assertThat(started(UnbufferedBlocksTest::noThread).claim(2)).isEqualTo(new UidRange(4, 5, 1));
        numbers.continueAt(0);
        assertThat(started(UnbufferedBlocksTest::noThread).claim(3)).isEqualTo(new UidRange(0, 2, 1));
    }

    @Test
    void handsOutNothingOfItsOpenBlockOnceItIsStopped() {
        blocks.next();

        blocks.stop(RunState.SUSPENDED, Duration.ZERO);

        assertThatThrownBy(blocks::next).hasMessage("orders is suspended");
        assertThat(blocks.available()).isZero();
    }

    @Test
    void opensNoBlockForACallThatComesLaterWhileOthersWait() throws Exception {
        Waiter first = blocks.join(1);

        assertThat(blocks.open()).isNegative();
        Waiter second = blocks.join(1);
        blocks.run();

        assertThat(second.take().first()).isEqualTo(first.take().first() + 1);
        assertThat(blocks.next()).isEqualTo(first.take().first() + 2);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void opensNoBlockThatNoThreadCanLookAfter(boolean made) {
        AtomicInteger failuresToCome = new AtomicInteger(2);
        OutOfMemoryError failure = new OutOfMemoryError("unable to create native thread");
        UnbufferedBlocks blocks = started(work -> {
            if (failuresToCome.getAndDecrement() <= 0) {
                return noThread(work);
            }
            if (!made) {
                throw failure;
            }
            return new Thread(work) {
                @Override
                public synchronized void start() {
                    throw failure;
                }
            };
        });

        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(blocks::next)
                    .isInstanceOf(UidGenerateException.class)
                    .hasMessage(
                            "orders opens no block because no thread can look after it, the next call tries to start"
                                    + " one again: java.lang.OutOfMemoryError: unable to create native thread")
                    .hasCause(failure);
            assertThat(blocks.available()).isZero();
        }

        assertThat(blocks.next()).isZero();
        assertThat(blocks.available()).isEqualTo(3);
    }

    @Test
    void givesBackWhatIsLeftOfABlockThatIsNoLongerFresh() throws Exception {
        blocks.next();
        numbers.freshFrom = 1;

        blocks.run();

        assertThat(numbers.takenBack).isEqualTo(1);
        assertThat(blocks.next()).isEqualTo(4);
    }

    @Test
    void goesBackInAFreshStripe()
            throws Exception { // a caller may still have the last UID of a higher block in its hands
        numbers.continueAt(8);
        blocks.next();
        OpenBlock first = blocks.place();
        blocks.claim(4);
        blocks.claim(1);
        assertThat(blocks.place()).isSameAs(first);

        numbers.freshFrom = 5;
        blocks.run();
        numbers.freshFrom = 0;
        numbers.continueAt(0);
        assertThat(blocks.next()).isZero();
        OpenBlock second = blocks.place();
        assertThat(second).isNotSameAs(first);
        assertThat(first.claim()).isNegative();

        blocks.claim(4);
        blocks.claim(1);
        assertThat(blocks.place()).isSameAs(second);
    }

    @Test
    void opensNothingForACallerThatIsStillAtAnOlderStripe() {
        numbers.continueAt(8);
        blocks.claim(4);
        blocks.claim(4);
        OpenBlock older = blocks.place();
        numbers.continueAt(0);
        assertThat(blocks.next()).isZero();

        assertThat(blocks.open(older)).isNegative();
        assertThat(blocks.join(older, 1)).isNull();
        assertThat(blocks.next()).isEqualTo(1);
    }

    @Test
    void handsOutTheRestOfABlockAboveAUidThatItIsAdvancedPast() {
        blocks.next();

        blocks.advancePast(1);
        assertThat(blocks.next()).isEqualTo(2);
        blocks.advancePast(3);
        assertThat(blocks.next()).isEqualTo(4);

        assertThat(blocks.issued()).isEqualTo(3);
        assertThat(numbers.takenBack).isNegative();
    }

    @Test
    void skipsABlockThatEndsAtAUidThatItIsAdvancedPast() {
        blocks.advancePast(3);

        assertThat(blocks.next()).isEqualTo(4);
    }

    @Test
    void opensNoBlockOnceItIsStoppedAndHoldsUpNoCallAfterThat() {
        blocks.stop(RunState.SUSPENDED, Duration.ZERO);
        assertThatThrownBy(blocks::open).hasMessage("orders is suspended");

        assertThat(CompletableFuture.runAsync(() -> blocks.start(numbers)).thenApply(started -> blocks.next()))
                .succeedsWithin(Patience.LONGEST)
                .isEqualTo(0L);
    }

    @Test
    void startsNoThreadForABlockThatItMustNotOpen() {
        AtomicInteger started = new AtomicInteger();
        UnbufferedBlocks blocks = started(work -> {
            started.incrementAndGet();
            return noThread(work);
        });
        blocks.stop(RunState.SUSPENDED, Duration.ZERO);

        assertThatThrownBy(blocks::open).hasMessage("orders is suspended");

        assertThat(started).hasValue(0);
    }

    @Test
    void holdsUpNoCallAfterItWasAskedWhetherACallWouldFail() {
        assertThat(blocks.failure()).isNull();
        numbers.failure = new UidGenerateException("the numbers have ended");
        assertThat(blocks.failure()).isSameAs(numbers.failure);
        numbers.failure = null;

        assertThat(CompletableFuture.supplyAsync(blocks::next))
                .succeedsWithin(Patience.LONGEST)
                .isEqualTo(0L);
    }

    @Test
    void measuresHowLongItTakesToClaimABlock() {
        UnbufferedBlocks blocks = started(
                new NanoClock() {
                    private long nanos = 5_000_000_000L;

                    @Override
                    public long nanoTime() {
                        return nanos += 7;
                    }

                    @Override
                    public void park(long nanos) {}
                },
                UnbufferedBlocksTest::noThread);

        blocks.next();

        assertThat(blocks.meter.refills.sum()).isEqualTo(1);
        assertThat(blocks.meter.refillNanos.sum()).isEqualTo(7);
    }

    @Test
    void mayHaveHandedOutWhateverItClaimed() {
        blocks.next();

        assertThat(blocks.greatestFreshnessOpened()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void doesNotComeRoundToItsBlockHoweverOftenItIsAskedInVain() {
        blocks.claim(4);
        numbers.blocks = 0;
        assertThat(blocks.tryNext(RejectedTakeBufferHandler.FAIL)).isEmpty();
        long next = blocks.place().valueOpaque();

        for (int i = 0; i < 100; i++) {
            assertThat(blocks.tryNext(RejectedTakeBufferHandler.FAIL)).isEmpty();
        }

        assertThat(blocks.place().valueOpaque()).isEqualTo(next);
    }

    @Test
    void tellsThoseThatWaitWhyThereWillBeNone() throws Exception {
        Waiter waiter = blocks.join(1);
        numbers.failure = new UidGenerateException("the numbers have ended");

        blocks.run();

        assertThatThrownBy(waiter::take).hasMessage("the numbers have ended").hasCause(numbers.failure);
        assertThat(blocks.failure()).hasMessage("the numbers have ended");
        numbers.failure = null;
        assertNoCallIsHeldUp();
    }

    /** Another thread opens a block, or finds the open one. */
    private void assertNoCallIsHeldUp() {
        assertThat(CompletableFuture.supplyAsync(blocks::open, work -> new Thread(work).start()))
                .succeedsWithin(Patience.LONGEST);
    }

    @Test
    void holdsUpNoCallAfterItsThreadHasServedTheLine() {
        Waiter waiter = blocks.join(1);
        numbers.blocks = 0;
        blocks.task.runOnce(); // there is none
        numbers.blocks = 2;
        blocks.task.runOnce();

        assertThat(waiter.take().first()).isZero();
        assertNoCallIsHeldUp();
    }

    @Test
    void holdsUpNoCallAfterThereWasNoBlockForTheLine() {
        Waiter waiter = blocks.join(1);
        numbers.blocks = 0;
        blocks.task.runOnce();
        numbers.blocks = 1;

        assertThat(blocks.line.leave(waiter)).isTrue();
        assertNoCallIsHeldUp();
    }

    @Test
    void servesNoCallOnceItIsStoppedAndHoldsUpNoneAfterThat() {
        numbers.blocks = 1;
        blocks.next();
        numbers.whileAsked = () -> { // between the look at the open block and the look at the line
            numbers.whileAsked = () -> {};
            blocks.stop(RunState.SUSPENDED, Duration.ZERO);
            blocks.line.join(blocks.place(), 1);
        };
        blocks.task.runOnce();
        assertThat(EngineSeams.waiting(blocks)).isEqualTo(1);
        blocks.stop(RunState.SUSPENDED, Duration.ZERO);

        numbers.blocks = 1;
        blocks.start(numbers);
        assertNoCallIsHeldUp();
    }

    @Test
    void saysOnceThatItCannotLookAfterItsBlockAndThatItCanAgainAndHoldsUpNoCall() {
        blocks.next();
        numbers.whileAsked = () -> {
            throw new IllegalStateException("the clock is away");
        };
        try (LogRecorder log = new LogRecorder()) {
            blocks.task.runOnce();
            blocks.task.runOnce();
            assertThat(blocks.failure()).hasMessage("the clock is away");
            assertNoCallIsHeldUp();
            numbers.whileAsked = () -> {};
            blocks.task.runOnce();

            assertThat(blocks.failure()).isNull();
            assertThat(log.lines())
                    .containsExactly(
                            "WARNING orders could not look after its open block, trying again",
                            "INFO orders looks after its open block again after 2 failed attempts");
            assertThat(log.causes()).singleElement().asString().contains("the clock is away");
        }
    }

    @Test
    void refusesThoseThatWaitWhenItStops() {
        Waiter waiter = blocks.join(1);

        blocks.stop(RunState.SUSPENDED, Duration.ZERO);

        assertThat(EngineSeams.waiting(blocks)).isZero();
        assertThatThrownBy(waiter::take)
                .isInstanceOf(UidGenerateException.class)
                .hasMessage("orders is suspended");
    }

    /** The thread waits for a moment that is near, and holds no lock. */
    @Test
    void saysWhetherItsThreadHasEndedToAllButThat() {
        List<Boolean> ended = new ArrayList<>();
        AtomicReference<UnbufferedBlocks> parking = new AtomicReference<>();
        NanoClock stopsWhileItParks = new NanoClock() {
            @Override
            public long nanoTime() {
                return 0;
            }

            @Override
            public void park(long nanos) {
                numbers.nanosUntilNext = Long.MAX_VALUE;
                UnbufferedBlocks blocks = parking.get();
                ended.add(CompletableFuture.supplyAsync(() -> blocks.stop(RunState.SUSPENDED, Duration.ZERO))
                        .join());
                ended.add(CompletableFuture.supplyAsync(() -> blocks.stop(RunState.CLOSED, Duration.ZERO))
                        .join());
                ended.add(blocks.stop(RunState.CLOSED, Duration.ZERO));
            }
        };
        UnbufferedBlocks blocks = started(stopsWhileItParks, UnbufferedBlocksTest::noThread);
        parking.set(blocks);
        blocks.join(1);
        numbers.blocks = 0;
        numbers.nanosUntilNext = 100_000; // what is longer is waited for elsewhere

        blocks.task.runOnce();

        assertThat(ended).containsExactly(true, false, true);
        assertThat(blocks.stop(RunState.CLOSED, Duration.ZERO)).isTrue();
    }

    @Test
    void hasNoRingToWaitFor() throws InterruptedException {
        assertThat(blocks.ring().size()).isZero();
        assertThat(blocks.ring().capacity()).isZero();
        assertThat(blocks.ring().awaitNotEmpty(1)).isFalse();
    }
}
