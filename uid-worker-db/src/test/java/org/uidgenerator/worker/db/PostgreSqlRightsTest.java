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
        leased("ids", pool, TableCreation.ALWAYS);
        jdbc.update("DELETE FROM ids.WORKER_LEASE");
        String remedy = "GRANT USAGE ON SCHEMA ids TO " + user
                + "; GRANT SELECT, INSERT, UPDATE, DELETE ON ids.WORKER_LEASE TO " + user;

        assertThatThrownBy(() -> leased("ids", asUser, TableCreation.NEVER))
                .isInstanceOf(UidGenerateException.class)
                .hasMessageStartingWith("no worker id from ids.WORKER_LEASE: ")
                .hasMessageEndingWith("; the database user may not SELECT: an administrator has to run " + remedy);

        jdbc.execute(remedy);
        leased("ids", asUser, TableCreation.NEVER);
    }

    /** The state is that of a missing right, and the rights are all there. */
    @Test
    void namesThePolicyThatRowLevelSecurityLacks() {
        newSchema("secured");
        leased("secured", pool, TableCreation.ALWAYS);
        jdbc.update("DELETE FROM secured.WORKER_LEASE");
        jdbc.execute("GRANT USAGE ON SCHEMA secured TO " + user);
        jdbc.execute("GRANT SELECT, INSERT, UPDATE, DELETE ON secured.WORKER_LEASE TO " + user);
        jdbc.execute("ALTER TABLE secured.WORKER_LEASE ENABLE ROW LEVEL SECURITY");
        String remedy =
                "CREATE POLICY UID_GENERATOR ON secured.WORKER_LEASE TO " + user + " USING (TRUE) WITH CHECK (TRUE)";

        assertThatThrownBy(() -> leased("secured", asUser, TableCreation.NEVER))
                .isInstanceOf(UidGenerateException.class)
                .hasMessageEndingWith("; row-level security refuses that: an administrator has to run " + remedy);

        jdbc.execute(remedy);
        leased("secured", asUser, TableCreation.NEVER);
    }

    private static void leased(String schema, DataSource dataSource, TableCreation creation) {
        LeasedWorkerIds.on(JdbcLeaseStore.builder(dataSource)
                        .tableName(schema + ".WORKER_LEASE")
                        .tableCreation(creation)
                        .build())
                .assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT));
    }
}
