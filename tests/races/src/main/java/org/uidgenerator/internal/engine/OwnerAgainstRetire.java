package org.uidgenerator.internal.engine;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJ_Result;
import org.uidgenerator.races.Twin;

/**
 * A thread claims twice from block {@code [0, 1]} that it owns, which is retired.
 *
 * <p>Twin: the thread that retires the block hands its rest out again.
 */
@JCStressTest
@State
@Outcome(
        id = {"0, 1, -1", "0, -1, -1", "-1, -1, -1"},
        expect = Expect.ACCEPTABLE,
        desc = "the owner got what it was in time for, the rest was given up")
@Outcome(expect = Expect.FORBIDDEN, desc = "a UID was handed out twice, or after the owner had found none")
public class OwnerAgainstRetire {
    private final OwnedBlock own = Stripes.owned(0, 1);

    private long claim() {
        return Twin.RUNS ? Stripes.slowClaim(own) : own.claim();
    }

    @Actor
    public void owner(JJJ_Result r) {
        r.r1 = claim();
        r.r2 = claim();
    }

    @Actor
    public void padder(JJJ_Result r) {
        Stripes.retire(own);
        r.r3 = Twin.RUNS && own.valueOpaque() <= 1 ? own.valueOpaque() : -1;
    }
}
