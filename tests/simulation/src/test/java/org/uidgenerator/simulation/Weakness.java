package org.uidgenerator.simulation;

import java.time.Duration;
import org.uidgenerator.PendingWrite;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.test.internal.DelegatingLeaseStore;
import org.uidgenerator.test.internal.UnfencedLeaseStore;
import org.uidgenerator.worker.WorkerLease;
import org.uidgenerator.worker.WorkerLeaseLostException;
import org.uidgenerator.worker.lease.store.Fence;
import org.uidgenerator.worker.lease.store.LeaseRow;
import org.uidgenerator.worker.lease.store.WorkerLeaseStore;

/** A rule that is removed from the code, to see that the simulation notices. */
enum Weakness {
    NONE,

    /** Reservations succeed whichever process holds the worker id. */
    NO_FENCE {
        @Override
        WorkerLeaseStore weaken(WorkerLeaseStore store) {
            return new UnfencedLeaseStore(store);
        }
    },

    /** Ticks are used without having been reserved. */
    NO_RESERVATION {
        @Override
        WorkerLease weaken(WorkerLease lease) {
            return new DelegatingLease(lease) {
                @Override
                public void reserve(long tick) {}
            };
        }
    },

    /** A generator forgets a lost lease, and with it that the lease was revoked. */
    FORGETS_REVOCATION {
        @Override
        WorkerLease weaken(WorkerLease lease) {
            return new DelegatingLease(lease) {
                private boolean lost;

                @Override
                public void reserve(long tick) {
                    try {
                        super.reserve(tick);
                    } catch (WorkerLeaseLostException e) {
                        lost = true;
                        throw e;
                    }
                }

                @Override
                public boolean isRevoked() {
                    return !lost && super.isRevoked();
                }
            };
        }
    },

    /** A worker id is given back with a tick below the last one claimed. */
    LOW_RELEASE {
        @Override
        WorkerLease weaken(WorkerLease lease) {
            return new DelegatingLease(lease) {
                @Override
                public void beginRelease(long lastTick) {
                    super.beginRelease(low(lastTick));
                }

                @Override
                public void release(long lastTick) {
                    super.release(low(lastTick));
                }

                private long low(long lastTick) {
                    return Math.max(firstTick() - 1, lastTick - 2);
                }
            };
        }
    },

    /** A generator does not continue above the UIDs that it is shown. */
    FORGETS_WHAT_IT_IS_SHOWN {
        @Override
        void advance(UidGenerator generator, long uid) {}
    },

    /** Redis loses the last second in a crash, and processes use the ticks of a write without waiting. */
    NO_REST {
        @Override
        boolean rests() {
            return false;
        }
    },

    /** As before, but only for reservations: what has begun counts as confirmed. */
    NO_CONFIRMATION {
        @Override
        WorkerLeaseStore weaken(WorkerLeaseStore store) {
            return new DelegatingLeaseStore(store) {
                @Override
                public PendingWrite<Boolean> beginUpdate(Fence expected, LeaseRow row) {
                    PendingWrite<Boolean> begun = store.beginUpdate(expected, row);
                    boolean rests = begun.untilConfirmable().compareTo(Duration.ZERO) > 0;
                    return PendingWrite.confirmed(rests || begun.confirm());
                }
            };
        }
    },

    /** Redis acknowledges writes that its replicas lack, and one of them is promoted. */
    NO_REPLICAS {
        @Override
        boolean awaitsReplicas() {
            return false;
        }
    };

    WorkerLeaseStore weaken(WorkerLeaseStore store) {
        return store;
    }

    WorkerLease weaken(WorkerLease lease) {
        return lease;
    }

    void advance(UidGenerator generator, long uid) {
        generator.advancePast(uid);
    }

    /** Whether a write counts only after it was read again, if a crash may lose the last writes. */
    boolean rests() {
        return true;
    }

    /** Whether a write is acknowledged only when replicas have it, if one of them may be promoted. */
    boolean awaitsReplicas() {
        return true;
    }
}
