package org.uidgenerator.simulation;

/** What happens to a transaction of a process. */
enum StoreFault {
    NONE,

    /** The connection is lost, and nothing was written. */
    LOST_BEFORE_COMMIT,

    /** The connection is lost, and everything was written. */
    LOST_AFTER_COMMIT,

    /** The connection is lost, and everything is written some time later, or never. */
    LOST_AND_COMMITTED_LATER,

    /** The database refuses, because another process was faster. */
    CONFLICT
}
