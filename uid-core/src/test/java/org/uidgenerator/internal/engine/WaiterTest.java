package org.uidgenerator.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Random;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidRange;
import org.uidgenerator.buffer.RejectedTakeBufferHandler;
import org.uidgenerator.internal.NanoClock;
import org.uidgenerator.test.internal.Patience;

class WaiterTest {
    private static final long LONG_NANOS = Patience.LONGEST.toNanos();

    private final Stripe stripe = new Stripe(1);
    private final WaitingLine line = new WaitingLine();

    private Waiter join(int wanted) {
        return join(stripe, wanted);
    }

    private Waiter join(Stripe stripe, int wanted) {
        stripe.lock.lock();
        try {
            return line.join(stripe, wanted);
        } finally {
            stripe.lock.unlock();
        }
    }

    @Test
    void servesTheCallFirstThatHasWaitedLongest() {
        Waiter first = join(1);
        Waiter second = join(3);
        Waiter third = join(9);

        assertThat(line.serve(100, new UidBlock(100, 105, 1, 0), line.joined(), call -> true))
                .isEqualTo(6);

        assertThat(first.take()).isEqualTo(new UidRange(100, 100, 1));
        assertThat(second.take()).isEqualTo(new UidRange(101, 103, 1));
        assertThat(third.take()).isEqualTo(new UidRange(104, 105, 1));
        assertThat(line.isEmpty()).isTrue();
    }

    @Test
    void leavesTheUidsOfOtherWorkersBetweenThoseThatItGives() {
        Stripe stripe = new Stripe(16);
        Waiter first = join(stripe, 2);
        Waiter second = join(stripe, 9);

        assertThat(line.serve(19, new UidBlock(3, 83, 16, 0), line.joined(), call -> true))
                .isEqualTo(5);

        assertThat(first.take()).isEqualTo(new UidRange(19, 35, 16));
        assertThat(second.take()).isEqualTo(new UidRange(51, 83, 16));
    }

    @Test
    void leavesInTheLineForWhomNothingIsLeft() {
        join(2);
        Waiter second = join(1);

        assertThat(line.serve(100, new UidBlock(100, 101, 1, 0), line.joined(), call -> true))
                .isEqualTo(2);
        assertThat(line.first()).isSameAs(second);
        assertThat(second.isWaiting()).isTrue();
    }

    @Test
    void servesTheNextIfACallHasGivenUp() {
        Waiter gone = join(1);
        Waiter next = join(1);

        assertThat(gone.giveUp()).isTrue();
        assertThat(line.serve(100, new UidBlock(100, 109, 1, 0), line.joined(), call -> true))
                .isEqualTo(1);

        assertThat(next.take().first()).isEqualTo(100);
        assertThat(next.giveUp()).isFalse();
    }

    @Test
    void keepsNoTraceOfACallThatHasLeft() {
        Waiter gone = join(1);

        assertThat(line.leave(gone)).isTrue();

        assertThat(line.isEmpty()).isTrue();
        assertThat(line.leave(gone)).isFalse();
    }

    @Test
    void refusesEachCallWithAnExceptionOfItsOwn() {
        Waiter one = join(1);
        Waiter other = join(1);

        line.refuseWhile(() -> new UidGenerateException("orders is closed"));

        assertThatThrownBy(one::take).hasMessage("orders is closed");
        assertThatThrownBy(other::take).hasMessage("orders is closed");
        assertThat(one.giveUp()).isFalse();
    }

    /** In 200,000 rounds, or in those of ten seconds: where there is no processor for both, one takes milliseconds. */
    @Tag("proof")
    @Test
    void losesNoUidBetweenServerAndACallThatGivesUp() {
        Waiter last = new Waiter(stripe, 1, 0);
        long served = 0;
        BlockingQueue<Waiter> waiters = new ArrayBlockingQueue<>(1);
        CompletableFuture<Long> server = CompletableFuture.supplyAsync(() -> {
            long given = 0;
            Waiter waiter = take(waiters);
            for (int i = 0; waiter != last; i++) {
                given += waiter.serve(i, 1);
                waiter = take(waiters);
            }
            return given;
        });
        long start = System.nanoTime();
        for (int i = 0; i < 200_000 && System.nanoTime() - start < TimeUnit.SECONDS.toNanos(10); i++) {
            Waiter waiter = new Waiter(stripe, 1, 0);
            waiters.add(waiter);
            if (!waiter.giveUp()) {
                assertThat(waiter.take().first()).isEqualTo(i);
                served++;
            }
            while (!waiters.isEmpty()) {
                Thread.onSpinWait();
            }
        }
        waiters.add(last);

        assertThat(server.join()).isEqualTo(served);
    }

    private static Waiter take(BlockingQueue<Waiter> waiters) {
        try {
            return waiters.take();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void missesNoCallThatBeginsToWaitWhileItIsServed() throws Exception {
        int rounds = 40_000;
        BlockingQueue<Waiter> waiters = new ArrayBlockingQueue<>(1);
        CompletableFuture<Void> server = CompletableFuture.runAsync(() -> {
            Random random = new Random(42);
            for (int i = 0; i < rounds; i++) {
                Waiter waiter = take(waiters);
                for (int spin = random.nextInt(800); spin > 0; spin--) { // around the moment at which it parks
                    Thread.onSpinWait();
                }
                waiter.serve(i, 1);
            }
        });

        for (int i = 0; i < rounds; i++) {
            Waiter waiter = new Waiter(stripe, 1, 0);
            waiters.put(waiter);
            assertThat(waiter.await(LONG_NANOS, NanoClock.SYSTEM)).isTrue(); // a wake-up that is missed shows
        }
        server.join();
    }

    @Test
    void waitsNoLongerThanAsked() throws Exception {
        assertThat(new Waiter(stripe, 1, 0).await(1, NanoClock.SYSTEM)).isFalse();
    }

    @Test
    void endsAWaitWithAnInterrupt() {
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> new Waiter(stripe, 1, 0).await(LONG_NANOS, NanoClock.SYSTEM))
                .isInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void waitsNoLongerThanIsLeftOfTheTimeoutOfACall() throws InterruptedException {
        Duration timeout = Duration.ofHours(1);
        long waited = timeout.minusMillis(1).toNanos();

        assertThat(RejectedTakeBufferHandler.waitFor(timeout).rejectTakeBuffer(new BlockRing(2), waited))
                .isFalse();
    }

    @Test
    void refusesATimeoutThatIsNone() {
        assertThatThrownBy(() -> RejectedTakeBufferHandler.waitFor(Duration.ofMillis(-1)))
                .hasMessage("timeout must not be negative: timeout=PT-0.001S");
        assertThatThrownBy(() -> RejectedTakeBufferHandler.waitFor(null)).hasMessage("timeout");
    }
}
