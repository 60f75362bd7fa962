package org.uidgenerator.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.uidgenerator.UidLayout;
import org.uidgenerator.worker.LeaseRequest;
import org.uidgenerator.worker.WorkerIdAssigner;
import org.uidgenerator.worker.WorkerLease;

/**
 * What every {@link WorkerIdAssigner} promises. A test class implements this interface and supplies the assigner; the
 * suite runs against one store for all its leases, with the clock standing at {@link #nowTick()}.
 */
public interface WorkerIdAssignerContract {
    /** A new assigner on the store of this test, as a freshly started process would make it. */
    WorkerIdAssigner newAssigner();

    /** What a generator wants that goes by the clock of this test. */
    default LeaseRequest request() {
        return LeaseRequest.of(UidLayout.DEFAULT);
    }

    /** The tick of now, for assigners that compare their leases with the clock. */
    default long nowTick() {
        return UidLayout.DEFAULT.tickAt(System.currentTimeMillis());
    }

    @Test
    default void givesWorkerIdsThatFitTheLayout() {
        WorkerLease lease = newAssigner().assignWorkerId(request());

        assertThat(lease.workerId()).isBetween(0L, UidLayout.DEFAULT.maxWorkerId());
    }

    @Test
    default void saysTheSameAtEachCall() {
        WorkerLease lease = newAssigner().assignWorkerId(request());

        assertThat(lease.workerId()).isEqualTo(lease.workerId());
        assertThat(lease.firstTick()).isEqualTo(lease.firstTick()).isNotNegative();
    }

    @Test
    default void reservesTicksInAscendingOrderAndAgain() {
        WorkerLease lease = newAssigner().assignWorkerId(request());
        long first = Math.max(nowTick(), lease.firstTick());

        lease.reserve(first);
        lease.reserve(first + 1);
        lease.reserve(first);
        lease.reserve(first + 10_000);
    }

    @Test
    default void givesNoTickOfAWorkerIdToTwoHoldersAtATime() throws Exception {
        int holders = 20;
        List<WorkerLease> leases = new ArrayList<>();
        ExecutorService executor = Executors.newFixedThreadPool(8);
        try {
            List<CompletableFuture<WorkerLease>> launches = new ArrayList<>();
            for (int i = 0; i < holders; i++) {
                launches.add(CompletableFuture.supplyAsync(() -> newAssigner().assignWorkerId(request()), executor));
            }
            for (CompletableFuture<WorkerLease> launch : launches) {
                leases.add(launch.get());
            }
        } finally {
            executor.shutdown();
        }

        assertThat(leases).extracting(WorkerLease::workerId).doesNotHaveDuplicates();
    }

    @Test
    default void letsTheNextHolderStartAboveTheLastTickOfTheOneBefore() {
        WorkerLease before = newAssigner().assignWorkerId(request());
        long lastTick = Math.max(nowTick(), before.firstTick()) + 100;
        before.reserve(lastTick);
        before.release(lastTick);

        WorkerLease after = newAssigner().assignWorkerId(request());

        if (after.workerId() == before.workerId()) {
            assertThat(after.firstTick()).isGreaterThan(lastTick);
        }
    }
}
