package org.uidgenerator.internal.engine;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJ_Result;
import org.uidgenerator.races.Twin;

/**
 * A thread claims from block {@code [0, 3]} that it owns, while its slot is taken back and another thread gets it, with
 * block {@code [4, 5]}.
 *
 * <p>Twin: the other thread uses the same object, as if it were the same thread because it has the same id.
 */
@JCStressTest
@State
@Outcome(
        id = {"0, 4, 5", "-1, 4, 5"},
        expect = Expect.ACCEPTABLE,
        desc = "each thread got its own UIDs")
@Outcome(expect = Expect.FORBIDDEN, desc = "a UID was handed out twice, or one that was given up")
public class OwnerAgainstReclaim {
    private final Thread former = new Thread();
    private final Thread latter = new Thread();
    private final OwnedBlocks slots = new OwnedBlocks(1);
    private final OwnedBlock own = Stripes.add(slots, former);

    public OwnerAgainstReclaim() {
        Stripes.open(own, 0, 3);
    }

    @Actor
    public void owner(JJJ_Result r) {
        if (Twin.RUNS) {
            r.r1 = Stripes.slowClaim(own);
        } else {
            OwnedBlock found = slots.of(former, slots.slots);
            r.r1 = found != null ? found.claim() : -1;
        }
    }

    @Actor
    public void other(JJJ_Result r) {
        Stripes.retire(own);
        if (Twin.RUNS) {
            Stripes.open(own, 4, 5);
            r.r2 = own.claim();
        } else {
            slots.remove(own);
            OwnedBlock next = Stripes.add(slots, latter);
            Stripes.open(next, 4, 5);
            r.r2 = next.claim();
        }
    }

    @Arbiter
    public void later(JJJ_Result r) {
        OwnedBlock next = Twin.RUNS ? own : slots.of(latter, slots.slots);
        r.r3 = next != null ? next.claim() : -1;
    }
}
