package org.uidgenerator.worker.db;

/** Takes out what keeps two holders of a worker id apart, to show that tests and harnesses see the duplicates then. */
public final class Unfenced {
    private Unfenced() {}

    /** Has reservations succeed whoever holds the worker id, and whatever has been reserved since. */
    public static LeasedWorkerIdAssigner.Builder unfenced(LeasedWorkerIdAssigner.Builder builder) {
        return builder.fence("(" + WorkerLeaseTable.FENCE + " OR 0 = 0)");
    }
}
