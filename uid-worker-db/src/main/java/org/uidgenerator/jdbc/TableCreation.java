package org.uidgenerator.jdbc;

/**
 * The databases on which a store may create its table if there is none. It runs the script that a database
 * administrator would run, from {@code sql/} or the {@link SqlDialect}; a schema is never created.
 */
public enum TableCreation {
    /** On each database: the database user needs the privilege to create tables until there is one. */
    ALWAYS,

    /** On embedded databases only, that is those in memory or in a file of this process. */
    EMBEDDED,

    /** On none: without the table there are no ids. */
    NEVER
}
