package org.uidgenerator.benchmarks.programs;

import java.util.concurrent.TimeUnit;
import org.uidgenerator.benchmarks.contestants.Contestant;
import org.uidgenerator.benchmarks.contestants.Entrant;

/**
 * What is left of a contestant's rate when threads call it without pause and it may borrow no more time.
 *
 * @param seconds for how long it was watched
 * @param ids how many ids all threads together took
 */
public record Sustained(Entrant contestant, double seconds, long ids) {
    private static final int WARM_UP_MILLIS = 1_000;

    /** Takes the contestant, the threads and the seconds. */
    public static void main(String[] args) throws InterruptedException {
        ChildJvm.report(of(Entrant.valueOf(args[0]), Integer.parseInt(args[1]), Integer.parseInt(args[2])));
    }

    private static Sustained of(Entrant entrant, int threads, int seconds) throws InterruptedException {
        try (Contestant contestant = entrant.startWithNothingToBorrow();
                Takers takers = Takers.start(contestant, threads)) {
            TimeUnit.MILLISECONDS.sleep(WARM_UP_MILLIS);
            Takers.Taken taken = takers.watch(seconds);
            return new Sustained(entrant, taken.seconds(), taken.ids());
        }
    }

    /** Returns how many ids a second that is. */
    public long perSecond() {
        return Math.round(ids / seconds);
    }
}
