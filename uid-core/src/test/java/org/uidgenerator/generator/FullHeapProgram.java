package org.uidgenerator.generator;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.uidgenerator.ManagedUidGenerator;
import org.uidgenerator.UidLayout;
import org.uidgenerator.UidSource;
import org.uidgenerator.contract.InMemoryLeaseStore;
import org.uidgenerator.contract.InMemorySegmentStore;
import org.uidgenerator.segment.SegmentIdGenerator;
import org.uidgenerator.segment.SegmentTag;
import org.uidgenerator.test.internal.Patience;
import org.uidgenerator.worker.WorkerLease;
import org.uidgenerator.worker.lease.LeasedWorkerIds;

/** Fills the heap while generators run, lets it go, and says whether they recover. For a JVM with a small heap. */
final class FullHeapProgram {
    private static final UidLayout LAYOUT = UidLayout.builder()
            .timeBits(45)
            .workerBits(8)
            .seqBits(10)
            .tick(Duration.ofMillis(1))
            .build();
    private static final long NANOS_OF_FULL_HEAP = Duration.ofMillis(1_500).toNanos();

    private FullHeapProgram() {}

    public static void main(String[] args) throws InterruptedException {
        ManagedUidGenerator cached = CachedUidGenerator.builder(layout -> WorkerLease.neverReused(1))
                .layout(LAYOUT)
                .maxStaleness(Duration.ofMillis(200))
                .build();
        ManagedUidGenerator standard = DefaultUidGenerator.builder(layout -> WorkerLease.neverReused(2))
                .layout(LAYOUT)
                .build();
        LeasedWorkerIds workerIds = LeasedWorkerIds.builder(new InMemoryLeaseStore("heap", InstantSource.system()))
                .reservation(Duration.ofSeconds(1)) // so that ticks are reserved all the time
                .leaseFile(Path.of(System.getProperty("folder"), "uid.lease"))
                .build();
        ManagedUidGenerator leased = CachedUidGenerator.builder(workerIds)
                .layout(LAYOUT)
                .maxStaleness(Duration.ofMillis(200))
                .build();
        InMemorySegmentStore store = new InMemorySegmentStore();
        store.setHighest("orders", 0);
        SegmentIdGenerator segments = SegmentIdGenerator.builder(store)
                .minStep(10_000)
                .maxStep(10_000)
                .build();
        SegmentTag tag = segments.tag("orders");
        contendForALock();
        awaitRenewal(leased);
        List<UidSource> all = List.of(cached, standard, leased, tag);
        long[] uids = new long[50_000]; // the tag is busy
        all.forEach(source -> source.getUIDs(uids));

        int failures = fillTheHeap(all);

        System.out.println("failures " + (failures > 0));
        System.out.println("cached " + recovers(cached));
        System.out.println("standard " + recovers(standard));
        System.out.println("leased " + recovers(leased));
        System.out.println("tag " + recovers(tag));
        cached.close();
        standard.close();
        leased.close();
        workerIds.close();
        segments.close();
    }

    /**
     * As in any application before: the JDK loads a class for it, which is lost for good if the heap is full just then.
     */
    private static void contendForALock() throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        Thread other = new Thread(() -> {
            lock.lock();
            try {
                Thread.onSpinWait();
            } finally {
                lock.unlock();
            }
        });
        lock.lock();
        try {
            other.start();
            Patience.spinUntil(lock::hasQueuedThreads);
        } finally {
            lock.unlock();
        }
        other.join();
    }

    /**
     * The JVM links the lambdas of a renewal at the first one, and those for which it has no memory then never again.
     */
    private static void awaitRenewal(ManagedUidGenerator leased) {
        Instant before = leased.status().reservedUntil();
        Patience.spinUntil(() -> leased.status().reservedUntil().isAfter(before));
    }

    /** Also makes the padder and whatever it logs fail, as their memory is gone as well. */
    private static int fillTheHeap(List<UidSource> sources) {
        List<long[]> hog = new ArrayList<>();
        int failures = 0;
        long start = System.nanoTime();
        long[] uids = new long[2_000]; // more than a tick has
        while (failures == 0 || System.nanoTime() - start < NANOS_OF_FULL_HEAP) {
            try {
                for (int size = 1 << 18; size > 0; size /= 2) {
                    fill(hog, size);
                }
                for (UidSource source : sources) {
                    source.getUIDs(uids);
                }
            } catch (Throwable e) { // what callers get is their own affair
                failures++;
            }
        }
        hog.clear();
        return failures;
    }

    private static void fill(List<long[]> hog, int size) {
        try {
            while (true) {
                hog.add(new long[size]);
            }
        } catch (OutOfMemoryError full) {
            return;
        }
    }

    private static boolean recovers(ManagedUidGenerator generator) {
        long deadline = System.nanoTime() + Patience.LONGEST.toNanos();
        while (System.nanoTime() < deadline) {
            try {
                long[] uids = new long[50_000];
                generator.getUIDs(uids);
                long behind = System.currentTimeMillis()
                        - LAYOUT.decode(generator.getUID()).time().toEpochMilli();
                if (behind < 1_000 && generator.status().failure() == null) {
                    return true;
                }
            } catch (RuntimeException notYet) {
                Thread.onSpinWait();
            }
        }
        return false;
    }

    /** Ranges of 10,000 numbers, each of which has to be asked for. */
    private static boolean recovers(SegmentTag tag) {
        long deadline = System.nanoTime() + Patience.LONGEST.toNanos();
        int taken = 0;
        while (taken < 100 && System.nanoTime() < deadline) {
            try {
                tag.getUIDs(new long[10_000]);
                taken++;
            } catch (RuntimeException notYet) {
                Thread.onSpinWait();
            }
        }
        return taken == 100 && tag.status().storeFailure() == null;
    }
}
