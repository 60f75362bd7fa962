package org.uidgenerator.internal.background;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.uidgenerator.test.internal.Patience.spinUntil;

import java.net.URL;
import java.net.URLClassLoader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.uidgenerator.contract.ThreadTrouble;
import org.uidgenerator.internal.NanoClock;
import org.uidgenerator.test.internal.Callers;
import org.uidgenerator.test.internal.Patience;

/** What the threads do, with real ones. */
class BackgroundThreadsTest {
    private static final Duration LONGEST_BACKOFF = Duration.ofMillis(400);
    private static final Duration LONG = Duration.ofSeconds(60);

    private final Queue<Thread> made = new ConcurrentLinkedQueue<>();
    private final Queue<String> said = new ConcurrentLinkedQueue<>();
    private final List<BackgroundThreads> opened = new ArrayList<>();
    private final CountDownLatch storeAnswers = new CountDownLatch(1);

    private final class Work implements BackgroundWork {
        private final AtomicInteger runs = new AtomicInteger();
        private final AtomicInteger atOnce = new AtomicInteger();
        private volatile Runnable meanwhile = () -> {};
        private volatile long nanosUntilNext = UNTIL_REQUESTED;

        @Override
        public long run() {
            if (atOnce.incrementAndGet() > 1) {
                said.add("twice at once");
            }
            runs.incrementAndGet();
            try {
                meanwhile.run();
            } finally {
                atOnce.decrementAndGet();
            }
            return nanosUntilNext;
        }

        @Override
        public void failing(Throwable failure) {
            if (failure instanceof OutOfMemoryError) {
                throw new OutOfMemoryError("for the log as well");
            }
            said.add("failing: " + failure.getMessage());
        }

        @Override
        public void recovered(int failures) {
            said.add("recovered");
        }

        /** Waits for a store that does not answer yet. */
        Work hanging() {
            meanwhile = BackgroundThreadsTest.this::awaitStore;
            return this;
        }
    }

