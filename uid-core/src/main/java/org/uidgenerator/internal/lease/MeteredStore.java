package org.uidgenerator.internal.lease;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.PendingWrite;
import org.uidgenerator.StoreException;
import org.uidgenerator.StoreIdentity;
import org.uidgenerator.StoreIdentityRecord;
import org.uidgenerator.internal.NanoClock;
import org.uidgenerator.worker.lease.store.Fence;
import org.uidgenerator.worker.lease.store.LeaseOverview;
import org.uidgenerator.worker.lease.store.LeaseRow;
import org.uidgenerator.worker.lease.store.StoreCalls;
import org.uidgenerator.worker.lease.store.TimedLeaseRow;
import org.uidgenerator.worker.lease.store.WorkerLeaseStore;

/**
 * A store whose calls are counted and timed. A question of a starting generator that is not answered is asked again
 * once, because an answer may come too late when many start at the same time, and a read may be done twice.
 */
public final class MeteredStore implements WorkerLeaseStore {
    /** A generator that has waited for longer has waited long enough. */
    private static final Duration LONGEST_FIRST_WAIT = Duration.ofSeconds(5);

    private final WorkerLeaseStore store;
    private final NanoClock nanoClock;
    private final LongAdder answers = new LongAdder();
    private final LongAdder calls = new LongAdder();
    private final LongAdder failures = new LongAdder();
    private final LongAdder totalNanos = new LongAdder();
    private final LongAccumulator longestNanos = new LongAccumulator(Math::max, 0);

    public MeteredStore(WorkerLeaseStore store, NanoClock nanoClock) {
        this.store = store;
        this.nanoClock = nanoClock;
    }

    private <T> T ask(Supplier<T> question) {
        long start = nanoClock.nanoTime();
        try {
            return measure(question);
        } catch (StoreException noAnswer) {
            if (nanoClock.nanoTime() - start > LONGEST_FIRST_WAIT.toNanos()) {
                throw noAnswer;
            }
            return measure(question);
        }
    }

    private <T> T measure(Supplier<T> call) {
        long start = nanoClock.nanoTime();
        boolean succeeded = false;
        try {
            T answer = call.get();
            answers.increment();
            succeeded = answer != null && !Boolean.FALSE.equals(answer);
            return answer;
        } finally {
            long nanos = nanoClock.nanoTime() - start;
            calls.increment();
            failures.add(succeeded ? 0 : 1);
            totalNanos.add(nanos);
            longestNanos.accumulate(nanos);
        }
    }

    /** How often the store has answered, whatever it said. */
    public long answers() {
        return answers.sum();
    }

    public StoreCalls soFar() {
        return new StoreCalls(
                calls.sum(), failures.sum(), Duration.ofNanos(totalNanos.sum()), Duration.ofNanos(longestNanos.get()));
    }

    @Override
    public String namespace() {
        return store.namespace();
    }

    @Override
    public Optional<StoreIdentityRecord> identityRecord() {
        Optional<StoreIdentityRecord> kept = store.identityRecord();
        return kept.isPresent() ? Optional.of(metered(kept.get())) : kept;
    }

    private StoreIdentityRecord metered(StoreIdentityRecord record) {
        return new StoreIdentityRecord() {
            @Override
            public String name() {
                return record.name();
            }

            @Override
            public Optional<StoreIdentity> find() {
                return measure(record::find);
            }

            @Override
            public boolean insert(StoreIdentity identity) {
                return measure(() -> record.insert(identity));
            }
        };
    }

    @Override
    public LeaseOverview overview(long firstWorkerId, long lastWorkerId, Optional<String> holder) {
        return ask(() -> store.overview(firstWorkerId, lastWorkerId, holder));
    }

    @Override
    public List<TimedLeaseRow> list(long firstWorkerId, long lastWorkerId) {
        return ask(() -> store.list(firstWorkerId, lastWorkerId));
    }

    @Override
    public Optional<LeaseRow> find(long workerId) {
        return measure(() -> store.find(workerId));
    }

    @Override
    public List<LeaseRow> find(Collection<Long> workerIds) {
        return ask(() -> store.find(workerIds));
    }

    @Override
    public boolean insert(LeaseRow row) {
        return measure(() -> store.insert(row));
    }

    @Override
    public boolean insertNew(long firstWorkerId, long lastWorkerId, long next, LongFunction<LeaseRow> rowOf) {
        return measure(() -> store.insertNew(firstWorkerId, lastWorkerId, next, rowOf));
    }

    @Override
    public boolean update(Fence expected, LeaseRow row) {
        return measure(() -> store.update(expected, row));
    }

    /** A confirmation that has to be waited for is a call of its own, without the time of waiting. */
    @Override
    public PendingWrite<Boolean> beginUpdate(Fence expected, LeaseRow row) {
        PendingWrite<Boolean> begun = measure(() -> begin(expected, row));
        return begun == null ? PendingWrite.confirmed(false) : begun;
    }

    /** Returns null if the store has refused the write. */
    private @Nullable PendingWrite<Boolean> begin(Fence expected, LeaseRow row) {
        PendingWrite<Boolean> begun = store.beginUpdate(expected, row);
        if (begun.untilConfirmable().compareTo(Duration.ZERO) > 0) {
            return PendingWrite.of(begun::untilConfirmable, () -> measure(begun::confirm));
        }
        return begun.confirm() ? PendingWrite.confirmed(true) : null;
    }

    @Override
    public void delete(LeaseRow row) {
        measure(() -> {
            store.delete(row);
            return true;
        });
    }

    @Override
    public Instant now() {
        return measure(store::now);
    }

    @Override
    public Duration confirmationTime() {
        return store.confirmationTime();
    }

    @Override
    public String toString() {
        return store.toString();
    }
}
