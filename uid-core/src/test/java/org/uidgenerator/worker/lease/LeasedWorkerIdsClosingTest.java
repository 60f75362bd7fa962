package org.uidgenerator.worker.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.uidgenerator.UidLayout;
import org.uidgenerator.contract.ClosingContract;
import org.uidgenerator.contract.InMemoryLeaseStore;
import org.uidgenerator.contract.LeaseStoreScene;
import org.uidgenerator.contract.Leftovers;
import org.uidgenerator.contract.ThreadTrouble;
import org.uidgenerator.internal.NanoClock;
import org.uidgenerator.internal.lease.Environment;
import org.uidgenerator.test.internal.Callers;
import org.uidgenerator.test.internal.DelegatingLeaseStore;
import org.uidgenerator.worker.LeaseRequest;
import org.uidgenerator.worker.WorkerLease;
import org.uidgenerator.worker.lease.store.Fence;
import org.uidgenerator.worker.lease.store.LeaseRow;
import org.uidgenerator.worker.lease.store.WorkerLeaseStore;

/** Assigners that are closed. */
class LeasedWorkerIdsClosingTest implements ClosingContract.OfThreads<LeasedWorkerIds> {
    private static final AtomicLong NAMES = new AtomicLong();

    @TempDir
    Path folder;

    @Override
    public Threaded<LeasedWorkerIds> newScene() {
        return new LeaseScene(folder.resolve("uid.lease"));
    }

    private static List<String> leftOfAWorkerIdWithoutHolder(InMemoryLeaseStore rows, Path file) {
        return Stream.concat(
                        Leftovers.workerIds(rows).stream(),
                        Stream.of("text in " + file).filter(any -> file.toFile().length() > 0))
                .toList();
    }

    /** Another process may have the worker id by the time the file is read. */
    @ParameterizedTest
    @EnumSource
    void leavesNoFileOfAWorkerIdThatIsGivenBackBecauseNoThreadCanBeStarted(ThreadTrouble trouble) {
        Path file = folder.resolve("uid.lease");
        InMemoryLeaseStore rows = new InMemoryLeaseStore("closed-leases", InstantSource.system());
        Environment environment =
                new Environment(NanoClock.SYSTEM, trouble.whenever(() -> true), Environment.REAL.random());
        try (LeasedWorkerIds assigner = LeasedWorkerIds.builder(rows)
                .leaseFile(file)
                .holder("orders-2")
                .environment(environment)
                .build()) {
            assertThatThrownBy(() -> assigner.assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT)))
                    .hasStackTraceContaining(trouble.message("closed-leases-lease-file"));

            assertThat(leftOfAWorkerIdWithoutHolder(rows, file)).isEmpty();
            assertThat(Leftovers.descriptors(file)).isEmpty();
        }
    }

    private static final class LeaseScene extends LeaseStoreScene<LeasedWorkerIds> {
        private final Path file;
        private final String name;
        private final Queue<WorkerLease> leases = new ConcurrentLinkedQueue<>();

        LeaseScene(Path file) {
            this(file, "closed-leases-" + NAMES.incrementAndGet() + "-");
        }

        private LeaseScene(Path file, String name) {
            super(name);
            this.file = file;
            this.name = name;
        }

        /** Whatever it waits for takes a day. */
        @Override
        public LeasedWorkerIds open() {
            WorkerLeaseStore watched = new DelegatingLeaseStore(store) {
                @Override
                public boolean update(Fence expected, LeaseRow row) {
                    runTask();
                    return super.update(expected, row);
                }
            };
            return LeasedWorkerIds.builder(watched)
                    .leaseFile(file)
                    .holder("orders-2")
                    .answerTimeout(Duration.ofDays(1))
                    .closeTimeout(Duration.ofDays(1))
                    .build();
        }

        @Override
        public void call(LeasedWorkerIds opened) {
            leases.add(opened.assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT)));
        }

        @Override
        public String refusal() {
            return "leased worker ids of MEMORY (namespace " + name + ") is closed";
        }

        /** The thread that tells the store that the worker id is given back. */
        @Override
        public void runInItsThread(LeasedWorkerIds opened, Runnable closing) {
            call(opened);
            WorkerLease lease = leases.remove();
            task.set(closing);
            Callers.start(1, () -> lease.release(lease.firstTick()));
        }

        @Override
        public List<String> threads() {
            return Leftovers.threads(name);
        }

        @Override
        public List<String> held() {
            List<String> held = new ArrayList<>(Leftovers.descriptors(file));
            if (leases.isEmpty()) { // or it stays reserved, and its file says so
                held.addAll(leftOfAWorkerIdWithoutHolder(rows, file));
            }
            return held;
        }
    }
}
