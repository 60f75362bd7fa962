package org.uidgenerator.internal.background;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.uidgenerator.generator.VirtualTime;

/** Which task is next, in virtual time. */
class TaskListTest {
    private final VirtualTime time = new VirtualTime();
    private final BackgroundThreads threads = new BackgroundThreads("shared", 1, time, time);
    private final TaskList list = new TaskList(1);

    private BackgroundTask failed() {
        BackgroundWork work = new BackgroundWork() {
            @Override
            public long run() {
                throw new IllegalStateException("down");
            }

            @Override
            public void failing(Throwable failure) {}

            @Override
            public void recovered(int failures) {}
        };
        BackgroundTask task = new BackgroundTask("fail", threads, work, Duration.ofSeconds(1));
        task.runOnce();
        list.add(task);
        return task;
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

        list.perform(first);
        assertThat(list.willAnyComeDue()).isTrue();
        assertThat(list.takeDue(threads.now())).isSameAs(second);
    }
}
