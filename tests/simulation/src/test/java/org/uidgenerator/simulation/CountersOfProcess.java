package org.uidgenerator.simulation;

import org.jspecify.annotations.Nullable;
import org.uidgenerator.PendingWrite;
import org.uidgenerator.StoreException;
import org.uidgenerator.StoreIdentity;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidRange;
import org.uidgenerator.segment.SegmentStore;

/** The counters as one process reaches them. */
final class CountersOfProcess implements SegmentStore {
    private final SegmentSimulation simulation;
    private final SegmentProcess process;

    CountersOfProcess(SegmentSimulation simulation, SegmentProcess process) {
        this.simulation = simulation;
        this.process = process;
    }

    /** Generators begin and confirm. */
    @Override
    public UidRange take(String tag, long length) {
        throw new UnsupportedOperationException();
    }

    @Override
    public PendingWrite<UidRange> beginTake(@Nullable StoreIdentity identity, String tag, long length) {
        requireInBounds(length);
        CounterStore store = simulation.store();
        long began = simulation.ledger().nextEvent();
        long seen = store.taken(tag);
        long crashes = store.crashes(); // a connection ends with the store
        simulation.delay(process); // the request is on its way
        requireThere();
        StoreFault fault = simulation.nextFault();
        if (fault == StoreFault.LOST_AND_COMMITTED_LATER) {
            store.holdBack(tag, length);
        }
        if (fault == StoreFault.CONFLICT) {
            throw new UidGenerateException("the row is locked");
        }
        if (fault == StoreFault.LOST_BEFORE_COMMIT || fault == StoreFault.LOST_AND_COMMITTED_LATER) {
            throw new StoreException("no answer", null);
        }
        boolean isWeak = simulation.weakness() == SegmentWeakness.READS_BEFORE_IT_RAISES;
        UidRange range = CounterStore.next(
                isWeak ? seen : store.taken(tag),
                length,
                simulation.chance().pick(simulation.plan().steps()));
        boolean isLost = fault == StoreFault.LOST_AFTER_COMMIT;
        if (!isLost || simulation.weakness() != SegmentWeakness.REPEATS_A_LOST_ANSWER) {
            store.raise(tag, range.last());
        }
        simulation.ledger().taken(process, tag, range, began);
        simulation.delay(process); // the answer is on its way
        requireThere();
        if (isLost && simulation.weakness() != SegmentWeakness.REPEATS_A_LOST_ANSWER) {
            throw new StoreException("no answer", null);
        }
        return resting(range, crashes);
    }

    /** If numbers are further apart, nothing is taken back, because the step may change. */
    @Override
    public boolean giveBack(StoreIdentity identity, String tag, UidRange rest) {
        if (rest.increment() != 1) {
            return false;
        }
        simulation.delay(process); // the request is on its way
        requireThere();
        StoreFault fault = simulation.nextFault();
        if (fault == StoreFault.LOST_AND_COMMITTED_LATER) {
            simulation.store().holdBack(tag, rest);
        }
        if (fault == StoreFault.LOST_BEFORE_COMMIT || fault == StoreFault.LOST_AND_COMMITTED_LATER) {
            throw new StoreException("no answer", null);
        }
        boolean given = fault != StoreFault.CONFLICT && simulation.store().lower(tag, rest);
        simulation.delay(process); // the answer is on its way
        requireThere();
        if (fault == StoreFault.LOST_AFTER_COMMIT) {
            throw new StoreException("no answer", null);
        }
        return given;
    }

    private PendingWrite<UidRange> resting(UidRange range, long crashes) {
        if (!simulation.plan().losesSeconds() || simulation.weakness() == SegmentWeakness.NO_REST) {
            return PendingWrite.confirmed(range);
        }
        long start = simulation.nanos();
        return PendingWrite.of(
                () -> CounterStore.GRACE.minusNanos(simulation.nanos() - start).minus(process.timeAfterDeath()), () -> {
                    simulation.delay(process);
                    requireThere();
                    if (simulation.store().crashes() != crashes) {
                        throw new StoreException("lost in a crash", null);
                    }
                    return range;
                });
    }

    private void requireThere() {
        if (process.isDead() || simulation.storeIsAway()) {
            throw new StoreException("the store is unavailable", null);
        }
    }

    /**
     * A counter that went back is made up for by a longer range. It looks like one to a process that has given back all
     * that it had if the processes before it have done so, too.
     */
    private void requireInBounds(long length) {
        SegmentPlan plan = simulation.plan();
        if (length < plan.minStep()
                || (length > plan.maxStep()
                        && !plan.goesBack()
                        && !simulation.store().wasLowered())) {
            simulation.ledger().violated(process + " takes " + length + " numbers at once", null);
        }
    }

    @Override
    public String toString() {
        return "SIMULATED";
    }
}
