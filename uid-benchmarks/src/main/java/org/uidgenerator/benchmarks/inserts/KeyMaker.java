package org.uidgenerator.benchmarks.inserts;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The source of the primary keys of all writers of a run. */
interface KeyMaker extends AutoCloseable {

    /**
     * Returns the key of the next row, as JDBC takes it; null if the database makes it while it inserts the row.
     *
     * @param connection that of the writer
     */
    @Nullable
    Object next(Connection connection) throws SQLException;

    @Override
    default void close() {}
}
