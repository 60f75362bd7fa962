package org.uidgenerator;

import java.util.Optional;

/**
 * Where a store keeps the {@link IdSpace} that its leases or counters belong to. It is written once, never changed, and
 * lost only together with them. Its methods may be called from any thread, and throw what other calls of the store
 * throw.
 */
public interface IdSpaceRecord {
    /**
     * Returns the name of the id space.
     *
     * @return such as the namespace; the same at each call
     */
    String name();

    /**
     * Reads the id space. The answer is as current as that to other reads of the store.
     *
     * @return the id space, or empty if none has been made
     */
    Optional<IdSpace> find();

    /**
     * Writes an id space unless there is one, in one step.
     *
     * @param space the id space
     * @return whether it was written; if not, there is one, or another process is just writing it
     */
    boolean insert(IdSpace space);
}
