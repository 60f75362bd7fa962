package org.uidgenerator.benchmarks.programs;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.LongStream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.uidgenerator.DecodedUid;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.UidLayout;
import org.uidgenerator.generator.CachedUidGenerator;
import org.uidgenerator.worker.WorkerLease;

/** A crowd of virtual threads, all alive at a time, each taking UIDs from one generator with default settings. */
public final class VirtualThreadsProgram {
    private static final String PINNED = "jdk.VirtualThreadPinned";

    private VirtualThreadsProgram() {}

    /** Takes how many threads, and how many UIDs each. Needs JDK 21 or later. */
    public static void main(String[] args) throws ReflectiveOperationException, InterruptedException, IOException {
        int threads = Integer.parseInt(args[0]);
        long[][] uids = new long[threads][Integer.parseInt(args[1])];
        try (CachedUidGenerator generator =
                        CachedUidGenerator.builder(layout -> WorkerLease.of(1)).build();
                Recording recording = new Recording()) {
            recording.enable(PINNED).withThreshold(Duration.ZERO).withStackTrace();
            warmUp(generator);
            recording.start();
            long heapBefore = usedHeap();
            double seconds = takeAll(generator, uids);
            long heapBytes = usedHeap() - heapBefore;
            recording.stop();

            long[] places = Arrays.stream(uids)
                    .flatMapToLong(Arrays::stream)
                    .map(uid -> place(generator.layout(), uid))
                    .sorted()
                    .toArray();
            long distinct = LongStream.of(places).distinct().count();
            ChildJvm.report(new VirtualThreadsRun(
                    System.getProperty("java.version"),
                    threads,
                    places.length,
                    places.length - distinct,
                    seconds,
                    places[places.length - 1] - places[0] + 1 - distinct,
                    pinned(recording),
                    heapBytes));
        }
    }

    /** Loading a class pins, so all of the generator's are loaded before. */
    private static void warmUp(UidGenerator generator) throws ReflectiveOperationException, InterruptedException {
        takeAll(generator, new long[64][1024]);
    }

    private static double takeAll(UidGenerator generator, long[][] uids)
            throws ReflectiveOperationException, InterruptedException {
        CountDownLatch ready = new CountDownLatch(uids.length);
        CountDownLatch start = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(uids.length);
        // By reflection: this is compiled for a JDK that has no virtual threads.
        ExecutorService executor = (ExecutorService)
                Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        try {
            for (long[] uidsOfOne : uids) {
                executor.execute(() -> take(generator, uidsOfOne, ready, start, done));
            }
            ready.await();
            long startNanos = System.nanoTime();
            start.countDown();
            done.await();
            return (System.nanoTime() - startNanos) / 1e9;
        } finally {
            executor.shutdown();
        }
    }

    @SuppressWarnings("ThreadPriorityCheck") // gives the carrier away in the middle, as I/O would
    private static void take(
            UidGenerator generator, long[] uids, CountDownLatch ready, CountDownLatch start, CountDownLatch done) {
        ready.countDown();
        try {
            start.await();
        } catch (InterruptedException e) {
            return;
        }
        for (int i = 0; i < uids.length; i++) {
            uids[i] = generator.getUID();
            if (i % 16 == 15) {
                Thread.yield();
            }
        }
        done.countDown();
    }

    /** Where a UID stands among all UIDs of its worker. */
    private static long place(UidLayout layout, long uid) {
        DecodedUid parts = layout.decode(uid);
        return (layout.tickOf(uid) << layout.seqBits()) + parts.sequence();
    }

    private static long usedHeap() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private static long pinned(Recording recording) throws IOException {
        Path file = Files.createTempFile("benchmark", ".jfr");
        try {
            recording.dump(file);
            List<RecordedEvent> events = RecordingFile.readAllEvents(file).stream()
                    .filter(event -> event.getEventType().getName().equals(PINNED))
                    .toList();
            events.forEach(System.err::println);
            return events.size();
        } finally {
            Files.delete(file);
        }
    }
}
