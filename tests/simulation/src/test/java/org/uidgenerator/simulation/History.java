package org.uidgenerator.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** The writes that a store may still lose, the latest last. If it loses one, it loses all later ones. */
final class History {
    /** The rows with all of their columns. */
    record Table(List<List<Object>> rows) {}

    private record Write(long nanos, Table before) {}

    private final LongSupplier nanos;
    private final Consumer<Table> restore;
    private final List<Write> writes = new ArrayList<>();
    private Table now;

    /**
     * Makes a history of no writes.
     *
     * @param nanos the time
     * @param now the contents of the table
     * @param restore replaces the contents of the table
     */
    History(LongSupplier nanos, Table now, Consumer<Table> restore) {
        this.nanos = nanos;
        this.now = now;
        this.restore = restore;
    }

    /** The table has been written. */
    void written(Table after) {
        if (!after.equals(now)) {
            writes.add(new Write(nanos.getAsLong(), now));
            now = after;
        }
    }

    /** Nothing that was written so far can be lost. */
    void keep() {
        writes.clear();
    }

    int length() {
        return writes.size();
    }

    /** Loses what was written from a moment on. Returns how many writes these were. */
    int loseSince(long from) {
        return lose((int) writes.stream().filter(write -> write.nanos() >= from).count());
    }

    /** Loses the latest writes. Returns how many. */
    int lose(int latest) {
        if (latest > 0) {
            List<Write> lost = writes.subList(writes.size() - latest, writes.size());
            now = lost.get(0).before();
            restore.accept(now);
            lost.clear();
        }
        return latest;
    }
}
