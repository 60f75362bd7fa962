package org.uidgenerator.worker.lease;

import java.net.InetAddress;
import java.net.UnknownHostException;

/**
 * Whoever wants worker ids.
 *
 * @param name what rows call it
 * @param isSticky whether the name is its own in other lives, too, so that it comes back to the worker ids that it had before
 */
record Holder(String name, boolean isSticky) {

    /**
     * A process without a name of its own. It is not sticky: containers number their processes from 1, so another one may be called
     * the same.
     */
    static Holder thisProcess() {
        return new Holder(localHostName() + ":" + ProcessHandle.current().pid(), false);
    }

    private static String localHostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "unknown"; // a machine without a name in its DNS can make UIDs all the same
        }
    }

    /** Returns whether it comes back to the worker id of a row, once that is free. */
    boolean comesBackTo(LeaseRow row) {
        return isSticky && name.equals(row.holder());
    }
}
