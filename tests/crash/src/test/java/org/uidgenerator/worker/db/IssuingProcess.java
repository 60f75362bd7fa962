package org.uidgenerator.worker.db;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.buffer.RejectedTakeBufferHandler;
import org.uidgenerator.contract.UnfencedLeaseStore;
import org.uidgenerator.generator.CachedUidGenerator;
import org.uidgenerator.worker.lease.LeasedWorkerIds;

/**
 * A process that takes UIDs as fast as it gets them, and writes them down, until it is ended. SIGTERM ends it in good order,
 * the end of its standard input, which is the end of the process that started it, at once.
 */
final class IssuingProcess {
    private static final int BATCH = 4096;
    private static final Duration PATIENCE_AT_START = Duration.ofSeconds(60);

    private final Path files;
    private final UidGenerator generator;
    private volatile boolean ending;

    private IssuingProcess(Path files, UidGenerator generator) {
        this.files = files;
        this.generator = generator;
    }

    /**
     * Starts to issue.
     *
     * @param args URL, holder, offset of the clock, whether fenced, path of the files without their ending, first and last
     *     worker id that it may take
     */
    public static void main(String[] args) throws IOException {
        startThread("watch-parent", IssuingProcess::endWithParent);
        InstantSource clock = InstantSource.offset(InstantSource.system(), Duration.parse(args[2]));
        LeasedWorkerIdAssigner.Builder leases = LeasedWorkerIdAssigner.builder(new DriverManagerDataSource(args[0]))
                .holder(args[1])
                .clock(clock)
                .tableCreation(TableCreation.ALWAYS)
                .reservation(IdSpace.RESERVATION)
                .maxBorrow(IdSpace.MAX_BORROW)
                .maxClockSkew(Duration.ofDays(1)) // or those with shifted clocks would not start
                .workerIds(Long.parseLong(args[5]), Long.parseLong(args[6]))
                .storeTimeout(Duration.ofMillis(500));
        LeasedWorkerIds assigner = Boolean.parseBoolean(args[3]) ? leases.build() : unfenced(leases);
        IssuingProcess process = new IssuingProcess(Path.of(args[4]), startGenerator(assigner, clock));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> process.end(assigner), "end"));
        startThread("take-batches", () -> process.issue("batches", process.generator::getUIDs));
        startThread(
                "take-singles",
                () -> process.issue("singles", uids -> Arrays.setAll(uids, i -> process.generator.getUID())));
    }

    private static LeasedWorkerIds unfenced(LeasedWorkerIdAssigner.Builder leases) {
        return new LeasedWorkerIds(new UnfencedLeaseStore(leases.store()), leases) {};
    }

    /** What was in the ring before a long pause is handed out after it. */
    private static UidGenerator startGenerator(LeasedWorkerIds assigner, InstantSource clock) {
        long start = System.nanoTime();
        while (true) {
            try {
                return CachedUidGenerator.builder(assigner)
                        .layout(IdSpace.LAYOUT)
                        .clock(clock)
                        .boostPower(2)
                        .maxBorrow(IdSpace.MAX_BORROW)
                        .maxStaleness(Duration.ofMinutes(10))
                        .rejectedTakeBufferHandler(RejectedTakeBufferHandler.waitFor(Duration.ofMillis(300)))
                        .build();
            } catch (UidGenerateException e) {
                System.out.println("not started yet: " + e.getMessage());
                if (System.nanoTime() - start > PATIENCE_AT_START.toNanos()) {
                    throw e;
                }
                Until.passed(Duration.ofMillis(50));
            }
        }
    }

    private interface Take {
        void fill(long[] uids);
    }

    private void issue(String name, Take take) {
        long[] uids = new long[BATCH];
        try (IssuedFile file = new IssuedFile(Path.of(files + "-" + name), BATCH)) {
            while (!ending) {
                try {
                    take.fill(uids);
                } catch (UidGenerateException e) { // those taken for this batch until now are lost
                    System.out.println(name + ": " + e.getMessage());
                    continue;
                }
                file.append(uids);
            }
        } catch (Throwable e) {
            e.printStackTrace();
            Runtime.getRuntime().halt(3);
        }
    }

    private void end(LeasedWorkerIds assigner) {
        System.out.println("ending");
        ending = true;
        generator.close();
        assigner.close();
        System.out.println("ended");
    }

    private static void endWithParent() {
        try {
            while (System.in.read() >= 0) {}
        } catch (IOException e) {
            // As good as its end.
        }
        Runtime.getRuntime().halt(2);
    }

    private static void startThread(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(name.startsWith("watch"));
        thread.start();
    }
}
