package org.uidgenerator.worker.db;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.jdbc.SqlDialect;
import org.uidgenerator.jdbc.SqlFailure;
import org.uidgenerator.jdbc.SqlPiece;
import org.uidgenerator.jdbc.TableCreation;
import org.uidgenerator.test.internal.LogRecorder;
import org.uidgenerator.worker.LeaseRequest;

/** Databases that no dialect is built in for, played by HSQLDB under another name. */
@Tag("proof")
class UnprovedDatabaseTest {
    private static final String WARNING =
            "WARNING database Acme SQL has no dialect and is tried with standard SQL: no test has proved that it keeps ids"
                    + " unique. Run the contracts of the stores on it, and pass a SqlDialect to their builders";

    private static ClassPathResource script(String name) {
        return new ClassPathResource(name, SqlDialect.class);
    }

    private static String text(String script) {
        try {
            return script(script).getContentAsString(UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static DataSource acme(DataSource hsqldb) {
        return new OtherProduct("Acme SQL", hsqldb);
    }

    private static void run(String script, DataSource database) {
        new ResourceDatabasePopulator(script(script)).execute(database);
    }

    /** With standard SQL, on a table that was made by hand. */
    @Nested
    class InStandardSql extends JdbcLeaseStoreSuite {
        @Override
        String newDatabaseUrl() {
            return "jdbc:hsqldb:mem:standardSql";
        }

        @BeforeAll
        @Override
        void connect() {
            super.connect();
            run("worker-lease-hsqldb.sql", pool);
        }

        @Override
        JdbcLeaseStore.Builder builder() {
            return JdbcLeaseStore.builder(acme(pool));
        }
    }

    /** With a dialect of the user's. */
    @Nested
    class InADialectOfTheUser extends JdbcLeaseStoreSuite {
        @Override
        String newDatabaseUrl() {
            return "jdbc:hsqldb:mem:ownDialect";
        }

        @Override
        JdbcLeaseStore.Builder builder() {
            return JdbcLeaseStore.builder(acme(pool))
                    .dialect(SqlDialect.builder("Acme SQL")
                            .script("WORKER_LEASE", text("worker-lease-hsqldb.sql"))
                            .sql(SqlPiece.EPOCH_SECONDS, "UNIX_MILLIS({moment}) / 1000.0")
                            .sql(SqlPiece.NOW, "VALUES (UNIX_MILLIS() / 1000.0)")
                            .failure(SqlFailure.NO_SUCH_TABLE, -5501)
                            .build());
        }
    }

    @Test
    void warnsOnceForEachDatabase() {
        DataSource one = acme(new DriverManagerDataSource("jdbc:hsqldb:mem:warnedOfOne"));
        DataSource other = acme(new DriverManagerDataSource("jdbc:hsqldb:mem:warnedOfOther"));
        run("worker-lease-hsqldb.sql", one);
        run("worker-lease-hsqldb.sql", other);
        try (LogRecorder log = new LogRecorder()) {
            JdbcLeaseStore.on(one).list(0, Long.MAX_VALUE);
            JdbcLeaseStore.on(one).list(0, Long.MAX_VALUE);
            assertThat(log.lines()).containsExactly(WARNING);

            JdbcLeaseStore.on(other).list(0, Long.MAX_VALUE);
            JdbcLeaseStore.builder(one)
                    .dialect(SqlDialect.builder("Acme SQL").build())
                    .build()
                    .list(0, Long.MAX_VALUE);
            assertThat(log.lines()).containsExactly(WARNING, WARNING);
        }
    }

    @Test
    void takesDisposableWorkerIdsFromATableThatWasMadeByHand() {
        DataSource database = acme(new DriverManagerDataSource("jdbc:hsqldb:mem:disposableByHand"));
        DisposableWorkerIdAssigner assigner = new DisposableWorkerIdAssigner(database);

        assertThatThrownBy(() -> assigner.assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT)))
                .isInstanceOf(UidGenerateException.class)
                .hasMessage(
                        "no worker id from WORKER_NODE: user lacks privilege or object not found: WORKER_NODE in statement"
                                + " [INSERT INTO WORKER_NODE (HOST_NAME, PORT, TYPE, LAUNCH_DATE, MODIFIED, CREATED) VALUES"
                                + " (?, ?, ?, CURRENT_DATE, CURRENT_TIMESTAMP, CURRENT_TIMESTAMP)]; the database user may not"
                                + " INSERT: an administrator has to run GRANT SELECT, INSERT ON WORKER_NODE TO SA; if the"
                                + " table is missing, create it by hand: there is no script for Acme SQL");

        run("worker-node-hsqldb.sql", database);
        assertThat(assigner.assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT)).workerId())
                .isEqualTo(1);
        assertThat(assigner.assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT)).workerId())
                .isEqualTo(2);
    }

    @Test
    void comparesDisposableWorkerIdsWithLeasedOnes() {
        DataSource database = acme(new DriverManagerDataSource("jdbc:hsqldb:mem:bothKinds"));
        run("worker-node-hsqldb.sql", database);
        run("worker-lease-hsqldb.sql", database);
        new JdbcTemplate(database)
                .update("INSERT INTO WORKER_LEASE VALUES ('default', 1, 1, 0, 0, '-', '-', FALSE, CURRENT_TIMESTAMP,"
                        + " CURRENT_TIMESTAMP)");
        DisposableWorkerIdAssigner assigner = new DisposableWorkerIdAssigner(database);

        assertThatThrownBy(() -> assigner.assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT)))
                .isInstanceOf(UidGenerateException.class)
                .hasMessageStartingWith("worker id 1 from WORKER_NODE is also in WORKER_LEASE: ");
        assertThat(assigner.assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT)).workerId())
                .isEqualTo(2);
    }

    private static SqlDialect dialectOf(String table, String script) {
        return SqlDialect.builder("Acme SQL")
                .failure(SqlFailure.NO_SUCH_TABLE, "42501")
                .script(table, text(script))
                .build();
    }

    @Test
    void createsTheTableOfDisposableWorkerIdsWithTheScriptOfTheDialect() {
        DataSource database = acme(new DriverManagerDataSource("jdbc:hsqldb:mem:ownScriptOfStarts"));
        DisposableWorkerIdAssigner assigner = DisposableWorkerIdAssigner.builder(database)
                .dialect(dialectOf("WORKER_NODE", "worker-node-hsqldb.sql"))
                .tableCreation(TableCreation.ALWAYS)
                .build();

        assertThat(assigner.assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT)).workerId())
                .isEqualTo(1);
        assertThat(assigner.mostWorkerIds()).isEqualTo(1);
    }

    @Test
    void createsTheTableWithTheScriptOfTheDialect() {
        DataSource database = acme(new DriverManagerDataSource("jdbc:hsqldb:mem:ownScript"));
        JdbcLeaseStore.Builder builder = JdbcLeaseStore.builder(database)
                .dialect(dialectOf("WORKER_LEASE", "worker-lease-hsqldb.sql"))
                .tableName("OWN_LEASES");

        assertThatThrownBy(() -> builder.build().list(0, Long.MAX_VALUE))
                .isInstanceOf(UidGenerateException.class)
                .hasMessageEndingWith(
                        "; if the table is missing, create it with the script of the dialect Acme SQL and the name"
                                + " OWN_LEASES in place of WORKER_LEASE or set tableCreation=ALWAYS");
        assertThat(builder.tableCreation(TableCreation.ALWAYS).build().list(0, Long.MAX_VALUE))
                .isEmpty();
    }
}