    private void awaitStore() {
        try {
            storeAnswers.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private Thread newThread(Runnable work) {
        Thread thread = BackgroundThreads.newThread(work);
        made.add(thread);
        return thread;
    }

    private BackgroundThreads threads(int most) {
        return threads(most, this::newThread);
    }

    private BackgroundThreads threads(int most, ThreadFactory factory) {
        BackgroundThreads threads = new BackgroundThreads("crew", most, NanoClock.SYSTEM, factory);
        opened.add(threads);
        return threads;
    }

    private static BackgroundTask task(BackgroundThreads threads, Work work) {
        return threads.task("work", work, LONGEST_BACKOFF);
    }

    @AfterEach
    void close() {
        storeAnswers.countDown();
        opened.forEach(threads -> assertThat(threads.close(LONG)).isTrue());
        // one that has left its place to another is not waited for, and ends by itself
        spinUntil(() -> made.stream().noneMatch(Thread::isAlive));
        assertThat(said).doesNotContain("twice at once");
    }

    @Test
    void startWithTheFirstRequestAndNotBefore() {
        Work work = new Work();
        BackgroundTask task = task(threads(1), work);
        assertThat(made).isEmpty();

        assertThat(task.request()).isTrue();
        assertThat(task.request()).isTrue();

        spinUntil(() -> work.runs.get() > 0);
        assertThat(made).singleElement().satisfies(started -> {
            assertThat(started.getName()).isEqualTo("crew");
            assertThat(started.isDaemon()).isTrue();
        });
    }

    @Test
    void areNumberedIfThereAreSeveral() {
        Work work = new Work();
        task(threads(2), work).request();

        spinUntil(() -> work.runs.get() > 0);
        assertThat(made).singleElement().extracting(Thread::getName).isEqualTo("crew-1");
    }

    @Test
    void doWhatIsRequestedWhileOthersHang() {
        BackgroundThreads threads = threads(4);
        for (int i = 0; i < 3; i++) {
            task(threads, new Work().hanging()).request();
        }
        Work healthy = new Work();
        BackgroundTask task = task(threads, healthy);

        for (int i = 1; i <= 100; i++) {
            int runs = i;
            task.request();
            spinUntil(() -> healthy.runs.get() >= runs);
        }

        assertThat(made).hasSizeLessThanOrEqualTo(4);
    }

    @Test
    void doWhatComesDueWhileOthersHang() {
        BackgroundThreads threads = threads(2);
        Work healthy = new Work();
        healthy.nanosUntilNext = Duration.ofMillis(1).toNanos();
        task(threads, healthy).start(Duration.ofMillis(1));
        spinUntil(() -> healthy.runs.get() > 0);

        task(threads, new Work().hanging()).request();

        int runs = healthy.runs.get();
        spinUntil(() -> healthy.runs.get() > runs + 100);
    }

    @Test
    void leaveHalfOfThemToTasksThatDoNotFail() {
        BackgroundThreads threads = threads(4);
        List<Work> broken = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            Work work = new Work();
            work.meanwhile = () -> {
                if (work.runs.get() > 1) {
                    awaitStore();
                }
                throw new IllegalStateException("a row is locked");
            };
            broken.add(work);
            task(threads, work).start(Duration.ZERO);
        }
        spinUntil(() -> broken.stream()
                        .filter(work -> work.atOnce.get() == 1 && work.runs.get() == 2)
                        .count()
                == 2);
        Work healthy = new Work();
        BackgroundTask task = task(threads, healthy);

        for (int i = 1; i <= 100; i++) {
            int runs = i;
            task.request();
            spinUntil(() -> healthy.runs.get() >= runs);
        }

        assertThat(broken.stream().filter(work -> work.runs.get() == 2)).hasSize(2);
    }

    /** Time that passes when the test says so, while threads look at it all the time. */
    private static final class SetClock implements NanoClock {
        private final AtomicLong nanos = new AtomicLong();
        private final AtomicInteger parks = new AtomicInteger();

        @Override
        public long nanoTime() {
            return nanos.get();
        }

        @Override
        public void park(long nanos) throws InterruptedException {
            parks.incrementAndGet();
            NanoClock.SYSTEM.park(Math.min(nanos, Duration.ofMillis(1).toNanos()));
        }

        void advance(Duration by) {
            nanos.addAndGet(by.toNanos());
        }
    }

    private BackgroundThreads threads(int most, NanoClock clock) {
        BackgroundThreads threads = new BackgroundThreads("crew", most, clock, this::newThread);
        opened.add(threads);
        return threads;
    }

    @Test
    void sayWhichCallIsTheOldestWhenAllAreBusy() {
        SetClock clock = new SetClock();
        BackgroundThreads threads = threads(2, clock);
        clock.advance(Duration.ofHours(1));
        Work hanging = new Work().hanging();
        BackgroundTask first = threads.task("segments/orders", hanging, LONGEST_BACKOFF);
        first.request();
        assertThat(first.trouble()).isNull();
        spinUntil(() -> hanging.atOnce.get() == 1);
        clock.advance(Duration.ofMillis(4_200));
        task(threads, new Work().hanging()).request();
        BackgroundTask third = task(threads, new Work());
        third.request();

        spinUntil(() -> third.trouble() != null);
        assertThat(third.trouble()).isEqualTo("all 2 threads of crew are busy, one for PT4.2S with segments/orders");
    }

    /** The task that is due later needs one, however long all have had nothing to do. */
    @Test
    void leaveOneThatWatchesWhatComesDue() {
        SetClock clock = new SetClock();
        BackgroundThreads threads = threads(2, clock);
        Work daily = new Work();
        task(threads, daily).start(Duration.ofDays(1));
        Work hanging = new Work().hanging();
        task(threads, hanging).request();
        spinUntil(() -> made.size() == 2 && hanging.atOnce.get() == 1);

        storeAnswers.countDown();
        spinUntil(() -> {
            clock.advance(Duration.ofMillis(1));
            return made.stream().filter(Thread::isAlive).count() == 1;
        });
        clock.advance(Duration.ofHours(1));
        int parks = clock.parks.get();
        spinUntil(() -> clock.parks.get() > parks + 2); // so it is there still
        assertThat(daily.runs).hasValue(0);
        clock.advance(Duration.ofDays(1));

        spinUntil(() -> daily.runs.get() == 1);
        assertThat(made).hasSize(2);
    }

    @Test
    void areOneForAllRequestsThatComeOneAfterTheOther() {
        SetClock clock = new SetClock();
        BackgroundThreads threads = threads(8, clock);
        clock.advance(Duration.ofHours(1));
        Work work = new Work();
        BackgroundTask task = task(threads, work);

        for (int i = 1; i <= 20; i++) {
            int runs = i;
            task.request();
            spinUntil(() -> work.runs.get() == runs && made.element().getState() == Thread.State.TIMED_WAITING);
        }

        assertThat(made).hasSize(1);
    }

    @Test
    void areOneMoreWhenATaskIsStartedThatNoThreadWatches() {
        BackgroundThreads threads = threads(3);
        Work hanging = new Work().hanging();
        task(threads, hanging).start(Duration.ZERO);
        spinUntil(() -> hanging.runs.get() == 1);
        assertThat(made).hasSize(1);

        task(threads, new Work()).start(LONG);
        assertThat(made).hasSize(2);
    }

    /** One that has not looked yet, and one that is between two tasks, are about to look. */
    @Test
    void areOneHoweverOftenTheyAreAskedForOneTask() {
        for (int i = 0; i < 50; i++) {
            made.clear();
            BackgroundThreads threads = threads(8);
            Work work = new Work();
            BackgroundTask task = task(threads, work);
            for (int j = 0; j < 1_000; j++) {
                task.request();
            }
            spinUntil(() -> work.runs.get() > 0);
            assertThat(made).hasSize(1);
            assertThat(threads.close(LONG)).isTrue();
        }
    }

    @Test
    void surviveAnErrorThatCannotEvenBeReported() {
        Work work = new Work();
        work.meanwhile = () -> {
            throw new OutOfMemoryError("heap");
        };
        BackgroundTask task = task(threads(1), work);
        task.request();
        spinUntil(() -> work.runs.get() >= 3);
        assertThat(task.failure()).isInstanceOf(OutOfMemoryError.class);

        work.meanwhile = () -> {};
        spinUntil(() -> task.failure() == null);
        assertThat(made).hasSize(1);
    }

    @Test
    void goOnAfterAStrayInterrupt() {
        Work work = new Work();
        BackgroundTask task = task(threads(1), work);
        task.request();
        spinUntil(() -> work.runs.get() == 1);

        made.element().interrupt();
        task.request();
        spinUntil(() -> work.runs.get() == 2);

        assertThat(task.failure()).isNull();
    }

    @Test
    void sayThatTheyHaveEndedUnexpectedlyAndAreStartedByTheNextRequest() throws Exception {
        BackgroundThreads threads = threads(1, run -> made.isEmpty() ? newThread(() -> {}) : newThread(run));
        Work work = new Work();
        BackgroundTask task = task(threads, work);
        task.start(Duration.ZERO);
        made.element().join();
        assertThat(task.failure()).hasMessage("crew has ended unexpectedly, the next request starts it again");

        task.request();

        spinUntil(() -> work.runs.get() > 0);
        assertThat(task.failure()).isNull();
    }

    private BackgroundThreads troubled(ThreadTrouble trouble, AtomicInteger times) {
        return threads(1, work -> times.getAndDecrement() > 0 ? trouble.make(work) : newThread(work));
    }

    @ParameterizedTest
    @EnumSource
    void areStartedByALaterRequestIfOneCannotBeStarted(ThreadTrouble trouble) {
        Work work = new Work();
        BackgroundTask task = task(troubled(trouble, new AtomicInteger(2)), work);

        assertThat(task.request()).isFalse();
        assertThat(task.request()).isFalse();
        assertThat(task.failure()).hasMessageStartingWith(trouble.message("crew"));
        assertThat(task.request()).isTrue();

        spinUntil(() -> work.runs.get() > 0);
        spinUntil(() -> task.failure() == null);
    }

    @ParameterizedTest
    @EnumSource
    void letATaskBeStartedAgainIfNoThreadCanBeStarted(ThreadTrouble trouble) {
        Work work = new Work();
        BackgroundTask task = task(troubled(trouble, new AtomicInteger(1)), work);

        assertThatThrownBy(() -> task.start(Duration.ZERO)).hasMessageStartingWith(trouble.message("crew"));
        assertThat(task.nanosUntilNext()).isEqualTo(Long.MAX_VALUE);
        task.start(Duration.ZERO);

        spinUntil(() -> work.runs.get() > 0);
    }

    @ParameterizedTest
    @EnumSource
    void doAllTasksOneAfterTheOtherIfNoMoreThreadsCanBeStarted(ThreadTrouble trouble) {
        BackgroundThreads threads = threads(4, run -> made.isEmpty() ? newThread(run) : trouble.make(run));
        List<Work> works = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            Work work = new Work();
            works.add(work);
            assertThat(task(threads, work).request()).isTrue();
        }

        spinUntil(() -> works.stream().allMatch(work -> work.runs.get() > 0));
    }

