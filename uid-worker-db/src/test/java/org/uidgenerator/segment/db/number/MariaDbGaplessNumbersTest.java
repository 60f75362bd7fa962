package org.uidgenerator.segment.db.number;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.uidgenerator.testing.MariaDbServer;

@Tag("proof")
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class MariaDbGaplessNumbersTest extends GaplessNumbersSuite {
    MariaDbGaplessNumbersTest() {
        super("gapless-number-mariadb.sql");
    }

    @Override
    String newDatabaseUrl() {
        MariaDbServer server = MariaDbServer.shared();
        return server.url(server.newDatabase());
    }

    @Override
    String shortLockTimeout() {
        return "SET SESSION innodb_lock_wait_timeout = 1";
    }

    @Test
    void refusesATableInWhichARolledBackNumberStaysTaken() {
        assertRefusesAnEngineWithoutRollback("Aria");
    }
}
