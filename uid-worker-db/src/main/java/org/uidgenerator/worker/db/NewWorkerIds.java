package org.uidgenerator.worker.db;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * Chooses worker ids that have no row yet: the first ones from a little below the highest row on, so that those that
 * were passed over are chosen later. Starts at the same time see the same rows, because none of them sees what the
 * others have not committed. So the more rows were added since a start began, the more free worker ids it chooses from
 * at random. For one thread.
 */
final class NewWorkerIds {
    /** How far below the highest row to look for those that were passed over. */
    private static final int LOOK_BACK = 256;

    private static final int MOST_CHOICES = 64;

    /** Another start was faster, so there are more of them than have added rows. */
    private static final int CHOICES_PER_REFUSAL = 8;

    final long first;
    final long last;
    private final long next;
    private final RandomGenerator random;
    private final Set<Long> refused = new HashSet<>();

    /**
     * Chooses from a range.
     *
     * @param first the lowest worker id of the range
     * @param last the greatest worker id of the range
     * @param next the worker id above the highest row that was there when the start began
     */
    NewWorkerIds(long first, long last, long next, RandomGenerator random) {
        this.first = first;
        this.last = last;
        this.next = next;
        this.random = random;
    }

    /** Returns the lowest worker id whose row matters to the choice. */
    long lowestOfInterest(long highest) {
        return Math.max(first, highest - LOOK_BACK + 1);
    }

    /** Records that another start was faster. */
    void refused(long workerId) {
        refused.add(workerId);
    }

    /**
     * Chooses one.
     *
     * @param rows the worker ids of interest that have a row
     * @return one of the range; {@code next} if it has no row around the highest one that is free
     */
    long choose(Set<Long> rows) {
        Set<Long> taken = new HashSet<>(rows);
        taken.addAll(refused);
        long from = taken.isEmpty() ? next : lowestOfInterest(Collections.max(taken));
        int choices = CHOICES_PER_REFUSAL * refused.size();
        for (long workerId : rows) {
            choices += workerId >= next ? 1 : 0;
        }
        int most = Math.min(MOST_CHOICES, Math.max(1, choices));
        long through = Math.min(last, from + LOOK_BACK + MOST_CHOICES);
        List<Long> free = new ArrayList<>();
        for (long workerId = from; workerId <= through && free.size() < most; workerId++) {
            if (!taken.contains(workerId)) {
                free.add(workerId);
            }
        }
        return free.isEmpty() ? next : free.get(random.nextInt(free.size()));
    }
}
