package org.uidgenerator.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
class RetryingThreadTest {
    private static final Duration LONGEST_BACKOFF = Duration.ofMillis(400);
    private static final Duration LONG = Duration.ofSeconds(30);

    private final List<String> said = new ArrayList<>();
    private final AtomicReference<Throwable> outage = new AtomicReference<>();
    private final AtomicInteger runs = new AtomicInteger();
    private final AtomicInteger ends = new AtomicInteger();
    private volatile Runnable meanwhile = () -> {};

    private final RetryingThread.Work work = new RetryingThread.Work() {
        @Override
        public long run() {
            runs.incrementAndGet();
            meanwhile.run();
            if (outage.get() instanceof Error e) {
                throw e;
            } else if (outage.get() instanceof RuntimeException e) {
                throw e;
            }
            return Long.MAX_VALUE;
        }

        @Override
        public void failing(Throwable failure) {
            said.add("failing: " + failure.getMessage());
            if (failure instanceof OutOfMemoryError) {
                throw new OutOfMemoryError("for the log as well");
            }
        }

        @Override
        public void recovered(int failures) {
            said.add("recovered after " + failures);
        }

        @Override
        public void end() {
            ends.incrementAndGet();
        }
    };

    private RetryingThread thread(ThreadFactory threads) {
        return new RetryingThread("worker", work, LONGEST_BACKOFF, Waiting.SYSTEM, threads);
    }

    private RetryingThread thread() {
        return thread(RetryingThread::newThread);
    }

    private void awaitRuns(int atLeast) {
        spinUntil(() -> runs.get() >= atLeast);
    }

    private static void spinUntil(BooleanSupplier condition) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - start).isLessThan(LONG.toNanos());
            Thread.onSpinWait();
        }
    }

    @Test
    void losesNoRequestThatIsMadeWhileItWorks() {
        RetryingThread thread = thread();
        meanwhile = () -> {
            meanwhile = () -> {};
            thread.request();
        };
        thread.request();
        awaitRuns(2);

        assertThat(thread.close(LONG)).isTrue();
    }

    @Test
    void startsWhenItIsRequestedAndNotBefore() {
        List<Thread> made = new ArrayList<>();
        RetryingThread thread = thread(work -> {
            made.add(RetryingThread.newThread(work));
            return made.get(made.size() - 1);
        });
        assertThat(thread.isAlive()).isFalse();

        thread.request();
        thread.request();

        assertThat(made).singleElement().satisfies(started -> {
            assertThat(started.getName()).isEqualTo("worker");
            assertThat(started.isDaemon()).isTrue();
        });
        thread.close(LONG);
    }

    @Test
    void waitsForTheFirstTimeUnlessItIsRequested() {
        RetryingThread thread = thread();
        thread.start(Duration.ofHours(1));
        assertThat(runs).hasValue(0);

        thread.request();
        awaitRuns(1);

        thread.close(LONG);
    }

    @Test
    void backsOffAndReportsAnOutageOnce() {
        RetryingThread thread = thread();
        outage.set(new IllegalStateException("down"));

        assertThat(List.of(thread.runOnce(), thread.runOnce(), thread.runOnce(), thread.runOnce(), thread.runOnce()))
                .extracting(TimeUnit.NANOSECONDS::toMillis)
                .containsExactly(50L, 100L, 200L, 400L, 400L);
        assertThat(thread.failure()).isSameAs(outage.get());
        outage.set(null);
        thread.runOnce();

        assertThat(thread.failure()).isNull();
        assertThat(said).containsExactly("failing: down", "recovered after 5");
    }

    @Test
    void survivesAnErrorThatCannotEvenBeReported() {
        RetryingThread thread = thread();
        outage.set(new OutOfMemoryError("heap"));
        thread.request();
        awaitRuns(3);
        assertThat(thread.isAlive()).isTrue();
        assertThat(thread.failure()).isInstanceOf(OutOfMemoryError.class);

        outage.set(null);
        spinUntil(() -> thread.failure() == null);

        assertThat(thread.close(LONG)).isTrue();
    }

    @Test
    void saysThatItHasEndedUnexpectedlyAndIsStartedByTheNextRequest() throws Exception {
        AtomicReference<Thread> first = new AtomicReference<>();
        RetryingThread thread = thread(work -> {
            if (first.get() == null) {
                first.set(new Thread(() -> {}));
                return first.get();
            }
            return RetryingThread.newThread(work);
        });
        thread.start(Duration.ZERO);
        first.get().join();
        assertThat(thread.failure()).hasMessage("worker has ended unexpectedly, the next request starts it again");

        thread.request();
        awaitRuns(1);
        spinUntil(() -> thread.failure() == null);

        thread.close(LONG);
        assertThat(thread.failure()).isNull();
    }

    @Test
    void triesAgainWhenNoThreadCanBeMade() {
        AtomicInteger failures = new AtomicInteger(1);
        RetryingThread thread = thread(work -> {
            if (failures.getAndDecrement() > 0) {
                throw new IllegalStateException("no more threads");
            }
            return RetryingThread.newThread(work);
        });

        thread.request();
        assertThat(thread.failure()).hasMessage("no more threads");
        thread.request();
        awaitRuns(1);

        assertThat(thread.close(LONG)).isTrue();
        assertThatThrownBy(() -> thread(work -> {
                            throw new IllegalStateException("none");
                        })
                        .start(Duration.ZERO))
                .hasMessage("none");
    }

    @Test
    void doesTheLastThingOnceWhoeverDoesIt() {
        RetryingThread neverStarted = thread();
        assertThat(neverStarted.close(Duration.ZERO)).isTrue();
        assertThat(neverStarted.close(Duration.ZERO)).isTrue();
        assertThat(ends).hasValue(1);
        neverStarted.request();
        assertThat(runs).hasValue(0);

        RetryingThread started = thread();
        started.request();
        awaitRuns(1);
        assertThat(started.close(LONG)).isTrue();
        assertThat(started.awaitEnd(LONG)).isTrue();
        assertThat(ends).hasValue(2);
    }

    @Test
    void doesNotWaitForItsOwnEnd() {
        RetryingThread thread = thread();
        AtomicReference<Boolean> ended = new AtomicReference<>();
        meanwhile = () -> ended.set(thread.close(LONG));
        thread.request();

        spinUntil(() -> ends.get() == 1);
        assertThat(ended).hasValue(false);
    }

    @Test
    void worksOnAfterAStrayInterrupt() {
        AtomicReference<Thread> made = new AtomicReference<>();
        RetryingThread thread = thread(work -> {
            made.set(RetryingThread.newThread(work));
            return made.get();
        });
        thread.request();
        awaitRuns(1);

        made.get().interrupt();
        thread.request();
        awaitRuns(2);

        assertThat(thread.isAlive()).isTrue();
        thread.close(LONG);
    }

    @Test
    void inheritsNoThreadLocals() throws Exception {
        InheritableThreadLocal<String> local = new InheritableThreadLocal<>();
        local.set("of the request that made the generator");
        AtomicReference<String> inherited = new AtomicReference<>("unknown");
        CountDownLatch seen = new CountDownLatch(1);

        RetryingThread.newThread(() -> {
                    inherited.set(local.get());
                    seen.countDown();
                })
                .start();

        seen.await();
        assertThat(inherited).hasNullValue();
    }
}
