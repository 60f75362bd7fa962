package org.uidgenerator.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.uidgenerator.UidGenerateException;

/** What becomes of each run, and of the worker id that it holds. */
class LifecycleTest {
    private final List<String> done = new ArrayList<>();
    private RunState state = RunState.RUNNING;
    private boolean busy;
    private Runnable whileStarting = () -> {};
    private Runnable whileTaking = () -> {};

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
            done.add("stop " + number);
            if (state != RunState.CLOSED) {
                state = to;
            }
            return true;
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
