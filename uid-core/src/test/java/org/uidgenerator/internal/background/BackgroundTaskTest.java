package org.uidgenerator.internal.background;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.uidgenerator.generator.VirtualTime;
import org.uidgenerator.internal.NanoClock;

/** What becomes of a task, in virtual time. */
class BackgroundTaskTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration LONGEST_BACKOFF = Duration.ofSeconds(5);

    private final VirtualTime time = new VirtualTime();
    private final List<String> said = new ArrayList<>();
    private final BackgroundThreads threads = new BackgroundThreads("shared", 1, time, time);

    private class Counting implements BackgroundWork {
        private final long nanosUntilNext;
        int runs;
        int ends;
        Runnable meanwhile = () -> {};
        RuntimeException failure;
        boolean pending;
        BackgroundTask task;

        Counting(long nanosUntilNext) {
            this.nanosUntilNext = nanosUntilNext;
        }

        @Override
        public long run() {
            runs++;
            meanwhile.run();
            if (failure != null) {
                throw failure;
            }
            return nanosUntilNext;
        }

        @Override
        public boolean isPending() {
            return pending || BackgroundWork.super.isPending();
        }

        @Override
        public void failing(Throwable failure) {
            said.add("failing: " + failure.getMessage());
        }

        @Override
        public void recovered(int failures) {
            said.add("recovered after " + failures);
        }

        @Override
        public void end() {
            ends++;
        }
    }

    private <W extends Counting> W add(W work) {
        work.task = threads.task("count", work, LONGEST_BACKOFF);
        return work;
    }

    private <W extends Counting> W start(W work, Duration untilFirst) {
        add(work).task.start(untilFirst);
        return work;
    }

    private Counting often() {
        return new Counting(SECOND.toNanos());
    }

    private Counting onRequest() {
        return new Counting(BackgroundWork.UNTIL_REQUESTED);
    }

    @Test
    void isDoneWhenItIsDue() {
        Counting often = start(often(), SECOND);
        Counting seldom = start(new Counting(10 * SECOND.toNanos()), SECOND);

        time.pass(Duration.ofMillis(900));
        assertThat(often.runs).isZero();

        time.pass(Duration.ofMillis(20_050));
        assertThat(often.runs).isBetween(20, 21);
        assertThat(seldom.runs).isBetween(2, 3);
    }

    @Test
    void isDoneWhenItIsRequestedOnceForManyRequests() {
        Counting requested = start(onRequest(), Duration.ofMinutes(1));
        Counting other = start(onRequest(), Duration.ofMinutes(1));

        requested.task.request();
        requested.task.request();
        time.pass(Duration.ofMillis(1));

        assertThat(requested.runs).isEqualTo(1);
        assertThat(other.runs).isZero();
    }

    @Test
    void isDoneAgainIfItIsRequestedWhileItIsDone() {
        Counting work = add(onRequest());
        work.meanwhile = () -> {
            work.meanwhile = () -> {};
            work.task.request();
        };

        work.task.request();
        time.pass(Duration.ofMillis(1));

        assertThat(work.runs).isEqualTo(2);
    }

    @Test
    void isNotPutOffByBeingStartedAgain() {
        Counting work = start(often(), SECOND);

        time.pass(Duration.ofMillis(900));
        work.task.start(SECOND);
        time.pass(Duration.ofMillis(200));

        assertThat(work.runs).isEqualTo(1);
    }

    @Test
    void backsOffAndReportsAnOutageOnce() {
        Counting work = add(onRequest());
        work.failure = new IllegalStateException("down");
        time.pass(SECOND);

        List<Long> millis = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            millis.add(TimeUnit.NANOSECONDS.toMillis(work.task.runOnce()));
        }
        assertThat(millis).containsExactly(50L, 100L, 200L, 400L, 800L, 1_600L, 3_200L, 5_000L, 5_000L);
        assertThat(work.task.failure()).isSameAs(work.failure);
        work.failure = null;
        work.task.runOnce();

        assertThat(work.task.failure()).isNull();
        assertThat(said).containsExactly("failing: down", "recovered after 9");
    }

    @Test
    void staysInAnOutageWhileItHasOnlyBegun() {
        Counting work = add(often());
        work.failure = new IllegalStateException("down");
        work.task.runOnce();

        work.failure = null;
        work.pending = true;
        work.task.runOnce();
        assertThat(work.task.failure()).hasMessage("down");
        assertThat(said).containsExactly("failing: down");

        work.pending = false;
        work.task.runOnce();
        assertThat(work.task.failure()).isNull();
        assertThat(said).containsExactly("failing: down", "recovered after 1");
    }

    /** As where memory is short: the report fails as well. */
    @Test
    void backsOffThoughItsFailureCannotBeReported() {
        Counting work = add(new Counting(SECOND.toNanos()) {
            @Override
            public void failing(Throwable failure) {
                throw new IllegalStateException("for the log");
            }
        });
        work.failure = new IllegalStateException("down");

        assertThat(work.task.runOnce()).isEqualTo(TimeUnit.MILLISECONDS.toNanos(50));
        assertThat(work.task.failure()).hasMessage("down");
    }

    @Test
    void hasAThreadAfterARequestThoughItFailsAndItsThreadIsGone() {
        Counting work = add(onRequest());
        work.failure = new IllegalStateException("down");
        work.task.runOnce();

        assertThat(work.task.request()).isTrue();
        time.pass(SECOND);

        assertThat(work.runs).isGreaterThan(1);
    }

    /** As {@link System#nanoTime} may begin, and overflow. */
    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE, -1, Long.MAX_VALUE})
    void isDueWhateverTheTimeIsAtFirst(long nanos) {
        long[] now = {nanos};
        NanoClock clock = new NanoClock() {
            @Override
            public long nanoTime() {
                return now[0];
            }

            @Override
            public void park(long nanos) {}
        };
        BackgroundTask task = new BackgroundThreads("shared", 1, clock, time).task("count", often(), LONGEST_BACKOFF);

        assertThat(task.runOnce()).isEqualTo(SECOND.toNanos());
        now[0] += 1_000;
        assertThat(task.nanosUntilNext()).isEqualTo(SECOND.toNanos() - 1_000);
    }

    @Test
    void holdsUpNoOtherWhenItFails() {
        Counting broken = add(onRequest());
        broken.failure = new IllegalStateException("no room");
        broken.task.start(Duration.ZERO);
        Counting work = start(new Counting(SECOND.toNanos() / 100), Duration.ZERO);

        time.pass(Duration.ofSeconds(10));
        assertThat(work.runs).isBetween(990, 1_010);
        assertThat(work.task.failure()).isNull();
        assertThat(broken.runs).isBetween(8, 10); // after 50 ms, 100 ms and so on, 5 s at most

        int runs = broken.runs;
        broken.task.request();
        work.task.request();
        time.pass(Duration.ofMillis(1));
        assertThat(broken.runs).isEqualTo(runs); // a request does not cut the back-off short
        broken.failure = null;
        time.pass(Duration.ofSeconds(5));
        assertThat(broken.runs).isEqualTo(runs + 1);
        assertThat(said).containsExactly("failing: no room", "recovered after " + runs);
    }

    @Test
    void isNotDoneOnceItIsClosed() {
        Counting work = start(often(), SECOND);

        work.task.request();
        assertThat(work.task.close(SECOND)).isTrue();
        time.pass(Duration.ofSeconds(10));

        assertThat(work.runs).isZero();
        assertThat(work.task.hasEnded()).isTrue();
        assertThat(threads.tasks()).isEmpty();
    }

    @Test
    void isDoneThoughAnotherIsClosed() {
        Counting closed = start(often(), SECOND);
        Counting work = start(often(), SECOND);

        closed.task.close(Duration.ZERO);
        time.pass(Duration.ofMillis(1_100));

        assertThat(work.runs).isEqualTo(1);
        assertThat(threads.tasks()).containsExactly(work.task);
    }

    @Test
    void hasTheNameOfItsThreadsIfItIsTheOnlyOne() {
        assertThat(threads.task(often(), LONGEST_BACKOFF)).hasToString("shared");
        assertThat(threads).hasToString("shared");
    }

    @Test
    void doesTheLastThingOnceByWhateverThread() {
        Counting neverStarted = add(onRequest());
        assertThat(neverStarted.task.close(Duration.ZERO)).isTrue();
        assertThat(neverStarted.task.close(Duration.ZERO)).isTrue();
        assertThat(neverStarted.ends).isEqualTo(1);

        Counting closesItself = add(onRequest());
        List<Boolean> ended = new ArrayList<>();
        closesItself.meanwhile = () -> ended.add(closesItself.task.close(SECOND));
        closesItself.task.request();
        time.pass(Duration.ofMillis(1));

        assertThat(ended).containsExactly(false);
        assertThat(closesItself.ends).isEqualTo(1);
        assertThat(closesItself.task.hasEnded()).isTrue();
    }

    @Test
    void endsAnother() {
        Counting other = start(often(), SECOND);
        List<Boolean> ended = new ArrayList<>();
        Counting work = onRequest();
        work.meanwhile = () -> ended.add(other.task.close(Duration.ZERO));
        start(work, Duration.ofMillis(500));

        time.pass(Duration.ofSeconds(5));

        assertThat(ended).containsExactly(true);
        assertThat(other.runs).isZero();
    }
}
