package org.uidgenerator.worker.db;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.uidgenerator.testing.PostgreSqlServer;

@Tag("proof")
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class PostgreSqlFoundTableTest extends FoundTableSuite {
    @Override
    String newDatabaseUrl() {
        PostgreSqlServer server = PostgreSqlServer.shared();
        return server.url(server.newDatabase());
    }

    @Override
    String otherCase() {
        return "\"WORKER_LEASE\"";
    }
}
