package org.uidgenerator.benchmarks.programs;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.uidgenerator.benchmarks.contestants.Contestant;
import org.uidgenerator.benchmarks.contestants.Entrant;
import org.uidgenerator.benchmarks.contestants.PaddedCounter;

/**
 * What is left of a contestant's rate when threads call it without pause and it may borrow no more time.
 *
 * @param seconds for how long it was watched
 * @param ids how many ids all threads together took
 */
public record Sustained(Entrant contestant, double seconds, long ids) {
    private static final int WARM_UP_MILLIS = 1_500;

    /** Takes the contestant, the threads and the seconds. */
    public static void main(String[] args) throws InterruptedException {
        ChildJvm.report(of(Entrant.valueOf(args[0]), Integer.parseInt(args[1]), Integer.parseInt(args[2])));
    }

    private static Sustained of(Entrant entrant, int threads, int seconds) throws InterruptedException {
        AtomicBoolean stopped = new AtomicBoolean();
        List<Taker> takers = new ArrayList<>();
        try (Contestant contestant = entrant.startWithNothingToBorrow()) {
            for (int i = 0; i < threads; i++) {
                Taker taker = new Taker(contestant, stopped);
                taker.start();
                takers.add(taker);
            }
            // UIDs come with the second, so this sees as many seconds begin as it lasts.
            TimeUnit.MILLISECONDS.sleep(WARM_UP_MILLIS + 1_000 - System.currentTimeMillis() % 1_000);
            long startNanos = System.nanoTime();
            long takenBefore = taken(takers);
            TimeUnit.SECONDS.sleep(seconds);
            long taken = taken(takers);
            double elapsed = (System.nanoTime() - startNanos) / 1e9;
            stopped.set(true);
            for (Taker taker : takers) {
                taker.join();
            }
            return new Sustained(entrant, elapsed, taken - takenBefore);
        }
    }

    private static long taken(List<Taker> takers) {
        return takers.stream().mapToLong(taker -> taker.taken.getOpaque()).sum();
    }

    /** Returns how many ids a second that is. */
    public long perSecond() {
        return Math.round(ids / seconds);
    }

    private static final class Taker extends Thread {
        private final Contestant shared;
        private final AtomicBoolean stopped;
        private final PaddedCounter taken = new PaddedCounter();

        Taker(Contestant shared, AtomicBoolean stopped) {
            super("taker");
            this.shared = shared;
            this.stopped = stopped;
        }

        @Override
        public void run() {
            Contestant contestant = shared.ofThisThread();
            while (!stopped.get()) {
                contestant.next();
                taken.setOpaque(taken.getPlain() + 1);
            }
        }
    }
}
