package org.uidgenerator.segment.db;

import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.uidgenerator.testing.MySqlServer;

@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class MySqlSegmentStoreTest extends JdbcSegmentStoreSuite {
    @Override
    String newDatabaseUrl() {
        MySqlServer server = MySqlServer.shared();
        return server.url(server.newDatabase());
    }
}
