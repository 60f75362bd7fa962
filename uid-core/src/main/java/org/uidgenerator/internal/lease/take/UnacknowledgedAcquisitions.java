package org.uidgenerator.internal.lease.take;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The acquisitions of an assigner that were given up without knowing whether their rows were written. They are never
 * used, so no tick is used under their terms. For any thread.
 */
final class UnacknowledgedAcquisitions {
    /** The worker ids of older ones stay reserved as after a crash. */
    private static final int MOST = 1_000;

    /** Their rows are read beside the sample of a search. */
    private static final int MOST_LOOKED_FOR = 4;

    private final Set<Acquisition> acquisitions = new LinkedHashSet<>();

    /** Adds one, which must not be used from now on. */
    synchronized void add(Acquisition givenUp) {
        acquisitions.add(givenUp);
        if (acquisitions.size() > MOST) {
            acquisitions.remove(acquisitions.iterator().next());
        }
    }

    /** Returns all of the few worker ids that were given up last. */
    synchronized List<Acquisition> latest() {
        if (acquisitions.isEmpty()) {
            return List.of();
        }
        List<Long> workerIds =
                acquisitions.stream().map(Acquisition::workerId).distinct().toList();
        List<Long> last = workerIds.subList(Math.max(0, workerIds.size() - MOST_LOOKED_FOR), workerIds.size());
        return acquisitions.stream()
                .filter(givenUp -> last.contains(givenUp.workerId()))
                .toList();
    }

    /** Forgets those of a worker id that was acquired after them, so none of them can be written any more. */
    synchronized void forget(long workerId) {
        acquisitions.removeIf(givenUp -> givenUp.workerId() == workerId);
    }
}
