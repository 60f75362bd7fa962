package org.uidgenerator.worker.db;

import javax.sql.DataSource;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.uidgenerator.testing.PostgreSqlServer;

@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class PostgreSqlRightsTest extends DatabaseRightsSuite {
    @Override
    String newDatabaseUrl() {
        PostgreSqlServer server = PostgreSqlServer.shared();
        return server.url(server.newDatabase());
    }

    @Override
    String database() {
        return "shop";
    }

    @Override
    void createUser(String name) {
        jdbc.execute("CREATE ROLE " + name + " LOGIN");
    }

    @Override
    String grantee(String name) {
        return name;
    }

    @Override
    DataSource dataSource(String name) {
        return new DriverManagerDataSource(pool.getJdbcUrl().replace("user=postgres", "user=" + name));
    }

    @Override
    String heading() {
        return "PostgreSQL, H2";
    }
}
