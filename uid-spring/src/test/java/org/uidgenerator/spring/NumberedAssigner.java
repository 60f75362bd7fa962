package org.uidgenerator.spring;

import java.util.concurrent.atomic.AtomicLong;
import org.uidgenerator.worker.LeaseRequest;
import org.uidgenerator.worker.WorkerIdAssigner;
import org.uidgenerator.worker.WorkerLease;

/** Gives the worker ids 1, 2, 3, and so on. */
final class NumberedAssigner implements WorkerIdAssigner {
    final AtomicLong given = new AtomicLong();

    @Override
    public WorkerLease assignWorkerId(LeaseRequest request) {
        return WorkerLease.neverReused(given.incrementAndGet());
    }
}
