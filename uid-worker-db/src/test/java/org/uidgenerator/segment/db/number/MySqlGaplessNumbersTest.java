package org.uidgenerator.segment.db.number;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.uidgenerator.testing.MySqlServer;

@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class MySqlGaplessNumbersTest extends GaplessNumbersSuite {
    MySqlGaplessNumbersTest() {
        super("gapless-number-mysql.sql");
    }

    @Override
    String newDatabaseUrl() {
        MySqlServer server = MySqlServer.shared();
        return server.url(server.newDatabase());
    }

    @Override
    String shortLockTimeout() {
        return "SET SESSION innodb_lock_wait_timeout = 1";
    }

    @Test
    void refusesATableInWhichARolledBackNumberStaysTaken() {
        assertRefusesAnEngineWithoutRollback("MyISAM");
    }
}
