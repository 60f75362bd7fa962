package org.uidgenerator.test.contract;

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
 * The promises of every {@link WorkerIdAssigner}. No tick of a worker id goes to two holders. A test class implements
 * this interface:
 *
 * <pre>{@code
 * class RackWorkerIdsTest implements WorkerIdAssignerContract {
 *     @Override
 *     public WorkerIdAssigner newAssigner() {
 *         return new RackWorkerIds(SERVER);
 *     }
 * }
 * }</pre>
 *
 * <p>Each test gives back what it takes, so that the worker ids may be the same in all tests.
 *
 * <p>Not checked are processes that crash, freeze or are cut off from their store. {@link WorkerLeaseStoreContract}
 * checks these for an assigner on leases; the author of any other assigner has to test them.
 *
 * <p>The interface needs JUnit Jupiter from 5.12 or 6 on the class path.
 */
public interface WorkerIdAssignerContract {
    /**
     * Makes an assigner, as a freshly started process would.
     *
     * @return an assigner on the store that all those returned here share
     */
    WorkerIdAssigner newAssigner();

    /**
     * Returns what generators want of the assigners.
     *
     * @return a request for the default layout; an assigner with a clock of its own needs one that has the same
     */
    default LeaseRequest request() {
        return LeaseRequest.of(UidLayout.DEFAULT);
    }

    /**
     * Returns the tick of now.
     *
     * @return the tick, by the clock of {@link #request()}
     */
    default long nowTick() {
        return UidLayout.DEFAULT.tickAt(System.currentTimeMillis());
    }

    /** Gives worker ids that fit the layout. */
    @Test
    default void givesWorkerIdsThatFitTheLayout() {
        WorkerLease lease = newAssigner().assignWorkerId(request());

        assertThat(lease.workerId()).isBetween(0L, UidLayout.DEFAULT.maxWorkerId());
        lease.release(lease.firstTick() - 1);
    }

    /** Lets a lease answer the same at each call. */
    @Test
    default void saysTheSameAtEachCall() {
        WorkerLease lease = newAssigner().assignWorkerId(request());

        assertThat(lease.workerId()).isEqualTo(lease.workerId());
        assertThat(lease.firstTick()).isEqualTo(lease.firstTick()).isNotNegative();
        lease.release(lease.firstTick() - 1);
    }

    /** Reserves ticks, in ascending order and those that are reserved already. */
    @Test
    default void reservesTicksInAscendingOrderAndAgain() {
        WorkerLease lease = newAssigner().assignWorkerId(request());
        long first = Math.max(nowTick(), lease.firstTick());

        lease.reserve(first);
        lease.reserve(first + 1);
        lease.reserve(first);
        lease.reserve(first + 10_000);
        lease.release(first + 10_000);
    }

    /**
     * Gives 20 starts at the same time 20 worker ids.
     *
     * @throws Exception if a start fails
     */
    @Test
    default void givesNoTickOfAWorkerIdToTwoHoldersAtATime() throws Exception {
        int holders = 20;
        List<WorkerLease> leases = new ArrayList<>();
        ExecutorService executor = Executors.newFixedThreadPool(8);
        try {
            List<CompletableFuture<WorkerLease>> starts = new ArrayList<>();
            for (int i = 0; i < holders; i++) {
                starts.add(CompletableFuture.supplyAsync(() -> newAssigner().assignWorkerId(request()), executor));
            }
            for (CompletableFuture<WorkerLease> start : starts) {
                leases.add(start.get());
            }
        } finally {
            executor.shutdown();
        }

        assertThat(leases).extracting(WorkerLease::workerId).doesNotHaveDuplicates();
        leases.forEach(lease -> lease.release(lease.firstTick() - 1));
    }

    /** Lets the next holder of a worker id start above the last tick of the one before. */
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
        after.release(after.firstTick() - 1);
    }
}
