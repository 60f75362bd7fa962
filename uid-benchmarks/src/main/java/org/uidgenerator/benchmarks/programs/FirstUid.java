package org.uidgenerator.benchmarks.programs;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import org.uidgenerator.generator.CachedUidGenerator;
import org.uidgenerator.worker.db.DisposableWorkerIdAssigner;

/**
 * The time from a running connection pool to the first UID, including the creation of the table.
 *
 * @param coldMillis the time if only the pool has run in the JVM, most of it for loading classes, Spring's above all
 * @param warmMillis the next time in the same JVM, on another new database
 */
public record FirstUid(double coldMillis, double warmMillis) {

    public static void main(String[] args) throws SQLException {
        try (HikariDataSource one = newPool("one");
                HikariDataSource other = newPool("other")) {
            double coldMillis = millisToFirstUid(one);
            ChildJvm.report(new FirstUid(coldMillis, millisToFirstUid(other)));
        }
    }

    private static HikariDataSource newPool(String database) throws SQLException {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl("jdbc:h2:mem:" + database);
        HikariDataSource pool = new HikariDataSource(config);
        try (Connection connection = pool.getConnection()) {
            connection.isValid(1);
        }
        return pool;
    }

    private static double millisToFirstUid(HikariDataSource pool) {
        long startNanos = System.nanoTime();
        try (CachedUidGenerator generator =
                CachedUidGenerator.builder(new DisposableWorkerIdAssigner(pool)).build()) {
            generator.getUID();
            return (System.nanoTime() - startNanos) / 1e6;
        }
    }
}
