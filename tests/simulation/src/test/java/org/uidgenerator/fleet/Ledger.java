package org.uidgenerator.fleet;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/** The ticks that were used under each worker id, with their holders, and whether any was used twice. */
final class Ledger {
    /** Ticks of holders before these are not remembered. */
    private static final int MOST_TENURES = 8;

    private final Map<Long, Deque<Tenure>> tenures = new HashMap<>();
    private long used;
    private long repeated;
    private long repeatedAfterLoss;

    /** The ticks that one holder of a worker id has used. */
    final class Tenure {
        private final long workerId;
        private final long first;
        private long last;
        private boolean isForgotten;

        Tenure(long workerId, long first) {
            this.workerId = workerId;
            this.first = first;
            last = first - 1;
        }

        long last() {
            return last;
        }

        /** Says that the store has lost how it began. */
        void forget() {
            isForgotten = true;
        }

        /** Uses all ticks after the last one. */
        void use(long through) {
            if (through <= last) {
                return;
            }
            for (Tenure other : tenures.get(workerId)) {
                if (other != this) {
                    long common = Math.min(through, other.last) - Math.max(last + 1, other.first) + 1;
                    if (common > 0 && (isForgotten || other.isForgotten)) {
                        repeatedAfterLoss += common;
                    } else if (common > 0) {
                        repeated += common;
                    }
                }
            }
            used += through - last;
            last = through;
        }
    }

    Tenure begin(long workerId, long first) {
        Deque<Tenure> known = tenures.computeIfAbsent(workerId, any -> new ArrayDeque<>());
        if (known.size() == MOST_TENURES) {
            known.removeFirst();
        }
        Tenure tenure = new Tenure(workerId, first);
        known.addLast(tenure);
        return tenure;
    }

    long used() {
        return used;
    }

    /** How many ticks were used by two holders. */
    long repeated() {
        return repeated;
    }

    /** How many were because the store has lost an acquisition, which it must not. */
    long repeatedAfterLoss() {
        return repeatedAfterLoss;
    }
}
