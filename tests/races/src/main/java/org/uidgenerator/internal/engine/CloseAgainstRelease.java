package org.uidgenerator.internal.engine;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.generator.Small;
import org.uidgenerator.races.Pause;
import org.uidgenerator.races.Twin;
import org.uidgenerator.worker.WorkerLease;

/**
 * A DefaultUidGenerator gives its lease back while a caller opens a tick in it.
 *
 * <p>Twin: close reads the last tick before it locks.
 */
@JCStressTest
@State
@Outcome(id = "covered", expect = Expect.ACCEPTABLE, desc = "the tick that was given back is not below the caller's")
@Outcome(expect = Expect.FORBIDDEN, desc = "the next holder of the worker id uses the caller's tick again")
public class CloseAgainstRelease {
    private volatile long released = -1;
    private final UidGenerator generator = Twin.RUNS ? new ReadsBeforeLocking() : real();
    private long uid;

    private UidGenerator real() {
        WorkerLease lease = new Small.Unlimited() {
            @Override
            public void release(long lastTick) {
                released = lastTick;
            }
        };
        return Small.unbuffered(layout -> lease).build();
    }

    @Actor
    public void caller() {
        try {
            uid = generator.getUID();
        } catch (UidGenerateException closed) {
            uid = -1;
        }
    }

    @Actor
    public void closer() {
        generator.close();
    }

    @Arbiter
    public void later(L_Result r) {
        r.r1 = uid < 0 || Small.LAYOUT.tickOf(uid) <= released ? "covered" : "above";
    }

    private final class ReadsBeforeLocking extends UnbufferedCopy {
        @Override
        public void close() {
            long last = lastTick;
            Pause.some();
            super.close();
            released = last;
        }
    }
}
