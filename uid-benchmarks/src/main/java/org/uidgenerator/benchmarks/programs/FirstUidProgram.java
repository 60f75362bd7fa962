package org.uidgenerator.benchmarks.programs;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import org.uidgenerator.impl.CachedUidGenerator;
import org.uidgenerator.worker.db.DisposableWorkerIdAssigner;

/** From a pool that is up to the first UID, in a JVM that has not done so before. Prints milliseconds. */
public final class FirstUidProgram {
    private FirstUidProgram() {}

    public static void main(String[] args) throws SQLException {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl("jdbc:h2:mem:first-uid");
        try (HikariDataSource pool = new HikariDataSource(config)) {
            try (Connection connection = pool.getConnection()) {
                connection.isValid(1);
            }
            long startNanos = System.nanoTime();
            try (CachedUidGenerator generator = CachedUidGenerator.builder(new DisposableWorkerIdAssigner(pool))
                    .build()) {
                long uid = generator.getUID();
                double millis = (System.nanoTime() - startNanos) / 1e6;
                generator.decode(uid);
                ChildJvm.report(millis);
            }
        }
    }
}
