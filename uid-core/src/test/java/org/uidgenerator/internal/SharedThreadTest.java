package org.uidgenerator.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.uidgenerator.generator.VirtualTime;

class SharedThreadTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final VirtualTime time = new VirtualTime();
    private final List<String> said = new ArrayList<>();
    private final SharedThread thread = new SharedThread("shared", Duration.ofSeconds(5), time, time);

    private class Counting implements RetryingThread.Work {
        private final long nanosUntilNext;
        private int runs;
        private RuntimeException failure;

        Counting(long nanosUntilNext) {
            this.nanosUntilNext = nanosUntilNext;
        }

        @Override
        public long run() {
            runs++;
            if (failure != null) {
                throw failure;
            }
            return nanosUntilNext;
        }

        @Override
        public void failing(Throwable failure) {
            said.add("failing: " + failure.getMessage());
        }

        @Override
        public void recovered(int failures) {
            said.add("recovered");
        }
    }

    private BackgroundWork started(Counting work, Duration untilFirst) {
        BackgroundWork share = thread.share(work);
        share.start(untilFirst);
        return share;
    }

    @Test
    void doesEachWorkWhenItIsDue() {
        Counting often = new Counting(SECOND.toNanos());
        Counting seldom = new Counting(10 * SECOND.toNanos());
        started(often, SECOND);
        started(seldom, SECOND);

        time.pass(Duration.ofMillis(900));
        assertThat(often.runs).isZero();

        time.pass(Duration.ofMillis(20_050));
        assertThat(often.runs).isBetween(20, 21);
        assertThat(seldom.runs).isBetween(2, 3);
    }

    @Test
    void doesWorkWhenItIsRequestedOnceForManyRequests() {
        Counting work = new Counting(Long.MAX_VALUE);
        Counting other = new Counting(Long.MAX_VALUE);
        BackgroundWork share = started(work, Duration.ofMinutes(1));
        started(other, Duration.ofMinutes(1));

        share.request();
        share.request();
        time.pass(Duration.ofMillis(1));

        assertThat(work.runs).isEqualTo(1);
        assertThat(other.runs).isZero();
    }

    @Test
    void doesNoWorkThatIsClosed() {
        Counting work = new Counting(SECOND.toNanos());
        BackgroundWork share = started(work, SECOND);
        assertThat(share.isAlive()).isTrue();

        share.request();
        assertThat(share.close(SECOND)).isTrue();
        time.pass(Duration.ofSeconds(10));

        assertThat(work.runs).isZero();
        assertThat(share.isAlive()).isFalse();
    }

    @Test
    void triesWorkAgainThatFails() {
        Counting work = new Counting(Long.MAX_VALUE);
        BackgroundWork share = started(work, SECOND);
        work.failure = new IllegalStateException("no room");

        time.pass(Duration.ofSeconds(2));
        assertThat(work.runs).isGreaterThan(1);
        assertThat(share.failure()).isSameAs(work.failure);
        work.failure = null;
        time.pass(Duration.ofSeconds(10));

        assertThat(share.failure()).isNull();
        assertThat(said).containsExactly("failing: no room", "recovered");
    }

    @Test
    void workThatFailsHoldsUpNoOther() {
        Counting broken = new Counting(Long.MAX_VALUE);
        broken.failure = new IllegalStateException("no room");
        Counting work = new Counting(SECOND.toNanos() / 100);
        BackgroundWork failing = started(broken, Duration.ZERO);
        BackgroundWork share = started(work, Duration.ZERO);

        time.pass(Duration.ofSeconds(10));
        assertThat(work.runs).isBetween(990, 1_010);
        assertThat(share.failure()).isNull();
        assertThat(broken.runs).isBetween(8, 10); // after 50 ms, 100 ms and so on, 5 s at most

        int runs = broken.runs;
        failing.request();
        share.request();
        time.pass(Duration.ofMillis(1));
        assertThat(broken.runs).isEqualTo(runs); // a request does not cut the back-off short
        broken.failure = null;
        time.pass(Duration.ofSeconds(5));
        assertThat(broken.runs).isEqualTo(runs + 1);
        assertThat(said).containsExactly("failing: no room", "recovered");
    }

    @Test
    void endsOneWorkFromWithinAnother() {
        Counting work = new Counting(SECOND.toNanos());
        BackgroundWork share = started(work, SECOND);
        List<Boolean> ended = new ArrayList<>();
        started(
                new Counting(Long.MAX_VALUE) {
                    @Override
                    public long run() {
                        ended.add(share.close(Duration.ZERO));
                        return Long.MAX_VALUE;
                    }
                },
                Duration.ofMillis(500));

        time.pass(Duration.ofSeconds(5));

        assertThat(ended).containsExactly(true);
        assertThat(work.runs).isZero();
    }
}
