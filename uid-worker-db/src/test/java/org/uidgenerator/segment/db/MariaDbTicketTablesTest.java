package org.uidgenerator.segment.db;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.uidgenerator.testing.MariaDbServer;

@Tag("proof")
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class MariaDbTicketTablesTest extends TicketTablesSuite {
    @Override
    String newDatabaseUrl() {
        MariaDbServer server = MariaDbServer.shared();
        return server.url(server.newDatabase());
    }

    @Override
    String engine() {
        return "InnoDB";
    }
}
