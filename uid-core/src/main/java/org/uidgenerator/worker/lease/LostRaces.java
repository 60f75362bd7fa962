package org.uidgenerator.worker.lease;

import java.util.HashMap;
import java.util.Map;
import java.util.function.LongUnaryOperator;

/** What a launch has learnt about other launches that take worker ids at the same time. For one thread. */
final class LostRaces {
    /**
     * Another launch may have stopped in the middle of taking a worker id, so no launch waits for it more often than
     * this.
     */
    static final int MOST_REFUSALS = 2;

    /**
     * Indexed by how many others have been faster. A few launches leave no gap, and many do not all try for the same
     * worker id.
     */
    private static final int[] WINDOWS = {1, 1, 1, 4, 16, 64};

    private final Map<Long, Refused> refused = new HashMap<>();
    private int lost;

    private record Refused(long termBefore, int times) {}

    /** Records that a worker id could not be taken. */
    void refused(Acquisition wanted) {
        refused.merge(
                wanted.workerId(),
                new Refused(wanted.termBefore(), 1),
                (before, again) -> new Refused(again.termBefore(), before.times() + 1));
    }

    /**
     * Forgets the refused worker ids that have a holder by now.
     *
     * @param termOf the term of each worker id, 0 if it has no row
     */
    void compare(LongUnaryOperator termOf) {
        int before = refused.size();
        refused.entrySet()
                .removeIf(entry ->
                        termOf.applyAsLong(entry.getKey()) != entry.getValue().termBefore());
        lost += before - refused.size();
    }

    /** How often a worker id was refused that still looks free. */
    int refusals(long workerId) {
        Refused known = refused.get(workerId);
        return known == null ? 0 : known.times();
    }

    /**
     * From how many of the first free worker ids to choose at random. The more other launches were faster, the more.
     */
    int window() {
        return WINDOWS[Math.min(lost, WINDOWS.length - 1)];
    }

    /**
     * Forgets all refusals, because a launch that was taking a worker id may have ended. Returns whether there were
     * any.
     */
    boolean forget() {
        boolean any = !refused.isEmpty();
        refused.clear();
        return any;
    }
}
