package org.uidgenerator.cli;

import org.uidgenerator.worker.WorkerIdAssigner;

/** Gives a worker id, and lets go of what it took to do so. */
interface WorkerIdSource extends WorkerIdAssigner, AutoCloseable {
    /** Call this when the generator has been closed. */
    @Override
    void close();
}
