package org.uidgenerator.worker;

import org.uidgenerator.UidLayout;

/**
 * Puts a data centre in front of the worker ids of another assigner, so that each data centre can give worker ids from a store
 * of its own: what it gives are {@linkplain UidLayout#workerId machine ids} then, and no two data centres have a worker id in
 * common.
 *
 * <p>The operator's duty is that no two data centres have the same id. The layout needs {@linkplain
 * UidLayout.Builder#dataCenterBits bits} for it.
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
     * @param machineIdAssigner gives worker ids of the {@linkplain UidLayout#withinDataCenter() layout within a data centre}
     * @throws IllegalArgumentException if {@code dataCenterId} is negative
     */
    public DataCenterWorkerIdAssigner(long dataCenterId, WorkerIdAssigner machineIdAssigner) {
        if (dataCenterId < 0) {
            throw new IllegalArgumentException("dataCenterId must not be negative: dataCenterId=" + dataCenterId);
        }
        this.dataCenterId = dataCenterId;
        this.machineIdAssigner = machineIdAssigner;
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalArgumentException if the data centre, or the machine id, does not fit the layout
     */
    @Override
    public WorkerLease assignWorkerId(UidLayout layout) {
        layout.workerId(dataCenterId, 0); // before a machine id is taken
        WorkerLease machine = machineIdAssigner.assignWorkerId(layout.withinDataCenter());
        return new Lease(layout.workerId(dataCenterId, machine.workerId()), machine);
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
        public void release(long lastTick) {
            machine.release(lastTick);
        }
    }
}
