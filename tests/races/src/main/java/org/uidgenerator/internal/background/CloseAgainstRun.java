package org.uidgenerator.internal.background;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;
import org.uidgenerator.generator.Small;
import org.uidgenerator.internal.NanoClock;
import org.uidgenerator.races.Pause;
import org.uidgenerator.races.Twin;

/**
 * A task is closed while it is done. The thread or the closer does the last thing.
 *
 * <p>Twin: the thread looks whether the task is closed before it lets go of it.
 */
@JCStressTest
@State
@Outcome(id = "once", expect = Expect.ACCEPTABLE, desc = "one of the two has ended the task, after its run")
@Outcome(id = "never", expect = Expect.FORBIDDEN, desc = "each has left the end to the other")
@Outcome(id = "twice", expect = Expect.FORBIDDEN, desc = "both have ended the task")
@Outcome(id = "amid", expect = Expect.FORBIDDEN, desc = "the task was ended during its run")
public class CloseAgainstRun implements BackgroundWork {
    private final BackgroundTask task =
            new BackgroundThreads("race", 1, NanoClock.SYSTEM, Small::noThread).task(this, Duration.ofSeconds(1));
    private final AtomicBoolean held = new AtomicBoolean();
    private final AtomicInteger ends = new AtomicInteger();
    private volatile boolean closed;
    private volatile boolean running;
    private volatile boolean endedAmid;

    @Actor
    public void thread() {
        if (!Twin.RUNS) {
            task.runOnce();
        } else if (held.compareAndSet(false, true)) {
            run();
            boolean last = closed;
            Pause.some();
            held.set(false);
            if (last) {
                end();
            }
        }
    }

    @Actor
    public void closer() {
        Pause.some();
        if (!Twin.RUNS) {
            task.close(Duration.ZERO);
        } else {
            closed = true;
            if (held.compareAndSet(false, true)) {
                end();
            }
        }
    }

    @Arbiter
    public void later(L_Result r) {
        if (endedAmid) {
            r.r1 = "amid";
        } else if (!Twin.RUNS && !task.hasEnded()) {
            r.r1 = "never";
        } else {
            r.r1 = ends.get() == 0 ? "never" : ends.get() == 1 ? "once" : "twice";
        }
    }

    @Override
    public long run() {
        running = true;
        Pause.some();
        running = false;
        return UNTIL_REQUESTED;
    }

    @Override
    public void end() {
        endedAmid |= running;
        ends.incrementAndGet();
    }

    @Override
    public void failing(Throwable failure) {
        throw new AssertionError(failure);
    }

    @Override
    public void recovered(int failures) {}
}
