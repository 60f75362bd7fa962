package org.uidgenerator.crash;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;

/**
 * A seeded order of faults: all kinds once, in random order, then all again, and so on. The seed decides on order,
 * places and durations; the exact moment of a fault depends on the machine, so a seed repeats a schedule, not each
 * interleaving.
 */
final class Deck {
    private final List<Fault> kinds;
    private final Random random;
    private final Deque<Fault> left = new ArrayDeque<>();
    private int rounds;

    Deck(List<Fault> kinds, long seed) {
        this.kinds = kinds;
        this.random = new Random(seed);
    }

    Fault draw() {
        if (left.isEmpty()) {
            List<Fault> shuffled = new ArrayList<>(kinds);
            Collections.shuffle(shuffled, random);
            left.addAll(shuffled);
            rounds++;
        }
        return left.remove();
    }

    /** Whether each kind has been drawn. */
    boolean isComplete() {
        return rounds > 1 || (rounds == 1 && left.isEmpty());
    }

    int below(int bound) {
        return random.nextInt(bound);
    }

    Duration millis(int least, int most) {
        return Duration.ofMillis(least + random.nextInt(most - least + 1));
    }
}
