package org.uidgenerator.crash;

/** A fault of a process or of the store. */
enum Fault {
    /** SIGKILL, and another process in its place. */
    PROCESS_KILL,

    /** SIGTERM, which gives the worker id back, and another process in its place. */
    PROCESS_END,

    /** A restart with the clock set back by hours. */
    CLOCK_BACK,

    /** A restart with the clock set forward by hours. */
    CLOCK_FORWARD,

    /** The clock of a running process is set back by seconds. */
    CLOCK_STEP_BACK,

    /** The clock of a running process is set forward by seconds. */
    CLOCK_STEP_FORWARD,

    /** SIGSTOP until the worker id has been taken over, then SIGCONT. */
    PROCESS_FREEZE,

    /** SIGTERM or the like to the server of the store, and its start. */
    STORE_STOP,

    /** SIGKILL to the server, and its start. The writes that it may lose are lost. */
    STORE_KILL,

    /** SIGSTOP to the server for longer than the client's time-out, then SIGCONT. */
    STORE_FREEZE
}
