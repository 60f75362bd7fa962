package org.uidgenerator.internal.engine;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;
import org.uidgenerator.races.Pause;
import org.uidgenerator.races.Twin;

/**
 * A call is given a UID while its time is over.
 *
 * <p>Twin: both look whether the call still waits, and act then.
 */
@JCStressTest
@State
@Outcome(
        id = {"caller", "server"},
        expect = Expect.ACCEPTABLE,
        desc = "one of the two has it")
@Outcome(expect = Expect.FORBIDDEN, desc = "the UID is lost, or two have it")
public class ServeAgainstGiveUp {
    private final Waiter waiter = new Waiter(new Stripe(1), 1, 0);
    private volatile boolean twinGaveUp;
    private volatile boolean twinServed;
    private boolean server;
    private boolean caller;

    @Actor
    public void server() {
        server = (Twin.RUNS ? serveIfItWaits() : waiter.serve(42, 1)) == 0;
    }

    private int serveIfItWaits() {
        if (twinGaveUp) {
            return 0;
        }
        Pause.some();
        twinServed = true;
        return 1;
    }

    @Actor
    public void caller() {
        caller = Twin.RUNS
                ? !gaveUpIfItWaits()
                : !waiter.giveUp() && waiter.take().first() == 42;
    }

    private boolean gaveUpIfItWaits() {
        if (twinServed) {
            return false;
        }
        Pause.some();
        twinGaveUp = true;
        return true;
    }

    @Arbiter
    public void later(L_Result r) {
        r.r1 = server == caller ? (server ? "both" : "none") : server ? "server" : "caller";
    }
}
