package org.uidgenerator.fleet;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.test.internal.Callers;
import org.uidgenerator.test.internal.DelegatingLeaseStore;
import org.uidgenerator.worker.LeaseRequest;
import org.uidgenerator.worker.WorkerLease;
import org.uidgenerator.worker.lease.LeasedWorkerIds;
import org.uidgenerator.worker.lease.store.LeaseOverview;
import org.uidgenerator.worker.lease.store.LeaseRow;
import org.uidgenerator.worker.lease.store.TimedLeaseRow;
import org.uidgenerator.worker.lease.store.WorkerLeaseStore;

/**
 * Many processes that start at the same time, each with an assigner of its own.
 *
 * @param name what was started on which store
 * @param time until the last one had its worker id
 * @param starts what became of each
 */
record StartStorm(String name, Duration time, List<Start> starts) implements AutoCloseable {

    /**
     * A start.
     *
     * @param assigner its assigner
     * @param lease what it got, or empty if it failed
     * @param failure why it failed, or empty
     * @param calls how often it called the store
     * @param rows how many rows it read
     */
    record Start(
            LeasedWorkerIds assigner, Optional<WorkerLease> lease, Optional<String> failure, long calls, long rows) {}

    /** Counts the rows that a start reads. */
    private static final class Counting extends DelegatingLeaseStore {
        private final WorkerLeaseStore store;
        private long rows;

        Counting(WorkerLeaseStore store) {
            super(store);
            this.store = store;
        }

        @Override
        public LeaseOverview overview(long firstWorkerId, long lastWorkerId, Optional<String> holder) {
            return store.overview(firstWorkerId, lastWorkerId, holder);
        }

        @Override
        public boolean insertNew(long firstWorkerId, long lastWorkerId, long next, LongFunction<LeaseRow> rowOf) {
            return store.insertNew(firstWorkerId, lastWorkerId, next, rowOf);
        }

        @Override
        public List<LeaseRow> find(Collection<Long> workerIds) {
            List<LeaseRow> sample = super.find(workerIds);
            rows += sample.size();
            return sample;
        }

        @Override
        public List<TimedLeaseRow> list(long firstWorkerId, long lastWorkerId) {
            List<TimedLeaseRow> all = super.list(firstWorkerId, lastWorkerId);
            rows += all.size();
            return all;
        }
    }

    static StartStorm of(String name, FleetStore.Connections connections, int processes) throws Exception {
        List<Callable<Start>> tasks = new ArrayList<>();
        for (int i = 0; i < processes; i++) {
            Counting store = new Counting(connections.newStore());
            tasks.add(() -> start(store));
        }
        long start = System.nanoTime();
        List<Start> starts = Callers.concurrently(tasks);
        return new StartStorm(name, Duration.ofNanos(System.nanoTime() - start), starts);
    }

    private static Start start(Counting store) {
        LeasedWorkerIds assigner = LeasedWorkerIds.on(store);
        try {
            WorkerLease lease = assigner.assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT));
            return new Start(
                    assigner,
                    Optional.of(lease),
                    Optional.empty(),
                    assigner.storeCalls().calls(),
                    store.rows);
        } catch (UidGenerateException e) {
            return new Start(
                    assigner,
                    Optional.empty(),
                    Optional.of(String.valueOf(e.getMessage())),
                    assigner.storeCalls().calls(),
                    store.rows);
        }
    }

    Set<Long> workerIds() {
        return starts.stream()
                .flatMap(start -> start.lease().stream())
                .map(WorkerLease::workerId)
                .collect(Collectors.toSet());
    }

    long failures() {
        return starts.stream().filter(start -> start.lease().isEmpty()).count();
    }

    /** How many calls a part of all starts made at most. */
    long calls(double part) {
        return quantile(starts.stream().mapToLong(Start::calls), part);
    }

    /** How many rows a part of all starts read at most. */
    long rows(double part) {
        return quantile(starts.stream().mapToLong(Start::rows), part);
    }

    private static long quantile(LongStream values, double part) {
        long[] sorted = values.sorted().toArray();
        return sorted[(int) Math.ceil(part * sorted.length) - 1];
    }

    /** Gives all worker ids back, as an orderly end of the processes does. */
    @Override
    public void close() {
        starts.forEach(start -> start.lease().ifPresent(lease -> lease.release(lease.firstTick())));
        starts.forEach(start -> start.assigner().close());
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%s: %d starts in %.1f s, %d failed%s; calls per start: median %d, 99 %% %d, most %d; rows per start: median %d, most %d",
                name,
                starts.size(),
                time.toNanos() / 1e9,
                failures(),
                starts.stream()
                        .flatMap(start -> start.failure().stream())
                        .findFirst()
                        .map(why -> ", one because " + why)
                        .orElse(""),
                calls(0.5),
                calls(0.99),
                calls(1),
                rows(0.5),
                rows(1));
    }
}
