package org.uidgenerator.worker.db;

import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.uidgenerator.testing.MySqlServer;

@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class MySqlLeaseStoreTest extends JdbcLeaseStoreSuite {
    @Override
    String newDatabaseUrl() {
        MySqlServer server = MySqlServer.shared();
        return server.url(server.newDatabase());
    }
}
