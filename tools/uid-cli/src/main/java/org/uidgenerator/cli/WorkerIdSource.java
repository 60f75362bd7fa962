package org.uidgenerator.cli;

import org.uidgenerator.worker.WorkerIdAssigner;

/** Assigns a worker id, and releases the resources behind it. */
interface WorkerIdSource extends WorkerIdAssigner, AutoCloseable {
    /** Releases them. Call it after the generator was closed. */
    @Override
    void close();
}
