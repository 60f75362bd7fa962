package org.uidgenerator.worker.db;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.jdbc.TableCreation;
import org.uidgenerator.testing.PostgreSqlServer;
import org.uidgenerator.worker.LeaseRequest;
import org.uidgenerator.worker.lease.LeasedWorkerIds;

@Tag("proof")
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
    String placeOf(String table) {
        return table;
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

    @Test
    void namesTheRightOnTheSchemaOfTheTable() {
        newSchema("ids");
        leased(pool, TableCreation.ALWAYS);
        jdbc.update("DELETE FROM ids.WORKER_LEASE");
        String remedy = "GRANT USAGE ON SCHEMA ids TO " + user
                + "; GRANT SELECT, INSERT, UPDATE, DELETE ON ids.WORKER_LEASE TO " + user;

        assertThatThrownBy(() -> leased(asUser, TableCreation.NEVER))
                .isInstanceOf(UidGenerateException.class)
                .hasMessageStartingWith("no worker id from ids.WORKER_LEASE: ")
                .hasMessageEndingWith("; the database user may not SELECT: an administrator has to run " + remedy);

        jdbc.execute(remedy);
        leased(asUser, TableCreation.NEVER);
    }

    private static void leased(DataSource dataSource, TableCreation creation) {
        LeasedWorkerIds.on(JdbcLeaseStore.builder(dataSource)
                        .tableName("ids.WORKER_LEASE")
                        .tableCreation(creation)
                        .build())
                .assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT));
    }
}
