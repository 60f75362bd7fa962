package org.uidgenerator.generator;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.uidgenerator.worker.WorkerLease;

/**
 * In a flight recording: a generator has taken, lost or given back a worker id. It costs as much as
 * {@link RefillEvent}.
 */
@Name("org.uidgenerator.Lease")
@Label("Worker Lease Change")
@Description("A UID generator has taken, lost or given back a worker id")
@Category("UID Generator")
@StackTrace(false)
final class LeaseEvent extends Event {
    @Label("Change")
    String change = "";

    @Label("Worker Id")
    long workerId;

    @Label("Term")
    @Description("The fencing number of the lease, 0 if it has none")
    long term;

    static void commit(String change, WorkerLease lease) {
        LeaseEvent event = new LeaseEvent();
        if (event.shouldCommit()) {
            event.change = change;
            event.workerId = lease.workerId();
            event.term = lease.state().term().orElse(0);
            event.commit();
        }
    }
}
