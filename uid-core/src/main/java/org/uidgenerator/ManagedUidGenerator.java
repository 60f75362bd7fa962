package org.uidgenerator;

/**
 * A generator that can be watched, suspended and resumed by the code that operates it: metrics, health checks,
 * containers. All methods may be called from any thread.
 */
public interface ManagedUidGenerator extends UidGenerator {

    /**
     * {@return a snapshot of what the generator is doing; of a closed one, what it was doing when it was closed} Takes
     * some microseconds and is meant to be called now and then, not per UID.
     */
    UidGeneratorStatus status();

    /**
     * Gives the worker id back until {@link #resume()}, so that a snapshot of the process can be taken and restored
     * more than once. Each restored copy takes a worker id of its own, and no buffered UID is handed out by two copies.
     * A UID that a thread already holds is copied with the snapshot, so let callers finish first. Calls that wait for a
     * UID fail at once. Until {@link #resume()}, calls get a {@link UidGenerateException}. Does nothing if the
     * generator is suspended or closed.
     */
    void suspend();

    /**
     * Takes a worker id and continues after {@link #suspend()}, above all UIDs handed out before. Does nothing if the
     * generator is running.
     *
     * @throws UidGenerateException if the generator is closed, no worker id can be taken, its store reserves no tick
     *     within five seconds, or the generator is still giving the previous one back; it stays suspended, and this may
     *     be called again
     */
    void resume();
}
