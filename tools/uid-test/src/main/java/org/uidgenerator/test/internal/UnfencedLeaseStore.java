package org.uidgenerator.test.internal;

import org.uidgenerator.worker.lease.store.Fence;
import org.uidgenerator.worker.lease.store.LeaseRow;
import org.uidgenerator.worker.lease.store.WorkerLeaseStore;

/**
 * A store without what keeps two holders of a worker id apart, to show that tests and harnesses see the duplicates
 * then. Reservations succeed although another process holds the worker id, and whatever has been reserved since.
 */
public final class UnfencedLeaseStore extends DelegatingLeaseStore {
    public UnfencedLeaseStore(WorkerLeaseStore store) {
        super(store);
    }

    @Override
    public boolean update(Fence expected, LeaseRow row) {
        boolean isReservation = row.term() == expected.term() && row.held();
        if (!isReservation) {
            return super.update(expected, row);
        }
        LeaseRow found = find(row.workerId()).orElse(null);
        while (found != null) {
            LeaseRow wanted = new LeaseRow(
                    row.workerId(),
                    found.term(),
                    row.reservedThrough(),
                    row.nextReservation(),
                    found.layout(),
                    found.holder(),
                    found.held());
            Fence none = Fence.ofTerm(found.term());
            if (super.update(none, wanted)) {
                return true;
            }
            found = find(row.workerId()).orElse(null);
        }
        return false;
    }
}
