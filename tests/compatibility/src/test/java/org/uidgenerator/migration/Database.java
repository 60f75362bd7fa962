package org.uidgenerator.migration;

import java.util.UUID;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcConnectionPool;
import org.springframework.jdbc.core.JdbcTemplate;
import org.uidgenerator.UidLayout;
import org.uidgenerator.generator.CachedUidGenerator;
import org.uidgenerator.jdbc.TableCreation;
import org.uidgenerator.worker.db.JdbcLeaseStore;
import org.uidgenerator.worker.lease.LeasedWorkerIds;

/** A database in memory that old and new processes share. */
final class Database implements AutoCloseable {
    private final JdbcConnectionPool pool = JdbcConnectionPool.create("jdbc:h2:mem:" + UUID.randomUUID(), "", "");
    private final JdbcTemplate jdbc = new JdbcTemplate(pool);

    DataSource source() {
        return pool;
    }

    JdbcTemplate jdbc() {
        return jdbc;
    }

    /** Starts a process with a worker id that it leases here. */
    CachedUidGenerator newProcess(UidLayout layout) {
        return newProcess(layout, 0, layout.maxWorkerId());
    }

    /** The same where only some worker ids are free. */
    CachedUidGenerator newProcess(UidLayout layout, long firstWorkerId, long lastWorkerId) {
        LeasedWorkerIds workerIds = LeasedWorkerIds.builder(JdbcLeaseStore.builder(pool)
                        .tableCreation(TableCreation.ALWAYS)
                        .build())
                .workerIds(firstWorkerId, lastWorkerId)
                .build();
        return CachedUidGenerator.builder(workerIds).layout(layout).build();
    }

    @Override
    public void close() {
        pool.dispose();
    }
}
