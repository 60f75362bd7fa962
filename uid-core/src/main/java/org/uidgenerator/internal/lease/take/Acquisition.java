package org.uidgenerator.internal.lease.take;

import org.jspecify.annotations.Nullable;
import org.uidgenerator.internal.lease.RowRules;
import org.uidgenerator.worker.lease.store.Fence;
import org.uidgenerator.worker.lease.store.LeaseRow;
import org.uidgenerator.worker.lease.store.WorkerLeaseStore;

/**
 * A worker id to take, with the first ticks reserved.
 *
 * @param seen its row as it was read, or null if the worker id was never taken
 * @param firstTick the lowest tick that the holder may use
 * @param row its row under the holder
 */
public record Acquisition(@Nullable LeaseRow seen, long firstTick, LeaseRow row) {

    public long workerId() {
        return row.workerId();
    }

    /** The fencing number of the holder before, or 0. */
    long termBefore() {
        return seen == null ? 0 : seen.term();
    }

    /** Writes the row, unless another process is faster. Returns whether it was. */
    boolean take(WorkerLeaseStore store) {
        return seen == null ? store.insert(row) : store.update(Fence.at(seen), row);
    }

    /** Undoes the acquisition when no tick has been used; a row that was added is removed. */
    void undo(WorkerLeaseStore store) {
        if (seen == null) {
            store.delete(row);
        } else {
            store.update(Fence.ofTerm(row.term()), RowRules.givenBack(row, firstTick - 1));
        }
    }
}
