package org.uidgenerator.persistence.internal;

import reactor.blockhound.BlockHound;
import reactor.blockhound.integration.BlockHoundIntegration;

/**
 * Tells BlockHound, which some tests of applications install, that an event loop may take the UIDs that are ready: it
 * may meet a lock there that another thread holds for as long as it moves a few numbers in memory, and never one that
 * is held while a store is asked or a UID is waited for.
 */
public final class BlockHoundLocks implements BlockHoundIntegration {
    /** Called by BlockHound. */
    public BlockHoundLocks() {}

    @Override
    public void applyTo(BlockHound.Builder builder) {
        builder.allowBlockingCallsInside(UidTarget.class.getName(), "takeReady");
    }
}
