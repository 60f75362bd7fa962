package org.uidgenerator.worker.db;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Locale;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.jdbc.TableCreation;
import org.uidgenerator.testing.H2Server;

/** As a server: in this process it takes a user with admin rights. */
class H2RightsTest extends DatabaseRightsSuite {
    private final H2Server server = new H2Server();

    @Override
    String newDatabaseUrl() {
        server.start();
        return server.url(server.newDatabase());
    }

    @AfterAll
    void stopServer() {
        server.close();
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
        jdbc.execute("CREATE USER " + name + " PASSWORD ''");
    }

    @Override
    String grantee(String name) {
        return '"' + name.toUpperCase(Locale.ROOT) + '"';
    }

    @Override
    DataSource dataSource(String name) {
        return new DriverManagerDataSource(pool.getJdbcUrl().replace("USER=sa;WRITE_DELAY=0", "USER=" + name));
    }

    @Override
    String heading() {
        return "PostgreSQL, H2";
    }

    /** Two starts could take the same one. */
    @Test
    void takesNoWorkerIdFromATableWithoutAKeyThatItMayNotCreate() {
        jdbc.execute("ALTER TABLE WORKER_LEASE DROP PRIMARY KEY");
        jdbc.execute("GRANT SELECT, INSERT, UPDATE, DELETE ON WORKER_LEASE TO " + user);
        jdbc.execute("GRANT SELECT ON WORKER_NODE TO " + user);

        assertThatThrownBy(() -> TableUser.LEASED.start(asUser, TableCreation.ALWAYS))
                .isInstanceOf(UidGenerateException.class)
                .hasMessageStartingWith("no worker id from WORKER_LEASE: ");
    }
}
