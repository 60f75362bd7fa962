package org.uidgenerator.benchmarks.programs;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.UidLayout;
import org.uidgenerator.generator.CachedUidGenerator;
import org.uidgenerator.worker.WorkerLease;

/**
 * The UIDs that short-lived platform threads got from one generator: some at the same time, then as many others, and so
 * on. They want more UIDs than the layout has in that time, so the UIDs are of ticks to come, and none goes stale on a
 * slow machine.
 *
 * @param threads how many threads there were, all together
 * @param alive how many of them were alive at the same time
 * @param handout what they got
 * @param blockUids how many UIDs a block of the generator has
 * @param seconds how long that took
 * @param heapBytes how much more heap was in use afterwards, the kept UIDs not counted
 */
public record ShortLivedThreads(
        int threads, int alive, Handout handout, long blockUids, double seconds, long heapBytes) {
    private static final UidLayout LAYOUT = UidLayout.of(31, 19, 13);
    private static final int BOOST_POWER = 3;
    private static final int WARM_UP_ROUNDS = 100;

    /**
     * Takes how many threads, how many at the same time, by which the former is divisible, and how many UIDs each
     * takes.
     */
    public static void main(String[] args) throws InterruptedException {
        int threads = Integer.parseInt(args[0]);
        int alive = Integer.parseInt(args[1]);
        long[][] uids = new long[threads][Integer.parseInt(args[2])];
        try (CachedUidGenerator generator = CachedUidGenerator.builder(layout -> WorkerLease.neverReused(1))
                .layout(LAYOUT)
                .boostPower(BOOST_POWER)
                .build()) {
            takeAll(generator, alive, new long[WARM_UP_ROUNDS * alive][uids[0].length]);
            long heapBefore = Heap.used();
            long startNanos = System.nanoTime();
            takeAll(generator, alive, uids);
            double seconds = (System.nanoTime() - startNanos) / 1e9;
            long heapBytes = Heap.used() - heapBefore;

            long ringUids = 1L << LAYOUT.seqBits() << BOOST_POWER;
            ChildJvm.report(new ShortLivedThreads(
                    threads,
                    alive,
                    Handout.of(LAYOUT, uids),
                    ringUids / generator.status().capacity(),
                    seconds,
                    heapBytes));
        }
    }

    private static void takeAll(UidGenerator generator, int alive, long[][] uids) throws InterruptedException {
        for (int from = 0; from < uids.length; from += alive) {
            CountDownLatch allAlive = new CountDownLatch(alive);
            List<Thread> threads = new ArrayList<>();
            for (int i = from; i < from + alive; i++) {
                long[] uidsOfOne = uids[i];
                Thread thread = new Thread(() -> take(generator, uidsOfOne, allAlive), "short-lived");
                thread.start();
                threads.add(thread);
            }
            for (Thread thread : threads) {
                thread.join();
            }
        }
    }

    private static void take(UidGenerator generator, long[] uids, CountDownLatch allAlive) {
        allAlive.countDown();
        try {
            allAlive.await();
        } catch (InterruptedException e) {
            return;
        }
        for (int i = 0; i < uids.length; i++) {
            uids[i] = generator.getUID();
        }
    }
}