    /** An hour passes whenever a thread parks, so it leaves as soon as it has nothing to do. */
    private static final class Impatience implements NanoClock {
        private final AtomicInteger hours = new AtomicInteger();
        private final AtomicReference<Long> parked = new AtomicReference<>();

        @Override
        public long nanoTime() {
            return Duration.ofHours(hours.get()).toNanos();
        }

        @Override
        public void park(long nanos) {
            parked.set(nanos);
            hours.incrementAndGet();
        }
    }

    @Test
    void endWhenThereIsNothingToWaitFor() {
        Impatience impatience = new Impatience();
        BackgroundThreads threads = new BackgroundThreads("crew", 2, impatience, this::newThread);
        opened.add(threads);
        Work work = new Work();
        BackgroundTask task = task(threads, work);

        task.request();
        spinUntil(() -> made.stream().noneMatch(Thread::isAlive));
        assertThat(impatience.parked).hasValue(Duration.ofSeconds(5).toNanos());
        assertThat(task.failure()).isNull();

        task.request();
        spinUntil(() -> work.runs.get() == 2);
    }

    @Test
    void loseNoRequestWhileTheyRest() throws Exception {
        requestFromManySides(new BackgroundThreads("crew", 3, NanoClock.SYSTEM, this::newThread), 2_000);
    }

