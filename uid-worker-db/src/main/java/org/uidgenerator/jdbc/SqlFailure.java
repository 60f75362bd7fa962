package org.uidgenerator.jdbc;

/** The meaning of a failed statement for a store. Databases say it in states and codes of their own. */
public enum SqlFailure {
    /** There is no such table. A database that hides tables says so too if the user may not read one. */
    NO_SUCH_TABLE,

    /** The database user lacks a right. */
    MISSING_RIGHT,

    /** A row with the same key is there. Needed only if Spring does not translate it to a duplicate key. */
    DUPLICATE_KEY,

    /** The statement has waited too long for what another transaction has locked. */
    LOCK_TIMEOUT,

    /** The database has rolled the transaction back to end a deadlock. */
    DEADLOCK,

    /** The row was written after the transaction had begun to read. */
    STALE_SNAPSHOT
}
