package org.uidgenerator.worker.db;

/**
 * The databases on which an assigner may create its table if there is none. It runs the script in {@code sql/} that a
 * database administrator would run; a schema is never created.
 */
public enum TableCreation {
    /** On each database: the database user needs the privilege to create tables until there is one. */
    ALWAYS,

    /** On embedded databases only, that is H2 in memory or in a file of this process. */
    EMBEDDED,

    /** On none: without the table there is no worker id. */
    NEVER
}