    @Test
    void loseNoRequestWhileTheyLeave() throws Exception {
        requestFromManySides(new BackgroundThreads("crew", 3, new Impatience(), this::newThread), 500);
    }

    /** Each side waits until its work has been done after its request, so the threads have nothing to do in between. */
    private void requestFromManySides(BackgroundThreads threads, int times) throws Exception {
        opened.add(threads);
        Callers sides = Callers.start(4, () -> {
            Work work = new Work();
            BackgroundTask task = task(threads, work);
            for (int i = 0; i < times; i++) {
                int runs = work.runs.get();
                task.request();
                spinUntil(() -> work.runs.get() > runs);
            }
        });

        assertThat(sides.failures()).isEmpty();
    }

    @Test
    void waitForWhatIsUnderWayWhenTheyAreClosed() {
        BackgroundThreads threads = threads(2);
        Work hanging = new Work().hanging();
        BackgroundTask task = task(threads, hanging);
        task.request();
        spinUntil(() -> hanging.atOnce.get() == 1);

        assertThat(threads.close(Duration.ofMillis(1))).isFalse();
        storeAnswers.countDown();
        assertThat(task.awaitEnd(LONG)).isTrue();
    }

    @Test
    void waitForTheEndOfATaskThatIsClosedBesideOthers() {
        BackgroundThreads threads = threads(2);
        task(threads, new Work());
        Work hanging = new Work().hanging();
        BackgroundTask task = task(threads, hanging);
        task.request();
        spinUntil(() -> hanging.atOnce.get() == 1);
        CompletableFuture<Void> answered = CompletableFuture.runAsync(() -> {
            spinUntil(task::isClosed);
            storeAnswers.countDown();
        });

        assertThat(task.close(LONG)).isTrue();
        answered.join();
    }

