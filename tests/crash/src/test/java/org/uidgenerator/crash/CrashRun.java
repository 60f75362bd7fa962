package org.uidgenerator.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.testing.IdServer;
import org.uidgenerator.testing.RealServer;
import org.uidgenerator.testing.ServerProcess;

/** Makes faults happen to one store and the processes that use it, and reports the result. */
final class CrashRun {

    /** Twice as many as the processes may hold, because additional ones come from the lower half. */
    private static final int WORKER_IDS_OF_A_PROCESS = 2 * StoreIdentity.MAX_WORKER_IDS;

    /**
     * For processes that take over from a frozen one, and for rows that rest after a crash or that are ahead of time.
     */
    private static final int SPARE_WORKER_IDS = 5;

    /** Those of the id service. */
    private static final int CLIENTS = 2;

    private static final Duration PATIENCE_WITH_RETURN = Duration.ofMinutes(10);

    private final CrashStore store;
    private final CrashSettings settings;
    private final Events events;
    private volatile boolean failed;

    CrashRun(CrashStore store, CrashSettings settings) {
        this.store = store;
        this.settings = settings;
        events = new Events(store.name());
    }

    /** Makes a report of the processes and the faults at the end. */
    interface Reporting<R> {
        R report(Fleet fleet, Events events);
    }

    <R> R run(Reporting<R> reporting) throws IOException {
        Path folder = newFolder(store + "-" + settings.seed());
        try (ServerProcess server = store.newServer()) {
            server.start();
            String address = store.newAddress(server);
            try (LeaseView leases = new LeaseView(store.connect(address));
                    Fleet fleet = new Fleet(
                            folder,
                            store,
                            address,
                            settings.fenced(),
                            workerIds(),
                            settings.load(),
                            settings.sampling());
                    IdServer service = startService(address)) {
                long seed = settings.seed() + store.name().hashCode();
                List<Track> tracks = List.of(
                        new FreezeTrack(fleet, leases, events, settings),
                        new ProcessTrack(fleet, events, settings, seed),
                        new StoreTrack(store, server, events, settings, ~seed));
                for (int i = 0; service != null && i < CLIENTS; i++) {
                    fleet.startClient(service.url());
                }
                fleet.processes().forEach(fleet::awaitIssuing);
                events.say("seed " + settings.seed() + ", " + settings.processes() + " processes issue");
                follow(tracks);
                requireThatAllGoOn(fleet);
                fleet.alive().forEach(StartedProcess::end);
                return reporting.report(fleet, events);
            }
        }
    }

    /** Returns an id service on the store, or null if the run has none. */
    private @Nullable IdServer startService(String address) {
        if (store != CrashStore.POSTGRESQL
                || settings.load() == Load.FULL
                || !settings.fenced()
                || !IdServer.isPackaged()) {
            return null;
        }
        IdServer service = CrashStore.newIdServer(
                settings.load().layout(),
                settings.load().reservation(store),
                "--spring.datasource.url=" + address,
                "--spring.datasource.hikari.connection-timeout=" + RealServer.TIMEOUT.toMillis(),
                "--uid.worker.jdbc.table-creation=always",
                "--uid.segments.jdbc.table-creation=always",
                "--uid.max-worker-ids=" + StoreIdentity.MAX_WORKER_IDS);
        service.start();
        return service;
    }

    private int workerIds() {
        return settings.processes() * WORKER_IDS_OF_A_PROCESS + SPARE_WORKER_IDS;
    }

    static Path newFolder(String name) throws IOException {
        return Files.createTempDirectory(Files.createDirectories(Path.of("target", "crash")), name + "-");
    }

    private void follow(List<Track> tracks) {
        long start = System.nanoTime();
        ExecutorService threads = Executors.newFixedThreadPool(tracks.size());
        try {
            CompletableFuture.allOf(tracks.stream()
                            .map(track -> CompletableFuture.runAsync(() -> follow(track, start), threads))
                            .toArray(CompletableFuture[]::new))
                    .join();
        } finally {
            threads.shutdown();
        }
    }

    /** Ends early when another track has failed; the failure is reported once all have ended. */
    private void follow(Track track, long start) {
        try {
            while (!failed && isToGoOn(track, start)) {
                track.next();
            }
        } catch (Throwable e) {
            failed = true;
            events.say("failed: " + e);
            throw e;
        }
    }

    private boolean isToGoOn(Track track, long start) {
        return !track.isComplete()
                || System.nanoTime() - start < settings.time().toNanos();
    }

    /** The store is up and no process is frozen, so each generator and each counter must recover by itself. */
    private void requireThatAllGoOn(Fleet fleet) {
        events.say("faults are over");
        fleet.requireThatNoneHasFailed();
        for (StartedProcess process : fleet.alive()) {
            if (!process.issues(process.tickOfNow(), PATIENCE_WITH_RETURN)) {
                throw new AssertionError(process.holder() + " is stuck:\n" + process.log());
            }
            fleet.awaitCounting(process);
        }
    }
}
