package org.uidgenerator.worker.lease;

import org.uidgenerator.internal.LocalHost;

/**
 * A process that wants worker ids.
 *
 * @param name what rows call it
 * @param isSticky whether it has the same name after a restart, so that it comes back to the worker ids that it had
 *     before
 */
record Holder(String name, boolean isSticky) {

    /**
     * A process without a name of its own. It is not sticky: containers number their processes from 1, so another
     * process may have the same name.
     */
    static Holder thisProcess(String host) {
        return new Holder(LocalHost.thisProcess(host), false);
    }

    /** Returns whether it comes back to the worker id of a row, once that is free. */
    boolean comesBackTo(LeaseRow row) {
        return isSticky && name.equals(row.holder());
    }
}
