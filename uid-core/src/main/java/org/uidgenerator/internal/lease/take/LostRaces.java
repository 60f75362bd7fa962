package org.uidgenerator.internal.lease.take;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;
import org.uidgenerator.worker.lease.store.LeaseRow;

/** The worker ids that a generator has lost to others that take some at the same time. For one thread. */
final class LostRaces {
    /**
     * Another generator may have stopped in the middle of taking a worker id, so none waits for it more often than
     * this.
     */
    static final int MOST_REFUSALS = 2;

    private static final int MOST_LOOKED_FOR = 4;

    private final Map<Long, Refused> refused = new LinkedHashMap<>();

    private record Refused(long termBefore, int times) {}

    void refused(Acquisition wanted) {
        refused.merge(
                wanted.workerId(),
                new Refused(wanted.termBefore(), 1),
                (before, again) -> new Refused(again.termBefore(), before.times() + 1));
    }

    /** The worker ids that were refused last: whether others get on shows in these. */
    List<Long> latest() {
        return refused.keySet().stream()
                .skip(Math.max(0, refused.size() - MOST_LOOKED_FOR))
                .toList();
    }

    /**
     * Forgets the refused worker ids that have another holder by now.
     *
     * @param isRead whether it is known what a worker id has
     * @param rows the rows that were read
     * @return whether there were any, so that others get on
     */
    boolean compare(LongPredicate isRead, Map<Long, LeaseRow> rows) {
        return refused.entrySet().removeIf(entry -> {
            LeaseRow row = rows.get(entry.getKey());
            return isRead.test(entry.getKey()) && entry.getValue().termBefore() != (row == null ? 0 : row.term());
        });
    }

    /** How often a worker id was refused that still looks free. */
    int refusals(long workerId) {
        Refused known = refused.get(workerId);
        return known == null ? 0 : known.times();
    }

    /**
     * Forgets all refusals, because a generator that was taking a worker id may have ended. Returns whether there were
     * any.
     */
    boolean forget() {
        boolean any = !refused.isEmpty();
        refused.clear();
        return any;
    }
}
