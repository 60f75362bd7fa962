package org.uidgenerator.jdbc;

/**
 * A statement, or a part of one, in which SQL databases differ. {@link SqlDialect.Builder#sql} sets it; a dialect has
 * none by default, unless another default is named here.
 */
public enum SqlPiece {
    /** The end of the names of the scripts in {@code sql/}, such as {@code h2}. */
    SCRIPT_SUFFIX,

    /**
     * The expression that converts <code>{moment}</code>, a time stamp, to the seconds since 1970, with as many
     * decimals as there are. Default <code>{moment}</code>, so that the driver converts it, which may depend on the
     * time zones of database and process.
     */
    EPOCH_SECONDS,

    /**
     * The query for the time of the database, as a time stamp or the seconds since 1970. Default {@code VALUES
     * (CURRENT_TIMESTAMP)}.
     */
    NOW,

    /**
     * The statement with which a transaction begins. It should make the transaction wait for a locked row for about two
     * seconds, so that a process that froze in the middle of one does not block others for longer, and see UTC if
     * columns do not know their time zone.
     */
    SET,

    /** The statement with which a transaction ends, unless what was set ends with it: others share its connection. */
    SET_BACK,

    /**
     * The query that finds a row if a table exists. Its parameter is the name of the table, which may have a schema and
     * a dot before it. Without it, the catalogue leaves out tables that the user may not read, and a failed statement
     * does no harm to its transaction.
     */
    TABLE_LOOKUP,

    /**
     * The query for the rights of the database user, as <code>GRANT SELECT ON `shop`.* TO `orders`@`%`</code>, for a
     * database whose catalogue leaves out tables that the user may not read. If the user may read the whole schema, a
     * table that the driver does not list is missing.
     */
    GRANTS,

    /**
     * The query for the database user as {@code GRANT} names it, for messages about missing rights. Default
     * {@code VALUES (CURRENT_USER)}.
     */
    GRANTEE,

    /** The right on a schema without which a right on its tables is useless, such as {@code USAGE}. */
    SCHEMA_RIGHT,

    /**
     * The query for whether row-level security is on for the database user, who has all of the rights that the first
     * parameter lists, on the table that the second one names.
     */
    ROW_SECURITY,

    /** The query for the engine of a table in which a rollback changes nothing, by its schema and its name. */
    ENGINE_WITHOUT_ROLLBACK,

    /**
     * The query for the clause of {@code ALTER TABLE} that makes a table keep its rows when the database stops or
     * crashes, by its schema and its name. Answers nothing if it keeps them.
     */
    KEEP_ROWS,

    /** The regular expression for the whole JDBC URLs of databases in this process. */
    EMBEDDED_URL,

    /** The statement that brings the commits of an embedded database to the disk. Without it, a commit does that. */
    FLUSH,

    /**
     * The statement that adds <code>{step}</code> to a gapless number in <code>{table}</code> and locks its row, or
     * inserts it if there is none. Its parameter is the name of the row. Without it, that takes an update, and an
     * insert if that found no row.
     */
    UPSERT,

    /**
     * The clause with which a query locks the row that it reads. Without it, an update that changes nothing does, which
     * each database understands.
     */
    FOR_UPDATE,

    /**
     * The clause that ends an {@code INSERT} which writes nothing if there is a row of its key, for a database that
     * logs each statement that fails. Without it, the statement fails.
     */
    IF_ABSENT
}
