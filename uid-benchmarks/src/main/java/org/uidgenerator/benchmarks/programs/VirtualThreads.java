package org.uidgenerator.benchmarks.programs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.generator.CachedUidGenerator;
import org.uidgenerator.worker.WorkerLease;

/**
 * The result of a crowd of virtual threads, all alive at the same time, each taking UIDs from one generator of default
 * settings.
 *
 * @param jdk the version of the JDK
 * @param handout what they got
 * @param seconds how long that took
 * @param pinned how often a virtual thread held on to its carrier, as the flight recorder saw it
 * @param heapBytes how much more heap was in use afterwards, the kept UIDs not counted
 */
public record VirtualThreads(String jdk, int threads, Handout handout, double seconds, long pinned, long heapBytes) {
    private static final String PINNED = "jdk.VirtualThreadPinned";

    /** Takes the numbers of threads and of UIDs per thread. Needs JDK 21 or later. */
    public static void main(String[] args) throws ReflectiveOperationException, InterruptedException, IOException {
        int threads = Integer.parseInt(args[0]);
        long[][] uids = new long[threads][Integer.parseInt(args[1])];
        try (CachedUidGenerator generator = CachedUidGenerator.builder(layout -> WorkerLease.neverReused(1))
                        .build();
                Recording recording = new Recording()) {
            recording.enable(PINNED).withThreshold(Duration.ZERO).withStackTrace();
            takeAll(generator, new long[64][1024]); // loading a class pins, so this loads them before
            recording.start();
            long heapBefore = Heap.used();
            double seconds = takeAll(generator, uids);
            long heapBytes = Heap.used() - heapBefore;
            recording.stop();

            ChildJvm.report(new VirtualThreads(
                    System.getProperty("java.version"),
                    threads,
                    Handout.of(generator.layout(), uids),
                    seconds,
                    pinned(recording),
                    heapBytes));
        }
    }

    private static double takeAll(UidGenerator generator, long[][] uids)
            throws ReflectiveOperationException, InterruptedException {
        CountDownLatch ready = new CountDownLatch(uids.length);
        CountDownLatch start = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(uids.length);
        // By reflection, because the JDK that compiles this has no virtual threads.
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

    @SuppressWarnings("ThreadPriorityCheck") // hands the carrier over now and then, as I/O would
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
