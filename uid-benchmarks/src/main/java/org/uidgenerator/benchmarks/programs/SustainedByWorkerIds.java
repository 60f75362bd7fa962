package org.uidgenerator.benchmarks.programs;

import java.util.concurrent.TimeUnit;
import org.uidgenerator.benchmarks.contestants.Cached;

/**
 * The sustained rate of a generator of the default layout that has nothing left to borrow and takes as many worker ids
 * as it may hold.
 *
 * @param workerIds how many it held
 * @param secondsToTakeThem how long it took from the first call until it held them
 * @param seconds for how long it was watched then
 * @param ids how many ids all threads together took
 */
public record SustainedByWorkerIds(int workerIds, double secondsToTakeThem, double seconds, long ids) {
    private static final int LOOK_MILLIS = 10;
    private static final int PATIENCE_SECONDS = 120;

    /** Takes the worker ids, the threads and the seconds. */
    public static void main(String[] args) throws InterruptedException {
        ChildJvm.report(of(Integer.parseInt(args[0]), Integer.parseInt(args[1]), Integer.parseInt(args[2])));
    }

    private static SustainedByWorkerIds of(int workerIds, int threads, int seconds) throws InterruptedException {
        try (Cached contestant = Cached.withWorkerIds(workerIds);
                Takers takers = Takers.start(contestant, threads)) {
            long startNanos = System.nanoTime();
            while (contestant.workerIds() < workerIds) {
                if (System.nanoTime() - startNanos > TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS)) {
                    throw new IllegalStateException("it holds " + contestant.workerIds() + " worker ids only");
                }
                TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
            }
            double secondsToTakeThem = (System.nanoTime() - startNanos) / 1e9;
            Takers.Taken taken = takers.watch(seconds);
            return new SustainedByWorkerIds(workerIds, secondsToTakeThem, taken.seconds(), taken.ids());
        }
    }

    /** Returns how many ids a second that is. */
    public long perSecond() {
        return Math.round(ids / seconds);
    }
}
