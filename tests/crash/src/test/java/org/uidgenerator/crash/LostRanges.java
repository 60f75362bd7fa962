package org.uidgenerator.crash;

import java.io.IOException;
import java.time.Duration;
import org.uidgenerator.testing.ServerProcess;

/** A Redis that loses ranges which it has acknowledged, and processes that do not rest before they hand them out. */
final class LostRanges {
    private static final CrashStore STORE = CrashStore.REDIS_EVERYSEC;

    private LostRanges() {}

    /** Returns the numbers that a second process is given again. */
    static Duplicates duplicates() throws IOException {
        try (ServerProcess server = STORE.newServer()) {
            server.start();
            String address = STORE.newAddress(server);
            try (Fleet fleet = new Fleet(CrashRun.newFolder("lost-ranges"), STORE, address, false, 2)) {
                StartedProcess before = fleet.startAs(0);
                fleet.awaitCounting(before);
                STORE.crash(server, Duration.ofSeconds(2));
                before.kill();
                server.start();
                StartedProcess after = fleet.startAs(1);
                fleet.awaitCounting(after);
                after.end();
                return fleet.numbersIssuedTwice();
            }
        }
    }
}
