package org.uidgenerator.simulation;

import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** The source of all chance in a simulation, from one seed. */
final class Chance {
    private final SplittableRandom random;

    Chance(long seed) {
        random = new SplittableRandom(seed);
    }

    boolean oneIn(int times) {
        return random.nextInt(times) == 0;
    }

    /** A number of a range, both ends included. */
    long between(long least, long greatest) {
        return random.nextLong(least, greatest + 1);
    }

    <T> T pick(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    long pick(long... numbers) {
        return numbers[random.nextInt(numbers.length)];
    }

    RandomGenerator random() {
        return random;
    }
}
