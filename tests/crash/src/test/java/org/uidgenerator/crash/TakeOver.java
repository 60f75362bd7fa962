package org.uidgenerator.crash;

import java.io.IOException;
import java.time.Duration;
import java.util.OptionalLong;
import org.uidgenerator.test.internal.Patience;
import org.uidgenerator.testing.ServerProcess;

/** The central case alone: a holder sleeps, another process takes its worker id, and both issue UIDs. */
final class TakeOver {
    private TakeOver() {}

    /** Returns the duplicates among the UIDs of the two. */
    static Duplicates duplicates(CrashStore store, boolean fenced) throws IOException {
        try (ServerProcess server = store.newServer()) {
            server.start();
            String address = store.newAddress(server);
            try (LeaseView leases = new LeaseView(store.connect(address));
                    Fleet fleet = new Fleet(CrashRun.newFolder("take-over-" + fenced), store, address, fenced, 1)) {
                StartedProcess sleeper = fleet.startAs(0);
                fleet.awaitIssuing(sleeper);
                OptionalLong workerId = leases.freeze(sleeper, Patience.LONGEST);
                require(Until.holds(Patience.LONGEST, () -> leases.isOverdue(workerId.getAsLong())), "free again");
                StartedProcess taker = fleet.startAs(0);
                fleet.awaitIssuing(taker);
                require(leases.hasLeft(workerId.getAsLong(), sleeper.holder()), "taken over");
                sleeper.thaw();
                Until.passed(Duration.ofSeconds(3));
                sleeper.end();
                taker.end();
                return Duplicates.among(fleet.issued(), run -> run.describe(StoreIdentity.LAYOUT));
            }
        }
    }

    private static void require(boolean condition, String what) {
        if (!condition) {
            throw new AssertionError("the worker id is not " + what);
        }
    }
}
