package org.uidgenerator;

import java.util.Optional;

/**
 * The place in a store of the {@link StoreIdentity} that its leases or counters belong to. It is written once, never
 * changed, and lost only together with them. Its methods may be called from any thread, and throw what other calls of
 * the store throw.
 */
public interface StoreIdentityRecord {
    /** {@return the name of the store identity, such as the namespace; the same at each call} */
    String name();

    /**
     * Reads the store identity. The answer is as current as that to other reads of the store.
     *
     * @return the store identity, or empty if none has been made
     */
    Optional<StoreIdentity> find();

    /**
     * Writes a store identity unless there is one, in one step.
     *
     * @param identity the store identity
     * @return whether it was written; if not, there is one, or another process is just writing it
     */
    boolean insert(StoreIdentity identity);
}
