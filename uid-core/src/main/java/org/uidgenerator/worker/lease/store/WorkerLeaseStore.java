package org.uidgenerator.worker.lease.store;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongFunction;
import org.uidgenerator.PendingWrite;
import org.uidgenerator.StoreException;
import org.uidgenerator.StoreIdentity;
import org.uidgenerator.StoreIdentityRecord;
import org.uidgenerator.UidGenerateException;

/**
 * A store of leases of worker ids: the rows of one namespace, one row for each worker id. Rows are read by their worker
 * ids, and written one by one under a condition. {@link org.uidgenerator.worker.lease.LeasedWorkerIds} does the rest: a
 * start asks for a {@linkplain #overview overview}, reads a sample of rows that it may take one of, and writes that.
 *
 * <p>A store promises three things, and uniqueness of UIDs rests on them:
 *
 * <ul>
 *   <li><b>Atomic writes.</b> {@link #insert} and {@link #update} compare and write in one step. Of several that
 *       conflict, one succeeds, whichever processes they come from.
 *   <li><b>Durable writes.</b> A write that has returned {@code true} stays, even when the store crashes or fails over.
 *       If a store nevertheless loses the last write to a row, no UID is issued twice, unless that write took the
 *       worker id.
 *   <li><b>Current reads.</b> {@link #list}, {@link #find} and {@link #overview} show every write that returned before
 *       they were called: they ask the primary, not a replica that may lag.
 * </ul>
 *
 * <p>Each method either answers or throws a {@link StoreException}. After an exception it is not known whether a write
 * was done, is still to be done, or never will be. Callers take that into account: they write the same again or give
 * the worker id up. So a store repeats no write by itself.
 *
 * <p>A call may take as long as the store's own time-outs allow. Set these to seconds, because one call that hangs
 * delays the reservations of all generators of an assigner. A write that meets another one to the same row waits for it
 * at most about two seconds, then returns {@code false}.
 *
 * <p>A store may be given to any number of assigners, one after the other or at the same time. The application that has
 * made it closes it, after them, if it has something to close. All methods may be called from any thread, possibly from
 * several at the same time. A store is tested by {@code WorkerLeaseStoreContract}, in {@code uid-test}.
 */
public interface WorkerLeaseStore {
    /**
     * Checks the name of a store identity, for stores that get one.
     *
     * @param namespace the name
     * @return the same
     * @throws IllegalArgumentException if it is not 1 to 64 letters, digits, {@code .}, {@code _} and {@code -}
     */
    static String requireNamespace(String namespace) {
        return StoreIdentity.requireName("namespace", Objects.requireNonNull(namespace, "namespace"));
    }

    /**
     * Names the store identity. Worker ids of different namespaces are independent of each other.
     *
     * @return a name that {@link #requireNamespace} accepts; the same at each call
     */
    String namespace();

    /**
     * Returns where the store keeps its store identity. All layouts of a store identity are equal, so a start with
     * another layout than the first one is refused.
     *
     * @return empty, the default, for a store that keeps none: no process notices then that an address leads to another
     *     store, until a row is missing, or that two first starts have different layouts
     */
    default Optional<StoreIdentityRecord> identityRecord() {
        return Optional.empty();
    }

    /**
     * Reads the facts that a start needs before it looks at rows. This is the first call of a start.
     *
     * <p>By default it is put together from other reads, among them one of all rows of the range. A store for more than
     * a few hundred processes overrides this, so that a start asks once and reads the same number of rows in a fleet of
     * any size.
     *
     * @param firstWorkerId the lowest worker id of the range
     * @param lastWorkerId the greatest worker id of the range
     * @param holder the process, which comes back to the worker ids that it had last, or empty for a process without a
     *     name of its own
     * @return what is known
     * @throws StoreException if the store does not answer
     * @throws UidGenerateException if the store is not ready for rows; the message says what to do
     */
    default LeaseOverview overview(long firstWorkerId, long lastWorkerId, Optional<String> holder) {
        List<LeaseRow> rows = list(firstWorkerId, lastWorkerId).stream()
                .map(TimedLeaseRow::row)
                .toList();
        return new LeaseOverview(
                now(),
                identityRecord().flatMap(StoreIdentityRecord::find),
                rows.stream().mapToLong(LeaseRow::workerId).max(),
                rows.stream()
                        .filter(row -> holder.filter(row.holder()::equals).isPresent())
                        .map(LeaseRow::workerId)
                        .toList(),
                Optional.empty());
    }

    /**
     * Reads the rows of a range of worker ids. This or {@link #overview} comes before the first write of a row, so a
     * store that needs a table or the like creates it in both.
     *
     * @param firstWorkerId the lowest worker id of the range
     * @param lastWorkerId the greatest worker id of the range, which may be far beyond the last row
     * @return the rows, in any order
     * @throws StoreException if the store does not answer
     * @throws UidGenerateException if the store is not ready for rows; the message says what to do
     */
    List<TimedLeaseRow> list(long firstWorkerId, long lastWorkerId);

