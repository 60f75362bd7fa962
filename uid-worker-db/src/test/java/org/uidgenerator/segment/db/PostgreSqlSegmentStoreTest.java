package org.uidgenerator.segment.db;

import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.uidgenerator.testing.PostgreSqlServer;

@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class PostgreSqlSegmentStoreTest extends JdbcSegmentStoreSuite {
    @Override
    String newDatabaseUrl() {
        PostgreSqlServer server = PostgreSqlServer.shared();
        return server.url(server.newDatabase());
    }
}
