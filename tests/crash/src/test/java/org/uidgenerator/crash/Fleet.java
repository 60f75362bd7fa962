package org.uidgenerator.crash;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** All processes of a run, including those that have ended. Kills the rest when it is closed, or when this JVM ends. */
final class Fleet implements AutoCloseable {
    private static final Duration PATIENCE_WITH_START = Duration.ofMinutes(10);

    /**
     * How many worker ids processes with a slow clock have, and how many those with a fast one: a shared worker id
     * would be useless to the slow ones for hours.
     */
    private static final int WORKER_IDS_OF_SHIFTED = 64;

    private final Path folder;
    private final CrashStore store;
    private final String address;
    private final boolean fenced;
    private final int workerIds;
    private final Load load;
    private final Duration sampling;
    private final List<StartedProcess> processes = new ArrayList<>();
    private int mostAlive;

    /**
     * Makes a fleet without processes.
     *
     * @param folder where the processes write
     * @param store the kind of store
     * @param address where it is, with short time-outs
     * @param fenced whether the fence is in place
     * @param workerIds how many worker ids there are: when all are taken, those of killed processes are used again
     */
    Fleet(Path folder, CrashStore store, String address, boolean fenced, int workerIds) {
        this(folder, store, address, fenced, workerIds, Load.FULL, Duration.ZERO);
    }

    /**
     * Makes a fleet without processes.
     *
     * @param load how fast the processes issue
     * @param sampling how often they print how much memory and how many threads they have, zero for never
     */
    Fleet(Path folder, CrashStore store, String address, boolean fenced, int workerIds, Load load, Duration sampling) {
        this.folder = folder;
        this.store = store;
        this.address = address;
        this.fenced = fenced;
        this.workerIds = workerIds;
        this.load = load;
        this.sampling = sampling;
        Runtime.getRuntime().addShutdownHook(new Thread(this::close));
    }

    /** Starts one more process. Those whose clocks are behind, right or ahead have a range of worker ids each. */
    StartedProcess start(Duration clockOffset) {
        if (clockOffset.isZero()) {
            return start(clockOffset, 0, workerIds - 1, LeaseSettings.NO_FILE);
        }
        int first = workerIds + (clockOffset.isNegative() ? 0 : WORKER_IDS_OF_SHIFTED);
        return start(clockOffset, first, first + WORKER_IDS_OF_SHIFTED - 1, LeaseSettings.NO_FILE);
    }

    /** Starts one more process, that continues from the lease file of a name if the store does not answer. */
    StartedProcess startWithFile(String name) {
        return start(
                Duration.ZERO,
                0,
                workerIds - 1,
                folder.resolve(name + ".lease").toAbsolutePath().toString());
    }

    /** Returns whether a worker id is of the range of processes whose clock is right. */
    boolean isForRightClocks(long workerId) {
        return workerId < workerIds;
    }

    /** Starts one more process, that takes a certain worker id. */
    StartedProcess startAs(long workerId) {
        return start(Duration.ZERO, workerId, workerId, LeaseSettings.NO_FILE);
    }

    /** Starts one more process, with a reservation and an expectation of its own. */
    StartedProcess startReserving(Duration reservation, String identity) {
        return start(number -> new LeaseSettings(
                holder(number),
                Duration.ZERO,
                reservation,
                fenced,
                0,
                workerIds - 1,
                identity,
                LeaseSettings.NO_FILE,
                load,
                sampling));
    }

    /** Starts one more process, that is a client of an id service on the store. */
    StartedProcess startClient(String service) {
        return start(
                CrashStore.ID_SERVICE,
                service,
                number -> settings(number, Duration.ZERO, 0, workerIds - 1, LeaseSettings.NO_FILE));
    }

    private StartedProcess start(Duration clockOffset, long firstWorkerId, long lastWorkerId, String leaseFile) {
        return start(number -> settings(number, clockOffset, firstWorkerId, lastWorkerId, leaseFile));
    }

    private LeaseSettings settings(
            int number, Duration clockOffset, long firstWorkerId, long lastWorkerId, String leaseFile) {
        return new LeaseSettings(
                holder(number),
                clockOffset,
                load.reservation(store),
                fenced,
                firstWorkerId,
                lastWorkerId,
                LeaseSettings.ANY_IDENTITY,
                leaseFile,
                load,
                sampling);
    }

    private static String holder(int number) {
        return "process-" + number;
    }

    private StartedProcess start(IntFunction<LeaseSettings> made) {
        return start(store, address, made);
    }

    private synchronized StartedProcess start(CrashStore store, String address, IntFunction<LeaseSettings> made) {
        int number = processes.size() + 1;
        LeaseSettings settings = made.apply(number);
        StartedProcess process = StartedProcess.start(number, folder, store, address, settings);
        processes.add(process);
        mostAlive = Math.max(mostAlive, (int)
                processes.stream().filter(StartedProcess::isAlive).count());
        return process;
    }

    /** Waits until a process has issued its first UIDs. */
    void awaitIssuing(StartedProcess process) {
        if (!process.issues(0, PATIENCE_WITH_START)) {
            throw new AssertionError(process.holder() + " issues nothing:\n" + process.log());
        }
    }

    synchronized List<StartedProcess> processes() {
        return List.copyOf(processes);
    }

    List<StartedProcess> alive() {
        return processes().stream().filter(StartedProcess::isAlive).toList();
    }

    /** The most processes that were alive at the same time, frozen ones included. */
    synchronized int mostAlive() {
        return mostAlive;
    }

    /** Requires that no process has ended because of an exception. */
    void requireThatNoneHasFailed() {
        processes().stream().filter(StartedProcess::hasFailed).findFirst().ifPresent(process -> {
            throw new AssertionError(process.holder() + " has failed:\n" + process.log());
        });
    }

    /** Waits until a process has issued more numbers of each tag than before. */
    void awaitCounting(StartedProcess process) {
        for (String tag : store.tags()) {
            if (!process.counts(tag, PATIENCE_WITH_START)) {
                throw new AssertionError(
                        process.holder() + " issues no more numbers of " + tag + ":\n" + process.log());
            }
        }
    }

    List<Issued> issued() {
        return processes().stream()
                .flatMap(process -> process.issued().stream())
                .toList();
    }

    /** The numbers of a tag that were issued. */
    List<Issued> issued(String tag) {
        return processes().stream()
                .flatMap(process -> process.issued(tag).stream())
                .toList();
    }

    /** The business numbers that were issued. */
    List<Issued> invoices() {
        return processes().stream()
                .flatMap(process -> process.invoices().stream())
                .toList();
    }

    /** The numbers that were issued more than once. */
    Duplicates numbersIssuedTwice() {
        return store.tags().stream()
                .map(tag -> Duplicates.among(issued(tag), run -> run.describe(tag)))
                .reduce(Duplicates.among(invoices(), run -> run.describe(IssuingProcess.INVOICES)), Duplicates::plus);
    }

    Load load() {
        return load;
    }

    @Override
    public void close() {
        processes().forEach(StartedProcess::destroy);
    }
}
