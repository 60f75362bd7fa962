package org.uidgenerator.crash;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.buffer.RejectedTakeBufferHandler;
import org.uidgenerator.generator.CachedUidGenerator;
import org.uidgenerator.segment.SegmentIdGenerator;
import org.uidgenerator.segment.SegmentStore;
import org.uidgenerator.segment.SegmentTag;
import org.uidgenerator.worker.lease.LeasedWorkerIds;

/**
 * A process that takes UIDs as fast as it can, and numbers of some tags, and records them. SIGTERM ends it in good
 * order. It ends at once when its standard input ends, that is, when the process that started it ends.
 */
final class IssuingProcess {
    static final String BATCHES = "batches";
    static final String SINGLES = "singles";

    /** Between the batches of a tag, whose rate nothing else limits. */
    private static final Duration PAUSE = Duration.ofMillis(20);

    private static final int BATCH = 4096;
    private static final Duration PATIENCE_AT_START = Duration.ofMinutes(3);
    private static final Duration LONGEST_WAIT = Duration.ofMillis(300);

    private final Path files;
    private final UidGenerator generator;
    private final List<SegmentIdGenerator> counting = new ArrayList<>();
    private volatile boolean ending;

    private IssuingProcess(Path files, UidGenerator generator) {
        this.files = files;
        this.generator = generator;
    }

    /**
     * Starts to issue.
     *
     * @param args kind of store, its address, path of the files without their ending, and {@link LeaseSettings}
     */
    public static void main(String[] args) throws IOException {
        startThread("watch-parent", IssuingProcess::endWithParent);
        LeaseSettings settings = LeaseSettings.ofArguments(List.of(args).subList(3, args.length));
        CrashStore store = CrashStore.valueOf(args[0]);
        StoreClient client = store.connect(args[1]);
        LeasedWorkerIds assigner = settings.on(client.leases());
        IssuingProcess process = new IssuingProcess(Path.of(args[2]), startGenerator(assigner, settings.clock()));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> process.end(assigner), "end"));
        process.startTaking(BATCHES, process.generator::getUIDs);
        process.startTaking(SINGLES, uids -> Arrays.setAll(uids, i -> process.generator.getUID()));
        client.counters(settings.fenced())
                .ifPresent(counters -> process.count(store.tags(), store.step(settings.fenced()), counters));
    }

    /** The name of the file with the numbers of a tag that were taken in one of two ways. */
    static String name(String tag, String kind) {
        return tag + "-" + kind;
    }

    private void count(List<String> tags, long step, SegmentStore counters) {
        SegmentIdGenerator numbers = SegmentIdGenerator.builder(counters)
                .minStep(step)
                .maxStep(Math.max(step, CrashStore.LONGEST_STEP))
                .maxWait(LONGEST_WAIT)
                .build();
        counting.add(numbers);
        for (String tag : tags) {
            startTaking(name(tag, BATCHES), uids -> {
                Until.passed(PAUSE);
                numbers.tag(tag).getUIDs(uids);
            });
            startTaking(name(tag, SINGLES), uids -> {
                Until.passed(PAUSE);
                SegmentTag taken = numbers.tag(tag);
                Arrays.setAll(uids, i -> taken.getUID());
            });
        }
    }

    /** Makes the process hand out after a long pause what was in the ring before it. */
    private static UidGenerator startGenerator(LeasedWorkerIds assigner, InstantSource clock) {
        long start = System.nanoTime();
        while (true) {
            try {
                return CachedUidGenerator.builder(assigner)
                        .layout(StoreIdentity.LAYOUT)
                        .clock(clock)
                        .boostPower(2)
                        .maxBorrow(StoreIdentity.MAX_BORROW)
                        .maxWorkerIds(StoreIdentity.MAX_WORKER_IDS)
                        .maxStaleness(Duration.ofMinutes(10))
                        .rejectedTakeBufferHandler(RejectedTakeBufferHandler.waitFor(LONGEST_WAIT))
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

    private void startTaking(String name, Take take) {
        startThread("take-" + name, () -> issue(name, take));
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
        counting.forEach(SegmentIdGenerator::close);
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
