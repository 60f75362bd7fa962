package org.uidgenerator.benchmarks.inserts;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import me.ahoo.cosid.segment.IdSegmentDistributor;

/**
 * The counter of CosId in the table {@code counter}, with the statements and the step that CosId has for JDBC. A range
 * commits on a connection of its own.
 */
final class CounterRow implements IdSegmentDistributor {
    static final String TABLE = "CREATE TABLE counter (last BIGINT NOT NULL)";
    static final String ROW = "INSERT INTO counter VALUES (0)";

    private final DataSource pool;

    CounterRow(DataSource pool) {
        this.pool = pool;
    }

    @Override
    public String getNamespace() {
        return "benchmarks";
    }

    @Override
    public String getName() {
        return "rows";
    }

    @Override
    public long getStep() {
        return DEFAULT_STEP;
    }

    @Override
    public long nextMaxId(long step) {
        try (Connection connection = pool.getConnection()) {
            connection.setAutoCommit(false);
            Target.execute(connection, "UPDATE counter SET last = last + " + step);
            long last = (long) Target.number(connection, "SELECT last FROM counter");
            connection.commit();
            return last;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
