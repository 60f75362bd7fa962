package org.uidgenerator.segment.db;

import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.uidgenerator.testing.MySqlServer;

/** As Flickr had it. */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class MySqlTicketTablesTest extends TicketTablesSuite {
    @Override
    String newDatabaseUrl() {
        MySqlServer server = MySqlServer.shared();
        return server.url(server.newDatabase());
    }

    @Override
    String engine() {
        return "MyISAM";
    }
}
