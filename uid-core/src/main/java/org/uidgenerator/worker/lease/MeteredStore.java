package org.uidgenerator.worker.lease;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.uidgenerator.PendingWrite;

/** Counts and times the calls to a store. */
final class MeteredStore implements WorkerLeaseStore {
    private final WorkerLeaseStore store;
    private final LongAdder answers = new LongAdder();
    private final LongAdder calls = new LongAdder();
    private final LongAdder failures = new LongAdder();
    private final LongAdder totalNanos = new LongAdder();
    private final LongAccumulator longestNanos = new LongAccumulator(Math::max, 0);

    MeteredStore(WorkerLeaseStore store) {
        this.store = store;
    }

    private <T> T measure(Supplier<T> call) {
        long start = System.nanoTime();
        boolean succeeded = false;
        try {
            T answer = call.get();
            answers.increment();
            succeeded = !Boolean.FALSE.equals(answer);
            return answer;
        } finally {
            count(start, succeeded);
        }
    }

    private void count(long start, boolean succeeded) {
        long nanos = System.nanoTime() - start;
        calls.increment();
        failures.add(succeeded ? 0 : 1);
        totalNanos.add(nanos);
        longestNanos.accumulate(nanos);
    }

    /** How often the store has answered, whatever it said. */
    long answers() {
        return answers.sum();
    }

    StoreCalls soFar() {
        return new StoreCalls(
                calls.sum(), failures.sum(), Duration.ofNanos(totalNanos.sum()), Duration.ofNanos(longestNanos.get()));
    }

    @Override
    public String namespace() {
        return store.namespace();
    }

    @Override
    public List<StoredLease> list() {
        return measure(store::list);
    }

    @Override
    public Optional<LeaseRow> find(long workerId) {
        return measure(() -> store.find(workerId));
    }

    @Override
    public boolean insert(LeaseRow row) {
        return measure(() -> store.insert(row));
    }

    @Override
    public boolean update(Fence expected, LeaseRow row) {
        return measure(() -> store.update(expected, row));
    }

    /** The time between the two steps is no call, and a write that is confirmed at once is one call. */
    @Override
    public PendingWrite<Boolean> beginUpdate(Fence expected, LeaseRow row) {
        long start = System.nanoTime();
        boolean succeeded = false;
        try {
            PendingWrite<Boolean> begun = store.beginUpdate(expected, row);
            boolean rests = begun.untilConfirmable().compareTo(Duration.ZERO) > 0;
            succeeded = rests || begun.confirm();
            answers.increment();
            return rests ? confirming(begun) : PendingWrite.confirmed(succeeded);
        } finally {
            count(start, succeeded);
        }
    }

    private PendingWrite<Boolean> confirming(PendingWrite<Boolean> begun) {
        return new PendingWrite<>() {
            @Override
            public Duration untilConfirmable() {
                return begun.untilConfirmable();
            }

            @Override
            public Boolean confirm() {
                return measure(begun::confirm);
            }
        };
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
    public Optional<OtherWorkerIds> others() {
        return measure(store::others);
    }

    @Override
    public String toString() {
        return store.toString();
    }
}
