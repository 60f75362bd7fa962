package org.uidgenerator.internal.engine;

import java.time.Duration;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;
import org.uidgenerator.generator.Small;
import org.uidgenerator.internal.NanoClock;
import org.uidgenerator.internal.background.BackgroundTask;
import org.uidgenerator.internal.background.BackgroundThreads;
import org.uidgenerator.internal.background.BackgroundWork;
import org.uidgenerator.races.Pause;
import org.uidgenerator.races.Twin;

/**
 * A thread does its work while a caller makes some more and requests it. Then the thread does what is requested.
 *
 * <p>Twin: the thread clears the request after the work.
 */
@JCStressTest
@State
@Outcome(id = "done", expect = Expect.ACCEPTABLE, desc = "this run or the next has done it")
@Outcome(expect = Expect.FORBIDDEN, desc = "the request was lost")
public class RequestAgainstWork implements BackgroundWork {
    private final BackgroundTask task =
            new BackgroundThreads("race", 1, NanoClock.SYSTEM, Small::noThread).task(this, Duration.ofSeconds(1));
    private volatile boolean wanted;
    private volatile boolean requested;
    private volatile boolean done;

    public RequestAgainstWork() {
        task.start(Duration.ZERO);
        request();
    }

    private void request() {
        if (!Twin.RUNS) {
            task.request();
        } else if (!requested) {
            requested = true;
        }
    }

    private void runOnce() {
        if (!Twin.RUNS) {
            task.runOnce();
        } else {
            run();
            Pause.some();
            requested = false;
        }
    }

    @Override
    public long run() {
        done |= wanted;
        return Long.MAX_VALUE;
    }

    @Override
    public void failing(Throwable failure) {
        throw new AssertionError(failure);
    }

    @Override
    public void recovered(int failures) {}

    @Actor
    public void thread() {
        runOnce();
    }

    @Actor
    public void caller() {
        wanted = true;
        request();
    }

    @Arbiter
    public void later(L_Result r) {
        if (Twin.RUNS ? requested : task.isRequested()) {
            runOnce();
        }
        r.r1 = done ? "done" : "lost";
    }
}
