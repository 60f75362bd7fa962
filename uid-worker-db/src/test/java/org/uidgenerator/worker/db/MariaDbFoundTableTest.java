package org.uidgenerator.worker.db;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.uidgenerator.testing.MariaDbServer;

@Tag("proof")
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class MariaDbFoundTableTest extends FoundTableSuite {
    @Override
    String newDatabaseUrl() {
        MariaDbServer server = MariaDbServer.shared();
        return server.url(server.newDatabase());
    }

    @Override
    String otherCase() {
        return "worker_lease";
    }
}
