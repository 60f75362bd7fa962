package org.uidgenerator.crash;

import java.io.IOException;
import java.time.Duration;
import org.uidgenerator.StoreIdentityRecord;
import org.uidgenerator.test.internal.Patience;
import org.uidgenerator.testing.Forwarder;
import org.uidgenerator.testing.ServerProcess;

/**
 * An address that leads to another, empty store while processes issue UIDs, and another process is started there. When
 * the address leads back, all go on.
 */
final class OtherStore {
    private static final Duration THERE = Duration.ofSeconds(5);

    /**
     * So long that holders have ticks left for as long as the address leads elsewhere, and the other process starts.
     */
    private static final Duration RESERVATION = Duration.ofSeconds(30);

    private static final int WORKER_IDS = 4;

    private final CrashStore store;
    private final boolean told;

    private OtherStore(CrashStore store, boolean told) {
        this.store = store;
        this.told = told;
    }

    /**
     * Returns the duplicates among the UIDs of all.
     *
     * @param told whether the process that is started while the address leads to the other store knows which store
     *     identity to expect
     */
    static Duplicates duplicates(CrashStore store, boolean told) throws IOException {
        return new OtherStore(store, told).run();
    }

    private Duplicates run() throws IOException {
        try (ServerProcess first = store.newServer();
                ServerProcess second = store.newServer()) {
            first.start();
            second.start();
            String there = store.newAddress(first);
            String elsewhere = store.newAddress(second);
            try (Forwarder forwarder = new Forwarder(first.port());
                    Fleet fleet = new Fleet(
                            CrashRun.newFolder("other-" + store + "-" + told),
                            store,
                            there.replace(":" + first.port(), ":" + forwarder.port()),
                            true,
                            WORKER_IDS)) {
                StartedProcess holder = fleet.startReserving(RESERVATION, LeaseSettings.ANY_IDENTITY);
                fleet.awaitIssuing(holder);
                String identity = identityOf(there);

                forwarder.leadTo(second.port());
                StartedProcess late = fleet.startReserving(RESERVATION, told ? identity : LeaseSettings.ANY_IDENTITY);
                boolean startsThere = late.issues(0, told ? THERE : Patience.LONGEST);
                Until.passed(THERE);
                if (told == startsThere || told != isEmpty(elsewhere)) {
                    throw new AssertionError("told=" + told + ", issues=" + startsThere + ":\n" + late.log());
                }

                forwarder.leadTo(first.port());
                requireToGoOn(holder);
                if (told) {
                    requireToGoOn(late);
                }
                fleet.alive().forEach(StartedProcess::end);
                return Duplicates.among(fleet.issued(), run -> run.describe(StoreIdentity.LAYOUT));
            }
        }
    }

    private static void requireToGoOn(StartedProcess process) {
        if (!process.issues(process.tickOfNow(), Patience.LONGEST)) {
            throw new AssertionError(process.holder() + " is stuck:\n" + process.log());
        }
    }

    private String identityOf(String address) {
        try (StoreClient client = store.connect(address)) {
            return client.leases()
                    .identityRecord()
                    .flatMap(StoreIdentityRecord::find)
                    .orElseThrow()
                    .toString();
        }
    }

    private boolean isEmpty(String address) {
        try (StoreClient client = store.connect(address)) {
            return client.leases().list(0, Long.MAX_VALUE).isEmpty();
        }
    }
}
