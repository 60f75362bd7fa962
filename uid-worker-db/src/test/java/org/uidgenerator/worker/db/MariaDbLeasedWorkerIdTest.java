package org.uidgenerator.worker.db;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.uidgenerator.jdbc.DisturbedDataSource;
import org.uidgenerator.testing.MariaDbServer;
import org.uidgenerator.worker.WorkerLease;

@Tag("proof")
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class MariaDbLeasedWorkerIdTest extends LeasedWorkerIdSuite {
    @Override
    String newDatabaseUrl() {
        MariaDbServer server = MariaDbServer.shared();
        return server.url(server.newDatabase());
    }

    @Override
    String script() {
        return "worker-lease-mariadb.sql";
    }

    /** Some users have their driver count changed rows instead of found ones. */
    @Test
    void understandsADriverThatCountsChangedRowsOnly() {
        DisturbedDataSource disturbed =
                new DisturbedDataSource(new DriverManagerDataSource(pool.getJdbcUrl() + "&useAffectedRows=true"));
        WorkerLease lease = start(on(disturbed));
        long reserved = column("RESERVED_THROUGH", 0);

        disturbed.next(DisturbedDataSource.Commit.LOST_AFTERWARDS);
        lease.reserve(reserved + 1);

        assertThat(column("RESERVED_THROUGH", 0)).isEqualTo(reserved + 600);
    }
}
