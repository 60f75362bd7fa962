package org.uidgenerator.cli;

import org.uidgenerator.worker.WorkerIdAssigner;

/** Assigns a worker id, and releases what that took. */
interface WorkerIdSource extends WorkerIdAssigner, AutoCloseable {
    /** Call this when the generator has been closed. */
    @Override
    void close();
}
