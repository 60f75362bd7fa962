package org.uidgenerator.worker.db;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.uidgenerator.UidLayout;
import org.uidgenerator.jdbc.TableCreation;
import org.uidgenerator.testing.MySqlServer;
import org.uidgenerator.worker.LeaseRequest;

@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class MySqlWorkerIdTest {
    @Nested
    class MySqlByItsOwnDriver extends DisposableWorkerIdAssignerSuite {
        @Override
        String newDatabaseUrl() {
            MySqlServer server = MySqlServer.shared();
            return server.url(server.newDatabase());
        }

        @Override
        String script() {
            return "worker-node-mysql.sql";
        }

        /** The table as users of the well-known generator have it, made by the script they were given. */
        @Test
        void takesTheTableOfTheWellKnownGenerator() {
            new JdbcTemplate(dataSource()).execute("""
                            CREATE TABLE WORKER_NODE (
                              ID BIGINT NOT NULL AUTO_INCREMENT,
                              HOST_NAME VARCHAR(64) NOT NULL,
                              PORT VARCHAR(64) NOT NULL,
                              TYPE INT NOT NULL,
                              LAUNCH_DATE DATE NOT NULL,
                              MODIFIED TIMESTAMP NOT NULL,
                              CREATED TIMESTAMP NOT NULL,
                              PRIMARY KEY (ID)
                            ) ENGINE = INNODB AUTO_INCREMENT = 4711""");
            DisposableWorkerIdAssigner assigner = new DisposableWorkerIdAssigner(dataSource());

            assertThat(assigner.assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT))
                            .workerId())
                    .isEqualTo(4711);
            assertThat(assigner.assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT))
                            .workerId())
                    .isEqualTo(4712);
        }

        /** Its time stamps without a default get a zero date as such, which its strict mode then refuses. */
        @Test
        void createsTheTableUnderTheRulesOfMySql57() {
            SingleConnectionDataSource session = new SingleConnectionDataSource(newDatabaseUrl(), true);
            try {
                JdbcTemplate jdbc = new JdbcTemplate(session);
                jdbc.execute("SET SESSION explicit_defaults_for_timestamp = OFF");
                jdbc.execute("SET SESSION sql_mode = 'STRICT_TRANS_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE'");
                DisposableWorkerIdAssigner assigner = DisposableWorkerIdAssigner.builder(session)
                        .tableCreation(TableCreation.ALWAYS)
                        .build();

                assertThat(assigner.assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT))
                                .workerId())
                        .isEqualTo(1);
            } finally {
                session.destroy();
            }
        }
    }

    @Nested
    @Tag("proof")
    class MySqlByTheDriverOfMariaDb extends DisposableWorkerIdAssignerSuite {
        @Override
        String newDatabaseUrl() {
            MySqlServer server = MySqlServer.shared();
            return server.urlForMariaDbDriver(server.newDatabase());
        }

        @Override
        String script() {
            return "worker-node-mysql.sql";
        }
    }
}
