package org.uidgenerator.worker.db;

import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

class H2ChosenWorkerIdTest extends ChosenWorkerIdSuite {
    @Override
    String newDatabaseUrl() {
        return "jdbc:h2:mem:h2ChosenWorkerIdTest";
    }

    @Override
    DataSource userOfLeasesOnly() {
        jdbc.execute("CREATE USER IF NOT EXISTS LEASES_ONLY PASSWORD ''");
        jdbc.execute("GRANT SELECT, INSERT, UPDATE, DELETE ON WORKER_LEASE TO LEASES_ONLY");
        return new DriverManagerDataSource(pool.getJdbcUrl(), "LEASES_ONLY", "");
    }
}
