package org.uidgenerator.internal.engine;

import java.time.Instant;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJ_Result;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.generator.DefaultUidGenerator;
import org.uidgenerator.generator.Small;
import org.uidgenerator.races.Pause;
import org.uidgenerator.races.Twin;
import org.uidgenerator.worker.WorkerLease;

/**
 * The thread of the generator finds tick 0 over, of which UID 1 is left, while a caller takes that and opens tick 1, of
 * UIDs 2 and 3.
 *
 * <p>Twin: the thread looks before it locks whether its tick is still the open one.
 */
@JCStressTest
@State
@Outcome(id = "1, 2, 3", expect = Expect.ACCEPTABLE, desc = "the caller was first")
@Outcome(id = "2, 3, 4", expect = Expect.ACCEPTABLE, desc = "the thread was first: UID 1 is lost")
@Outcome(expect = Expect.FORBIDDEN, desc = "UIDs of the tick of now were lost, or one of the old tick came late")
public class LookAgainstOpen {
    private final UnbufferedCopy copy = new UnbufferedCopy();
    private volatile Instant now = Small.EPOCH;
    private Runnable check = () -> checkBeforeLocking(0);
    private final UidGenerator generator = Twin.RUNS ? copy : real();

    public LookAgainstOpen() {
        generator.getUID();
        now = Small.EPOCH.plusSeconds(1);
    }

    private UidGenerator real() {
        DefaultUidGenerator real = Small.unbuffered(layout -> WorkerLease.neverReused(0))
                .clock(() -> now)
                .build();
        check = Small.blocksOf(real).task::runOnce;
        return real;
    }

    private void checkBeforeLocking(long tick) {
        if (copy.lastTick == tick) {
            Pause.some();
            Stripes.retire(copy.stripe);
        }
    }

    @Actor
    public void thread() {
        check.run();
    }

    @Actor
    public void caller(JJJ_Result r) {
        r.r1 = Small.number(generator.getUID());
        r.r2 = Small.number(generator.getUID());
    }

    @Arbiter
    public void later(JJJ_Result r) {
        r.r3 = Small.number(generator.getUID());
    }
}
