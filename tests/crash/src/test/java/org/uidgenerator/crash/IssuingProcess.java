package org.uidgenerator.crash;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.UidLayout;
import org.uidgenerator.buffer.RejectedTakeBufferHandler;
import org.uidgenerator.generator.CachedUidGenerator;
import org.uidgenerator.segment.SegmentIdGenerator;
import org.uidgenerator.segment.SegmentStore;
import org.uidgenerator.segment.SegmentTag;
import org.uidgenerator.text.BusinessNumbers;
import org.uidgenerator.text.CounterFormat;
import org.uidgenerator.worker.lease.LeasedWorkerIds;

/**
 * A process that takes UIDs, numbers of some tags and, under a light load, business numbers of each minute, and records
 * them. SIGTERM ends it in good order. It ends at once when its standard input ends, that is, when the process that
 * started it ends. A duration on its standard input sets its clock forward or back. It prints what a
 * {@link StartedProcess} reads: a {@link Pause} in which a thread got nothing, and a {@link Sample} now and then.
 */
final class IssuingProcess {
    static final String BATCHES = "batches";
    static final String SINGLES = "singles";

    /** The name of the business numbers. */
    static final String INVOICES = "invoices";

    /** Each number with its minute is a {@code long} of its own. */
    private static final CounterFormat PER_MINUTE = CounterFormat.of("{yyMMddHHmm}{counter:8}");

    private static final int BATCH_OF_INVOICES = 8;
    private static final Duration PATIENCE_AT_START = Duration.ofMinutes(10);
    private static final Duration LONGEST_WAIT = Duration.ofMillis(300);

    private final Path files;
    private final LeaseSettings settings;
    private final List<AutoCloseable> open = new CopyOnWriteArrayList<>();
    private volatile Duration clockOffset;
    private volatile boolean ending;

    private IssuingProcess(Path files, LeaseSettings settings) {
        this.files = files;
        this.settings = settings;
        clockOffset = settings.clockOffset();
    }

    /**
     * Starts to issue.
     *
     * @param args kind of store, its address, path of the files without their ending, and {@link LeaseSettings}
     */
    public static void main(String[] args) throws IOException {
        LeaseSettings settings = LeaseSettings.ofArguments(List.of(args).subList(3, args.length));
        new IssuingProcess(Path.of(args[2]), settings).start(CrashStore.valueOf(args[0]), args[1]);
    }

    private void start(CrashStore store, String address) {
        startThread("watch-parent", this::obeyParent);
        StoreClient client = store.connect(address, settings.load().timeout());
        UidGenerator generator = start(client);
        open.add(0, generator);
        Runtime.getRuntime().addShutdownHook(new Thread(this::end, "end"));
        int batch = settings.load().batch();
        startTaking(BATCHES, batch, generator::getUIDs);
        startTaking(SINGLES, batch, uids -> Arrays.setAll(uids, i -> generator.getUID()));
        client.counters(settings.fenced()).ifPresent(counters -> count(store, counters));
        if (!settings.sampling().isZero()) {
            startThread("watch-memory", this::printSamples);
        }
    }

    /** The name of the file with the numbers of a tag that were taken in one of two ways. */
    static String name(String tag, String kind) {
        return tag + "-" + kind;
    }

    private void count(CrashStore store, SegmentStore counters) {
        Load load = settings.load();
        long step = load.step(store, settings.fenced());
        SegmentIdGenerator numbers = SegmentIdGenerator.builder(counters)
                .minStep(step)
                .maxStep(Math.max(step, load.longestStep()))
                .maxWait(LONGEST_WAIT)
                .build();
        open.add(0, numbers);
        for (String tag : store.tags()) {
            startTaking(name(tag, BATCHES), load.batch(), uids -> {
                Until.passed(load.pause());
                numbers.tag(tag).getUIDs(uids);
            });
            startTaking(name(tag, SINGLES), load.batch(), uids -> {
                Until.passed(load.pause());
                SegmentTag taken = numbers.tag(tag);
                Arrays.setAll(uids, i -> taken.getUID());
            });
        }
        if (load == Load.LIGHT) {
            BusinessNumbers invoices = new BusinessNumbers(INVOICES, PER_MINUTE, ZoneOffset.UTC, numbers);
            startTaking(INVOICES, BATCH_OF_INVOICES, uids -> {
                Until.passed(load.pause());
                Arrays.setAll(uids, i -> Long.parseLong(invoices.next(now())));
            });
        }
    }

    private Instant now() {
        return Instant.now().plus(clockOffset);
    }

    /** Makes the process hand out after a long pause what was in the ring before it, if it has worker ids. */
    private UidGenerator start(StoreClient client) {
        UidLayout layout = settings.load().layout();
        if (client instanceof ServiceClient service) {
            return started(() -> service.generator(layout, LONGEST_WAIT, Optional.empty()));
        }
        LeasedWorkerIds assigner = settings.on(client.leases());
        open.add(assigner);
        return started(() -> CachedUidGenerator.builder(assigner)
                .layout(layout)
                .clock(this::now)
                .boostPower(2)
                .maxBorrow(StoreIdentity.MAX_BORROW)
                .maxWorkerIds(Math.min(StoreIdentity.MAX_WORKER_IDS, assigner.mostWorkerIds()))
                .maxStaleness(Duration.ofMinutes(10))
                .rejectedTakeBufferHandler(RejectedTakeBufferHandler.waitFor(LONGEST_WAIT))
                .build());
    }

    private static UidGenerator started(Supplier<UidGenerator> start) {
        long begun = System.nanoTime();
        while (true) {
            try {
                return start.get();
            } catch (UidGenerateException e) {
                System.out.println("not started yet: " + e.getMessage());
                if (System.nanoTime() - begun > PATIENCE_AT_START.toNanos()) {
                    throw e;
                }
                Until.passed(Duration.ofMillis(50));
            }
        }
    }

    private void startTaking(String name, int batch, Take take) {
        startThread("take-" + name, () -> issue(name, batch, take));
    }

    private interface Take {
        void fill(long[] uids);
    }

    private void issue(String name, int batch, Take take) {
        long[] uids = new long[batch];
        try (IssuedFile file = new IssuedFile(Path.of(files + "-" + name), batch)) {
            long latest = System.currentTimeMillis();
            while (!ending) {
                try {
                    take.fill(uids);
                } catch (UidGenerateException e) { // those taken for this batch until now are lost
                    System.out.println(name + ": " + e.getMessage());
                    continue;
                }
                file.append(uids);
                long now = System.currentTimeMillis();
                if (now - latest >= Pause.LEAST_MILLIS) {
                    System.out.println(new Pause(name, latest, now));
                }
                latest = now;
            }
        } catch (Throwable e) {
            e.printStackTrace();
            Runtime.getRuntime().halt(3);
        }
    }

    private void end() {
        System.out.println("ending");
        ending = true;
        for (AutoCloseable source : open) {
            try {
                source.close();
            } catch (Exception e) { // none is documented
                e.printStackTrace();
                Runtime.getRuntime().halt(3);
            }
        }
        System.out.println("ended");
    }

    private void obeyParent() {
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                clockOffset = clockOffset.plus(Duration.parse(line));
            }
        } catch (IOException e) {
            // As good as its end.
        }
        Runtime.getRuntime().halt(2);
    }

    private void printSamples() {
        while (!ending) {
            System.out.println(Sample.now());
            Until.passed(settings.sampling());
        }
    }

    private static void startThread(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(name.startsWith("watch"));
        thread.start();
    }
}
