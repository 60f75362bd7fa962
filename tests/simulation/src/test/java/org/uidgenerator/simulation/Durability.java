package org.uidgenerator.simulation;

import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.uidgenerator.contract.RestingLeaseStore;

/** Which writes a store may lose. */
enum Durability {
    /** The last write to a row, unless it took the worker id: a failover to a copy that lags, as with SQL databases. */
    ONE_WRITE(2) {
        @Override
        void lose(Simulation simulation) {
            List<LeaseTableRow> losable = simulation.store().losable();
            if (!losable.isEmpty()) {
                LeaseTableRow before = simulation.chance().pick(losable);
                simulation.store().lose(before);
                simulation.say(String.format(Locale.ROOT, "the store has lost its last write and says %s", before));
            }
        }
    },

    /** All writes of the last moments, to any rows: Redis with {@code appendfsync everysec}, whose host crashes. */
    LAST_SECONDS(4) {
        @Override
        boolean revokes() {
            return false;
        }

        @Override
        void lose(Simulation simulation) {
            long nanos = simulation.chance().between(1, RestingLeaseStore.GRACE.toNanos() - 1);
            int writes = simulation.store().crash(simulation.nanos() - nanos);
            simulation.say(String.format(
                    Locale.ROOT,
                    "the store has crashed and lost %d writes of the last %d ms",
                    writes,
                    TimeUnit.NANOSECONDS.toMillis(nanos)));
        }
    },

    /**
     * Writes that it has not acknowledged but others have seen: Redis, which waits for all replicas, one of which is
     * promoted.
     */
    UNACKNOWLEDGED(20) {
        @Override
        void lose(Simulation simulation) {
            History history = simulation.store().history();
            if (history.length() > 0) {
                int writes = history.lose((int) simulation.chance().between(1, history.length()));
                simulation.say(String.format(Locale.ROOT, "a replica is promoted that lacks %d writes", writes));
            }
        }
    };

    private final int losses;

    Durability(int losses) {
        this.losses = losses;
    }

    /**
     * How often it tries to lose something, because a write that was not acknowledged can be lost for a short time
     * only.
     */
    int losses() {
        return losses;
    }

    /** Every second seed has a store like SQL databases. */
    static Durability of(long seed) {
        return switch ((int) Math.floorMod(seed, 4L)) {
            case 1 -> LAST_SECONDS;
            case 3 -> UNACKNOWLEDGED;
            default -> ONE_WRITE;
        };
    }

    /** Whether a holder may see its row go back, which costs it the worker id. */
    boolean revokes() {
        return true;
    }

    abstract void lose(Simulation simulation);
}
