package org.uidgenerator.persistence.mybatis;

import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.uidgenerator.testing.MySqlServer;

@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class MySqlMyBatisTest extends MyBatisSuite {
    @Override
    String newDatabaseUrl() {
        MySqlServer server = MySqlServer.shared();
        return server.url(server.newDatabase());
    }

    @Override
    String driver() {
        return "com.mysql.cj.jdbc.Driver";
    }
}
