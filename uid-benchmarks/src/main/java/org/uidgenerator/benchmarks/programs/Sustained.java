package org.uidgenerator.benchmarks.programs;

import java.util.concurrent.TimeUnit;
import org.uidgenerator.benchmarks.contestants.Contestant;
import org.uidgenerator.benchmarks.contestants.Entrant;

/**
 * The rate of a contestant that threads call without pause: what is left of it when it may borrow no more time, or the
 * rate of a burst.
 *
 * @param seconds for how long it was watched
 * @param ids how many ids all threads together took
 */
public record Sustained(Entrant contestant, double seconds, long ids) {
    private static final int WARM_UP_MILLIS = 1_000;

    /** Takes the contestant, the threads, the seconds, and whether to measure a burst. */
    public static void main(String[] args) throws InterruptedException {
        ChildJvm.report(of(
                Entrant.valueOf(args[0]),
                Integer.parseInt(args[1]),
                Integer.parseInt(args[2]),
                Boolean.parseBoolean(args[3])));
    }

    private static Sustained of(Entrant entrant, int threads, int seconds, boolean burst) throws InterruptedException {
        try (Contestant contestant = burst ? entrant.start() : entrant.startWithNothingToBorrow();
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
