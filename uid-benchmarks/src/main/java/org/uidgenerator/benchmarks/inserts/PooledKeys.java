package org.uidgenerator.benchmarks.inserts;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Keys of a range that a writer fetches for all, when the range before is used up. */
final class PooledKeys implements KeyMaker {
    private final Target target;
    private final DataSource pool;
    private long next;
    private long end;

    PooledKeys(Target target, DataSource pool) {
        this.target = target;
        this.pool = pool;
    }

    @Override
    public synchronized Long next(Connection connection) throws SQLException {
        if (next == end) {
            next = target.nextPool(pool);
            end = next + Target.POOL;
        }
        return next++;
    }
}
