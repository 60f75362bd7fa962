package org.uidgenerator.internal.background;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.uidgenerator.generator.VirtualTime;

/** Which task is next, in virtual time. */
class TaskListTest {
    private final VirtualTime time = new VirtualTime();
    private final BackgroundThreads threads = new BackgroundThreads("shared", 1, time, time);
    private final TaskList list = new TaskList(1);

    private static class Idle implements BackgroundWork {
        @Override
        public long run() {
            return UNTIL_REQUESTED;
        }

        @Override
        public void failing(Throwable failure) {}

        @Override
        public void recovered(int failures) {}
    }

    private BackgroundTask added(BackgroundWork work) {
        BackgroundTask task = new BackgroundTask("work", threads, work, Duration.ofSeconds(1));
        list.add(task);
        return task;
    }

    private BackgroundTask failed() {
        BackgroundTask task = added(new Idle() {
            @Override
            public long run() {
                throw new IllegalStateException("down");
            }
        });
        task.runOnce();
        return task;
    }

    /** Otherwise one that is requested all the time would keep another from its turn. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void takesAnotherOneThatIsDueBeforeItTakesTheSameAgain(int idle) {
        List<BackgroundTask> tasks =
                Stream.generate(() -> added(new Idle())).limit(3).toList();
        BackgroundTask busy = tasks.get(0);
        BackgroundTask other = tasks.get(3 - idle);
        busy.request();
        assertThat(list.takeDue(threads.now())).isSameAs(busy);
        list.perform(busy, BackgroundThreads.Slot.THREADLESS);

        busy.request();
        other.request();

        assertThat(list.takeDue(threads.now())).isSameAs(other);
    }

    /** Otherwise its threads would spin. */
    @Test
    void hasNothingDueWhileAsManyFailAtWorkAsMay() {
        BackgroundTask first = failed();
        BackgroundTask second = failed();
        time.pass(Duration.ofSeconds(1));

        assertThat(list.takeDue(threads.now())).isSameAs(first);
        assertThat(list.takeDue(threads.now())).isNull();
        assertThat(list.earliest()).isEqualTo(BackgroundTask.NEVER);
        assertThat(list.willAnyComeDue()).isFalse();

        list.perform(first, BackgroundThreads.Slot.THREADLESS);
        assertThat(list.willAnyComeDue()).isTrue();
        assertThat(list.takeDue(threads.now())).isSameAs(second);
    }
}
