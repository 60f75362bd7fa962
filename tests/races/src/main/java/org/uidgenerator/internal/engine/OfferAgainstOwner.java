package org.uidgenerator.internal.engine;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;
import org.uidgenerator.races.Twin;

/**
 * A thread claims from block {@code [0, 1]} that it owns, while the padder retires it and has the rest {@code [2, 3]}
 * of another for that thread.
 *
 * <p>Twin: the padder opens the rest itself, so next has a second writer.
 */
@JCStressTest
@State
@Outcome(
        id = {"0, 2", "-1, 2"},
        expect = Expect.ACCEPTABLE,
        desc = "the owner opened the rest when it was back")
@Outcome(expect = Expect.FORBIDDEN, desc = "a UID that had been given up")
public class OfferAgainstOwner {
    private final OwnedBlock own = Stripes.owned(0, 1);

    @Actor
    public void owner(JJ_Result r) {
        r.r1 = Twin.RUNS ? Stripes.slowClaim(own) : own.claim();
    }

    @Actor
    public void padder() {
        own.lock.lock();
        try {
            own.retire();
            if (Twin.RUNS) {
                own.open(2, new UidBlock(2, 3, 1, 0));
            } else {
                own.offer(2, new UidBlock(2, 3, 1, 0));
            }
        } finally {
            own.lock.unlock();
        }
    }

    @Arbiter
    public void later(JJ_Result r) {
        own.lock.lock();
        try {
            own.foundNone();
        } finally {
            own.lock.unlock();
        }
        r.r2 = own.claim();
    }
}
