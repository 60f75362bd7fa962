package org.uidgenerator.simulation;

/** What happens to a transaction of a process. */
enum StoreFault {
    NONE,

    /** The connection is lost, and nothing was written. */
    LOST_BEFORE_COMMIT,

    /** The connection is lost, and all was written. */
    LOST_AFTER_COMMIT,

    /** The connection is lost, and all is written some time later, or never. */
    LOST_AND_COMMITTED_LATER,

    /** The database refuses, since another was faster. */
    CONFLICT
}
