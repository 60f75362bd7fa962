package org.uidgenerator.worker.db;

/** What happens to processes and databases. */
enum Fault {
    /** SIGKILL, and another process in its place. */
    PROCESS_KILL,

    /** SIGTERM, which gives the worker id back, and another process in its place. */
    PROCESS_END,

    /** A restart with the clock set back by hours. */
    CLOCK_BACK,

    /** A restart with the clock set forward by hours. */
    CLOCK_FORWARD,

    /** SIGSTOP until the worker id has been taken over, then SIGCONT. */
    PROCESS_FREEZE,

    /** SIGTERM or the like to the database, and its start. */
    DATABASE_STOP,

    /** SIGKILL to the database, and its start. */
    DATABASE_KILL,

    /** SIGSTOP to the database for longer than the driver's time-out, then SIGCONT. */
    DATABASE_FREEZE
}
