package org.uidgenerator.worker.db;

import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.uidgenerator.testing.MariaDbServer;

@Tag("proof")
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class MariaDbChosenWorkerIdTest extends UtcColumnsSuite {
    @Override
    String newDatabaseUrl() {
        MariaDbServer server = MariaDbServer.shared();
        return server.url(server.newDatabase());
    }

    @Override
    DataSource userOfLeasesOnly() {
        jdbc.execute("CREATE USER IF NOT EXISTS 'leases_only'@'127.0.0.1'");
        jdbc.execute("GRANT SELECT, INSERT, UPDATE, DELETE ON WORKER_LEASE TO 'leases_only'@'127.0.0.1'");
        return new DriverManagerDataSource(pool.getJdbcUrl().replace("user=root", "user=leases_only"));
    }
}
