package org.uidgenerator.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.test.internal.LogRecorder;
import org.uidgenerator.test.internal.Patience;

/** What becomes of each run, and of the worker id that it holds. */
class LifecycleTest {
    private final List<String> done = new ArrayList<>();
    private RunState state = RunState.RUNNING;
    private boolean busy;
    private boolean ends = true;
    private Runnable whileStarting = () -> {};
    private Runnable whileTaking = () -> {};
    private Runnable whileStopping = () -> {};

    private final class OneRun implements Lifecycle.Run<OneRun> {
        private final int number;

        OneRun(int number) {
            this.number = number;
        }

        @Override
        public void start() {
            whileStarting.run();
            done.add("start " + number);
            state = RunState.RUNNING;
        }

        @Override
        public void abandon() {
            done.add("abandon " + number);
        }

        @Override
        public boolean stop(RunState to, Duration longestWait) {
            whileStopping.run();
            done.add("stop " + number);
            if (state != RunState.CLOSED) {
                state = to;
            }
            return ends;
        }

        @Override
        public boolean isAlive() {
            return busy;
        }

        @Override
        public OneRun successor() {
            whileTaking.run();
            return new OneRun(number + 1);
        }

        @Override
        public String toString() {
            return "run " + number;
        }
    }

    private Lifecycle<OneRun> lifecycle() {
        return new Lifecycle<>("orders", () -> state, new OneRun(1));
    }

    private static void fail() {
        throw new UidGenerateException("no thread");
    }

    @Test
    void givesBackWhatARunHoldsThatCannotStart() {
        whileStarting = LifecycleTest::fail;

        assertThatThrownBy(this::lifecycle).hasMessage("no thread");

        assertThat(done).containsExactly("abandon 1");
    }

    @Test
    void continuesWithTheSuccessor() {
        Lifecycle<OneRun> lifecycle = lifecycle();

        lifecycle.suspend();
        lifecycle.suspend();
        lifecycle.resume();
        lifecycle.resume();

        assertThat(done).containsExactly("start 1", "stop 1", "start 2");
        assertThat(lifecycle.run()).hasToString("run 2");
    }

    @Test
    void givesBackWhatASuccessorHoldsThatCannotStartAndTriesAgain() {
        Lifecycle<OneRun> lifecycle = lifecycle();
        lifecycle.suspend();
        whileStarting = LifecycleTest::fail;

        assertThatThrownBy(lifecycle::resume).hasMessage("no thread");
        assertThat(lifecycle.run()).hasToString("run 1");
        whileStarting = () -> {};
        lifecycle.resume();

        assertThat(done).containsExactly("start 1", "stop 1", "abandon 2", "start 2");
    }

    @Test
    void givesBackWhatASuccessorHoldsThatComesAfterTheEnd() {
        Lifecycle<OneRun> lifecycle = lifecycle();
        lifecycle.suspend();
        whileTaking = lifecycle::close; // as slow as the store is

        assertThatThrownBy(lifecycle::resume)
                .isInstanceOf(UidGenerateException.class)
                .hasMessage("orders is closed");

        assertThat(done).containsExactly("start 1", "stop 1", "stop 1", "abandon 2");
    }

    /** By a clock or a store that is asked meanwhile. */
    @Test
    void isNotResumedFromWithinAResumption() {
        Lifecycle<OneRun> lifecycle = lifecycle();
        lifecycle.suspend();
        List<String> refusals = new ArrayList<>();
        whileTaking = () -> {
            try {
                lifecycle.suspend();
                lifecycle.resume();
            } catch (UidGenerateException e) {
                refusals.add(e.getMessage());
            }
        };
        whileStarting = whileTaking;

        lifecycle.resume();
        lifecycle.close();

        assertThat(done).containsExactly("start 1", "stop 1", "start 2", "stop 2");
        assertThat(refusals)
                .hasSize(2)
                .containsOnly("orders is being resumed: its clock and its store must not resume it");
    }

    @Test
    void isClosedForGoodAlsoFromWithinItsStart() {
        Lifecycle<OneRun> lifecycle = lifecycle();
        lifecycle.suspend();
        whileStarting = lifecycle::close;

        assertThatThrownBy(lifecycle::resume).hasMessage("orders is closed");

        assertThat(done).containsExactly("start 1", "stop 1", "stop 1", "start 2", "stop 2");
    }

    @Test
    void takesNothingAfterTheEnd() {
        Lifecycle<OneRun> lifecycle = lifecycle();
        lifecycle.close();
        whileTaking = () -> done.add("take");

        assertThatThrownBy(lifecycle::resume).hasMessage("orders is closed");

        assertThat(done).containsExactly("start 1", "stop 1");
    }

    @Test
    void letsOthersInAfterWhateverWasRefused() {
        Lifecycle<OneRun> lifecycle = lifecycle();
        lifecycle.suspend();
        whileStarting = LifecycleTest::fail;
        assertThatThrownBy(lifecycle::resume).hasMessage("no thread");
        whileStarting = () -> {};

        assertOthersCan(lifecycle::resume, lifecycle::suspend, lifecycle::resume, lifecycle::close, lifecycle::close);
        assertThat(done)
                .containsExactly("start 1", "stop 1", "abandon 2", "start 2", "stop 2", "start 3", "stop 3", "stop 3");
    }

    private static void assertOthersCan(Runnable... changes) {
        for (Runnable change : changes) {
            assertThat(CompletableFuture.runAsync(change, work -> new Thread(work).start()))
                    .succeedsWithin(Patience.LONGEST);
        }
    }

    @Test
    void letsOthersInAfterAStopThatHasFailed() {
        for (boolean closes : new boolean[] {false, true}) {
            state = RunState.RUNNING;
            Lifecycle<OneRun> lifecycle = lifecycle();
            whileStopping = LifecycleTest::fail;
            assertThatThrownBy(closes ? lifecycle::close : lifecycle::suspend).hasMessage("no thread");
            whileStopping = () -> {};

            assertOthersCan(lifecycle::suspend);
        }
    }

    @Test
    void saysWithWhatItContinuesAndThatItIsStillBusy() {
        Lifecycle<OneRun> lifecycle = lifecycle();
        ends = false;
        try (LogRecorder log = new LogRecorder()) {
            lifecycle.suspend();
            lifecycle.resume();
            Thread.currentThread().interrupt(); // whoever does that does not want it to wait
            lifecycle.suspend();
            assertThat(Thread.interrupted()).isTrue();
            ends = true;
            lifecycle.close();

            assertThat(log.lines())
                    .containsExactly(
                            "WARNING orders is still busy, its worker id goes back when it ends",
                            "INFO orders continues with run 2");
        }
    }

    @Test
    void takesNothingWhileItIsBusyWithItsEnd() {
        Lifecycle<OneRun> lifecycle = lifecycle();
        lifecycle.suspend();
        busy = true;

        assertThatThrownBy(lifecycle::resume)
                .isInstanceOf(UidGenerateException.class)
                .hasMessage("orders is still busy with giving its worker id back");

        assertThat(done).containsExactly("start 1", "stop 1");
    }
}
