package org.uidgenerator.worker.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;
import org.uidgenerator.UidLayout;
import org.uidgenerator.contract.BackgroundThreadContract;
import org.uidgenerator.contract.InMemoryLeaseStore;
import org.uidgenerator.internal.NanoClock;
import org.uidgenerator.internal.lease.Environment;
import org.uidgenerator.worker.LeaseRequest;
import org.uidgenerator.worker.WorkerLease;

/** Leases whose threads cannot be started. */
class LeaseThreadsTest {
    private final InMemoryLeaseStore store = new InMemoryLeaseStore("default", InstantSource.system());

    @Nested
    class Reservations implements BackgroundThreadContract {
        @Override
        public User newUser(ThreadFactory threads) {
            return new Start(LeasedWorkerIds.builder(store), threads, "default-reservations");
        }
    }

    @Nested
    class File implements BackgroundThreadContract {
        @TempDir
        Path folder;

        @Override
        public User newUser(ThreadFactory threads) {
            return new Start(
                    LeasedWorkerIds.builder(store).leaseFile(folder.resolve("uid.lease")),
                    threads,
                    "default-lease-file");
        }
    }

    /** Takes a worker id, and one more tick than comes with it. */
    private final class Start implements BackgroundThreadContract.User {
        private final LeasedWorkerIds assigner;
        private final String name;
        private final List<WorkerLease> leases = new ArrayList<>();

        Start(LeasedWorkerIdsBuilder builder, ThreadFactory threads, String name) {
            assigner = builder.environment(new Environment(NanoClock.SYSTEM, threads, Environment.REAL.random()))
                    .build();
            this.name = name;
        }

        @Override
        public void work() {
            WorkerLease lease = assigner.assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT));
            leases.add(lease);
            lease.reserve(lease.state().reservedThrough() + 1);
        }

        @Override
        public String threads() {
            return name;
        }

        @Override
        public void assertNothingLeft() {
            assertThat(store.list()).isEmpty();
            assertThat(leases).isEmpty();
        }

        @Override
        public void close() {
            leases.forEach(lease -> lease.release(lease.firstTick()));
            assigner.close();
        }
    }
}
