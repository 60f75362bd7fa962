package org.uidgenerator.fleet;

import java.time.Duration;
import org.uidgenerator.StoreException;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.worker.LeaseRequest;
import org.uidgenerator.worker.WorkerLease;
import org.uidgenerator.worker.WorkerLeaseLostException;
import org.uidgenerator.worker.lease.FleetSeams;
import org.uidgenerator.worker.lease.LeasedWorkerIds;

/** A process of a fleet: it starts, tries again if it is refused, and uses each tick as its clock shows it. */
final class FleetProcess {
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(10);
    private static final int MOST_DOUBLINGS = 5; // to about five minutes, as Kubernetes does
    private static final long SOONEST_NANOS = Duration.ofMillis(1).toNanos();

    private final FleetSimulation fleet;
    private final LeasedWorkerIds assigner;
    private long startedAt = -1;
    private WorkerLease lease;
    private Ledger.Tenure tenure;
    private long acquiredAt;
    private long lookedAt;
    private int refusals;
    private boolean gone;

    FleetProcess(FleetSimulation fleet) {
        this.fleet = fleet;
        assigner = FleetSeams.build(
                LeasedWorkerIds.builder(fleet.store()).reservation(fleet.plan().reservation()),
                fleet::now,
                fleet.random());
    }

    boolean hasLease() {
        return lease != null;
    }

    void start() {
        if (gone) {
            return;
        }
        if (startedAt < 0) {
            startedAt = fleet.now();
        }
        try {
            lease = assigner.assignWorkerId(
                    LeaseRequest.of(fleet.plan().layout()).withClock(fleet.clock()));
        } catch (UidGenerateException | StoreException e) {
            fleet.figures().refused();
            fleet.after(FIRST_PAUSE.multipliedBy(1L << Math.min(refusals++, MOST_DOUBLINGS)), this::start);
            return;
        }
        tenure = fleet.ledger().begin(lease.workerId(), lease.firstTick());
        acquiredAt = fleet.now();
        lookedAt = fleet.now();
        fleet.figures().started(Duration.ofNanos(fleet.now() - startedAt));
        work();
    }

    private void work() {
        if (gone || lease == null) {
            return;
        }
        if (use()) {
            long rest = FleetSeams.runDue(assigner);
            fleet.after(Duration.ofNanos(Math.max(SOONEST_NANOS, rest)), this::work);
        } else {
            lease = null;
            startedAt = fleet.now();
            start();
        }
    }

    /** Uses all ticks up to now that are reserved. Returns whether the worker id may be used any longer. */
    private boolean use() {
        long tick = fleet.plan().layout().tickAt(fleet.clock().millis());
        try {
            if (lease.isRevoked()) {
                return false;
            }
            lease.reserve(tick);
        } catch (WorkerLeaseLostException e) {
            return false;
        } catch (UidGenerateException e) {
            fleet.figures().withoutTicks(Duration.ofNanos(fleet.now() - lookedAt));
        }
        lookedAt = fleet.now();
        tenure.use(Math.min(tick, lease.state().usableThrough()));
        return true;
    }

    /** Says that the store has lost the last second. */
    void storeWentBack() {
        if (lease != null && acquiredAt > fleet.now() - Duration.ofSeconds(1).toNanos()) {
            tenure.forget();
        }
    }

    /** Ends in good order. */
    void stop() {
        if (lease != null && use()) {
            lease.release(tenure.last());
        }
        gone = true;
        assigner.close();
    }

    void kill() {
        if (lease != null) {
            use();
        }
        gone = true;
    }
}