    /**
     * Reads one row, by default as one of {@link #find(Collection) some}.
     *
     * @param workerId the worker id
     * @return its row, or empty if it was never taken
     * @throws StoreException if the store does not answer
     */
    default Optional<LeaseRow> find(long workerId) {
        return find(List.of(workerId)).stream().findFirst();
    }

    /**
     * Reads some rows: a random sample, of which a start takes one.
     *
     * <p>By default all rows between the lowest and the greatest of these worker ids are read. A store for more than a
     * few hundred processes overrides this.
     *
     * @param workerIds the worker ids, in any order; 1 to 200
     * @return the rows of those that have one, in any order
     * @throws StoreException if the store does not answer
     */
    default List<LeaseRow> find(Collection<Long> workerIds) {
        return list(Collections.min(workerIds), Collections.max(workerIds)).stream()
                .map(TimedLeaseRow::row)
                .filter(row -> workerIds.contains(row.workerId()))
                .toList();
    }

    /**
     * Adds a row if its worker id has none.
     *
     * @param row the row
     * @return whether it was added. False, and then surely not added, if there is a row, another process is just adding
     *     one, or the worker id is taken {@linkplain LeaseOverview#others elsewhere} by now
     * @throws StoreException if the store does not answer; the row may be there then
     */
    boolean insert(LeaseRow row);

    /**
     * Adds a row for a worker id that was never taken. The store chooses it, so that starts at the same time do not all
     * try the same one. That is all that the choice is good for: the row is added as by {@link #insert}, once whatever
     * was chosen. A few worker ids may be left out for ever.
     *
     * <p>By default it is {@code next}: of many starts at the same time one gets it, and the others ask again. A store
     * for more than a few hundred processes overrides this.
     *
     * @param firstWorkerId the lowest worker id of the range
     * @param lastWorkerId the greatest worker id of the range
     * @param next the worker id above the highest row that the start knows of, in the range
     * @param rowOf makes the row of a worker id that was chosen, or of {@code next} if that is out of the range. It is
     *     called before each attempt to write, so that the start knows what may be there if it gets no answer. The row
     *     before was then surely not added
     * @return whether the row was added that was made last, as in {@link #insert}
     * @throws StoreException if the store does not answer; the row that was made last may be there then
     */
    default boolean insertNew(long firstWorkerId, long lastWorkerId, long next, LongFunction<LeaseRow> rowOf) {
        return insert(rowOf.apply(next));
    }

    /**
     * Replaces a row if it is as expected. The layout of a row never changes, so it need not be written.
     *
     * @param expected what the row must say at the moment of the write
     * @param row the row as it is to be; its worker id says which one it replaces
     * @return whether the row was replaced, also if it says the same as before. False if there is no row or the fence
     *     does not admit it, and possibly if another process is just writing it. A write that returns false has surely
     *     changed nothing
     * @throws StoreException if the store does not answer; the row may have been replaced then, or be replaced later
     */
    boolean update(Fence expected, LeaseRow row);

    /**
     * Begins to replace a row: the first half of {@link #update}, for a store that needs some time until it can say
     * whether a write survives a crash. Leases reserve ticks this way, so that no thread waits for that time, and use
     * none of them before the write is confirmed.
     *
     * @param expected what the row must say, as in {@link #update}
     * @param row the row as it is to be, as in {@link #update}
     * @return what {@link #update} returns, to be confirmed; by default what it has returned, which nothing can lose
     * @throws StoreException as {@link #update}
     */
    default PendingWrite<Boolean> beginUpdate(Fence expected, LeaseRow row) {
        return PendingWrite.confirmed(update(expected, row));
    }

    /**
     * Removes a row that {@link #insert} has added and under which no tick was used, because the acquisition is not
     * wanted after all. Other rows are never removed.
     *
     * @param row the row; nothing happens if there is none for its worker id, or one of another term
     * @throws StoreException if the store does not answer
     */
    void delete(LeaseRow row);

    /**
     * Returns the store's own time, with which hosts compare their clocks. A store without a clock returns that of the
     * host.
     *
     * @return the time now
     * @throws StoreException if the store does not answer
     */
    Instant now();

    /**
     * Returns how long a write may take until it can be {@linkplain PendingWrite#confirm confirmed}. Assigners refuse a
     * {@code reservation} that is not at least twice as long, because it would be used up before the next one counts.
     *
     * @return zero, the default, for a store whose answer is final
     * @throws StoreException if the store does not answer
     * @throws UidGenerateException if the store must not be used as it is; the message says what to do
     */
    default Duration confirmationTime() {
        return Duration.ZERO;
    }

    /**
     * Names the place for messages, without the namespace.
     *
     * @return such as the name of a table
     */
    @Override
    String toString();
}
