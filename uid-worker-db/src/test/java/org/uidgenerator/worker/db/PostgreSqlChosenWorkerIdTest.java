package org.uidgenerator.worker.db;

import static org.assertj.core.api.Assertions.assertThat;

import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.uidgenerator.UidLayout;
import org.uidgenerator.jdbc.TableCreation;
import org.uidgenerator.testing.PostgreSqlServer;
import org.uidgenerator.worker.LeaseRequest;

@Tag("proof")
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class PostgreSqlChosenWorkerIdTest extends ChosenWorkerIdSuite {
    @Override
    String newDatabaseUrl() {
        PostgreSqlServer server = PostgreSqlServer.shared();
        return server.url(server.newDatabase());
    }

    @Test
    void needsNoRightToReadATableThatIsNotThere() {
        assertThat(startAsUserOfLeasesOnly().workerId()).isZero();
    }

    @Test
    void leavesNoErrorInTheLogOfTheServer() {
        int before = log().length();

        startAsUserOfLeasesOnly(); // the first start creates the table, and there is no WORKER_NODE
        jdbc.execute("DROP TABLE WORKER_LEASE");
        DisposableWorkerIdAssigner.builder(pool)
                .tableCreation(TableCreation.ALWAYS)
                .build()
                .assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT));

        assertThat(log().substring(before)).doesNotContain("does not exist");
    }

    /** Returns what the server has written, which is beside its data. */
    private String log() {
        return jdbc.queryForObject("SELECT pg_read_file('../log')", String.class);
    }

    @Override
    DataSource userOfLeasesOnly() {
        jdbc.execute("DROP ROLE IF EXISTS leases_only");
        jdbc.execute("CREATE ROLE leases_only LOGIN");
        jdbc.execute("GRANT SELECT, INSERT, UPDATE, DELETE ON WORKER_LEASE TO leases_only");
        return new DriverManagerDataSource(pool.getJdbcUrl().replace("user=postgres", "user=leases_only"));
    }
}
