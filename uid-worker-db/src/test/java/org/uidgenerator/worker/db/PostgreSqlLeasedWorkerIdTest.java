package org.uidgenerator.worker.db;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.uidgenerator.testing.PostgreSqlServer;

@Tag("proof")
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class PostgreSqlLeasedWorkerIdTest extends LeasedWorkerIdSuite {
    @Override
    String newDatabaseUrl() {
        PostgreSqlServer server = PostgreSqlServer.shared();
        return server.url(server.newDatabase());
    }

    @Override
    String script() {
        return "worker-lease-postgresql.sql";
    }

    /** As of an administrator who keeps the table elsewhere. What keys that has, the view does not say. */
    @Test
    void takesAViewOfATable() {
        start();
        jdbc.execute("ALTER TABLE WORKER_LEASE RENAME TO LEASES_OF_ALL");
        jdbc.execute("CREATE VIEW WORKER_LEASE AS SELECT * FROM LEASES_OF_ALL");

        assertThat(start().workerId()).isEqualTo(1);

        jdbc.execute("DROP VIEW WORKER_LEASE");
        jdbc.execute("DROP TABLE LEASES_OF_ALL");
    }
}
