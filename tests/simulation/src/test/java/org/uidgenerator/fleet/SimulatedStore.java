package org.uidgenerator.fleet;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.uidgenerator.StoreException;
import org.uidgenerator.contract.InMemoryLeaseStore;
import org.uidgenerator.test.internal.DelegatingLeaseStore;
import org.uidgenerator.worker.lease.store.Fence;
import org.uidgenerator.worker.lease.store.LeaseOverview;
import org.uidgenerator.worker.lease.store.LeaseRow;
import org.uidgenerator.worker.lease.store.TimedLeaseRow;

/** The store of a fleet: it counts calls, and is away, slow or forgetful when it is told to be. */
final class SimulatedStore extends DelegatingLeaseStore {
    private static final double UNANSWERED_WHILE_SLOW = 0.2;
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final InMemoryLeaseStore rows;
    private final LongSupplier time;
    private final RandomGenerator random;
    private final Runnable counter;
    private final Deque<Write> lastSecond = new ArrayDeque<>();
    private boolean away;
    private boolean slow;

    private record Write(long nanos, long workerId, Optional<LeaseRow> before) {}

    SimulatedStore(InMemoryLeaseStore rows, LongSupplier time, RandomGenerator random, Runnable counter) {
        super(rows);
        this.rows = rows;
        this.time = time;
        this.random = random;
        this.counter = counter;
    }

    void set(boolean away, boolean slow) {
        this.away = away;
        this.slow = slow;
    }

    /** Reads all rows, which is no call of the fleet's. */
    List<TimedLeaseRow> all() {
        return rows.list();
    }

    /** Goes back by a second, as a copy that lags does when it takes over. */
    void loseLastSecond() {
        forgetOlder();
        while (!lastSecond.isEmpty()) {
            Write lost = lastSecond.removeLast();
            rows.find(lost.workerId()).ifPresent(rows::delete);
            lost.before().ifPresent(rows::insert);
        }
    }

    private void forgetOlder() {
        while (!lastSecond.isEmpty() && lastSecond.peekFirst().nanos() < time.getAsLong() - SECOND) {
            lastSecond.removeFirst();
        }
    }

    private <T> T read(Supplier<T> read) {
        counter.run();
        if (away || (slow && random.nextDouble() < UNANSWERED_WHILE_SLOW)) {
            throw new StoreException("no answer", null);
        }
        return read.get();
    }

    private boolean write(long workerId, BooleanSupplier write) {
        return read(() -> {
            Optional<LeaseRow> before = rows.find(workerId);
            boolean written = write.getAsBoolean();
            if (written) {
                forgetOlder();
                lastSecond.addLast(new Write(time.getAsLong(), workerId, before));
            }
            if (slow && random.nextDouble() < UNANSWERED_WHILE_SLOW) {
                throw new StoreException("no answer after the write", null);
            }
            return written;
        });
    }

    @Override
    public LeaseOverview overview(long firstWorkerId, long lastWorkerId, Optional<String> holder) {
        return read(() -> rows.overview(firstWorkerId, lastWorkerId, holder));
    }

    @Override
    public List<TimedLeaseRow> list(long firstWorkerId, long lastWorkerId) {
        return read(() -> super.list(firstWorkerId, lastWorkerId));
    }

    @Override
    public Optional<LeaseRow> find(long workerId) {
        return read(() -> super.find(workerId));
    }

    @Override
    public List<LeaseRow> find(Collection<Long> workerIds) {
        return read(() -> super.find(workerIds));
    }

    @Override
    public boolean insert(LeaseRow row) {
        return write(row.workerId(), () -> super.insert(row));
    }

    @Override
    public boolean update(Fence expected, LeaseRow row) {
        return write(row.workerId(), () -> super.update(expected, row));
    }

    @Override
    public void delete(LeaseRow row) {
        write(row.workerId(), () -> {
            super.delete(row);
            return true;
        });
    }

    @Override
    public Instant now() {
        return read(super::now);
    }
}
