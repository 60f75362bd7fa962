package org.uidgenerator.worker;

import java.util.Objects;
import org.uidgenerator.OptionException;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;

/**
 * Puts a data centre in front of the worker ids of another assigner, so that each data centre can assign worker ids
 * from a store of its own. The worker ids of that assigner then become {@linkplain UidLayout#workerId machine ids}, and
 * no two data centres have a worker id in common.
 *
 * <p>The operator must ensure that no two data centres have the same id. The layout needs
 * {@linkplain UidLayout.Builder#dataCenterBits bits} for it.
 *
 * <p>Immutable.
 */
public final class DataCenterWorkerIdAssigner implements WorkerIdAssigner {
    private final long dataCenterId;
    private final WorkerIdAssigner machineIdAssigner;

    /**
     * Makes an assigner for a data centre.
     *
     * @param dataCenterId the data centre, not negative
     * @param machineIdAssigner assigns worker ids of the {@linkplain UidLayout#withinDataCenter() layout within a data
     *     centre}
     * @throws IllegalArgumentException if {@code dataCenterId} is negative
     */
    public DataCenterWorkerIdAssigner(long dataCenterId, WorkerIdAssigner machineIdAssigner) {
        if (dataCenterId < 0) {
            throw new OptionException("dataCenterId", dataCenterId, "must not be negative");
        }
        this.dataCenterId = dataCenterId;
        this.machineIdAssigner = Objects.requireNonNull(machineIdAssigner, "machineIdAssigner");
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalArgumentException if the data centre, or the machine id, does not fit the layout; a machine id
     *     that does not fit is given back
     */
    @Override
    public WorkerLease assignWorkerId(LeaseRequest request) {
        UidLayout layout = Objects.requireNonNull(request, "request").layout();
        layout.workerId(dataCenterId, 0); // before a machine id is taken
        WorkerLease machine = machineIdAssigner.assignWorkerId(request.withinDataCenter(dataCenterId));
        try {
            return new Lease(layout.workerId(dataCenterId, machine.workerId()), machine);
        } catch (IllegalArgumentException e) {
            try {
                machine.release(machine.firstTick() - 1);
            } catch (UidGenerateException unreleased) {
                e.addSuppressed(unreleased);
            }
            throw e;
        }
    }

    @Override
    public int mostWorkerIds() {
        return machineIdAssigner.mostWorkerIds();
    }

    @Override
    public boolean asksStore() {
        return machineIdAssigner.asksStore();
    }

    private record Lease(long workerId, WorkerLease machine) implements WorkerLease {
        @Override
        public long firstTick() {
            return machine.firstTick();
        }

        @Override
        public long latestTick(long currentTick) {
            return machine.latestTick(currentTick);
        }

        @Override
        public void reserve(long tick) {
            machine.reserve(tick);
        }

        @Override
        public boolean isRevoked() {
            return machine.isRevoked();
        }

        @Override
        public LeaseState state() {
            return machine.state();
        }

        @Override
        public void beginRelease(long lastTick) {
            machine.beginRelease(lastTick);
        }

        @Override
        public void release(long lastTick) {
            machine.release(lastTick);
        }
    }
}