    @Test
    void haveEndedWhenTheLastTaskHas() {
        BackgroundThreads threads = threads(
                1,
                work -> newThread(() -> {
                    work.run();
                    awaitStore();
                }));
        BackgroundTask task = task(threads, new Work());
        task.start(LONG);
        Thread closing = Thread.currentThread();
        CompletableFuture<Void> answered = CompletableFuture.runAsync(() -> {
            spinUntil(() -> closing.getState() == Thread.State.TIMED_WAITING);
            storeAnswers.countDown();
        });

        assertThat(task.close(LONG)).isTrue();

        assertThat(made).noneMatch(Thread::isAlive);
        answered.join();
    }

    @Test
    void areNotWaitedForByACallerThatHasNoTime() {
        BackgroundThreads threads = threads(2);
        Work hanging = new Work().hanging();
        BackgroundTask task = task(threads, hanging);
        task.request();
        spinUntil(() -> hanging.atOnce.get() == 1);
        BackgroundTask other = task(threads, new Work());

        assertThat(task.close(Duration.ZERO)).isFalse();
        assertThat(other.close(Duration.ZERO)).isTrue();
        assertThat(hanging.atOnce).hasValue(1);
    }

    @Test
    void leaveTheInterruptToACallerThatWaitsForTheirEnd() {
        Work hanging = new Work().hanging();
        BackgroundTask task = task(threads(1), hanging);
        task.request();
        spinUntil(() -> hanging.atOnce.get() == 1);

        Thread.currentThread().interrupt();
        assertThat(task.close(LONG)).isFalse();

        assertThat(Thread.interrupted()).isTrue();
    }

    /** Neither for the task that closes, nor for a thread that would have to end itself. */
    @Test
    void doNotWaitForThemselves() {
        Duration forEver = Duration.ofDays(1);
        BackgroundThreads threads = threads(2);
        BackgroundTask other = task(threads, new Work());
        Work work = new Work();
        BackgroundTask task = task(threads, work);
        AtomicInteger closes = new AtomicInteger();
        work.meanwhile = () -> {
            task.close(forEver);
            closes.incrementAndGet();
            other.close(forEver);
            closes.incrementAndGet();
            threads.close(forEver);
            closes.incrementAndGet();
        };

        task.request();

        spinUntil(() -> closes.get() == 3);
    }

    @Test
    void inheritNoThreadLocals() throws Exception {
        InheritableThreadLocal<String> local = new InheritableThreadLocal<>();
        local.set("of the request that made the generator");
        AtomicReference<String> inherited = new AtomicReference<>("unknown");
        CountDownLatch seen = new CountDownLatch(1);

        BackgroundThreads.newThread(() -> {
                    inherited.set(local.get());
                    seen.countDown();
                })
                .start();

        seen.await();
        assertThat(inherited).hasNullValue();
    }

    @Test
    void haveTheClassLoaderOfTheLibraryWhateverThreadStartsThem() throws Exception {
        BackgroundTask task = task(threads(1), new Work());
        try (URLClassLoader application = new URLClassLoader(new URL[0])) {
            Thread caller = new Thread(task::request);
            caller.setContextClassLoader(application);
            caller.start();
            Patience.join(caller);
        }

        assertThat(made)
                .singleElement()
                .extracting(Thread::getContextClassLoader)
                .isSameAs(BackgroundThreads.class.getClassLoader());
    }
}
