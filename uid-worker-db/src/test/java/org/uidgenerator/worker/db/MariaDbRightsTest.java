package org.uidgenerator.worker.db;

import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.uidgenerator.testing.MariaDbServer;

@Tag("proof")
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class MariaDbRightsTest extends DatabaseRightsSuite {
    private String database;

    @Override
    String newDatabaseUrl() {
        MariaDbServer server = MariaDbServer.shared();
        database = server.newDatabase();
        return server.url(database);
    }

    @Override
    String database() {
        return database;
    }

    @Override
    String placeOf(String table) {
        return "*";
    }

    @Override
    void createUser(String name) {
        jdbc.execute("CREATE USER " + grantee(name));
        jdbc.execute("GRANT CREATE TEMPORARY TABLES ON " + database + ".* TO " + grantee(name)); // to connect
    }

    @Override
    String grantee(String name) {
        return "'" + name + "'@'127.0.0.1'";
    }

    @Override
    DataSource dataSource(String name) {
        return new DriverManagerDataSource(pool.getJdbcUrl().replace("user=root", "user=" + name));
    }

    @Override
    String heading() {
        return "MySQL, MariaDB";
    }
}
