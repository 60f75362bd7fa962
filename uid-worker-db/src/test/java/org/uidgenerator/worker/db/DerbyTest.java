package org.uidgenerator.worker.db;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.worker.LeaseRequest;

@Tag("proof")
class DerbyTest {
    private static String inMemory(String name) {
        return "jdbc:derby:memory:" + name + ";create=true";
    }

    @Nested
    class Store extends JdbcLeaseStoreSuite {
        @Override
        String newDatabaseUrl() {
            return inMemory("leaseStore");
        }
    }

    @Nested
    class Leased extends LeasedWorkerIdSuite {
        @Override
        String newDatabaseUrl() {
            return inMemory("leased");
        }

        @Override
        String script() {
            return "worker-lease-derby.sql";
        }

        @Override
        String oddName() {
            return "UID_TABLE_1";
        }

        @Override
        boolean knowsIfNotExists() {
            return false;
        }

        @Override
        void dropSchema(String name) {
            jdbc.execute("DROP SCHEMA " + name + " RESTRICT");
        }
    }

    @Nested
    class Disposable extends DisposableWorkerIdAssignerSuite {
        @Override
        String newDatabaseUrl() {
            return inMemory("disposable");
        }

        @Override
        String script() {
            return "worker-node-derby.sql";
        }

        @Override
        String oddName() {
            return "UID_TABLE_1";
        }

        @Override
        boolean knowsIfNotExists() {
            return false;
        }

        @Override
        void dropSchema(String name) {
            jdbc.execute("DROP SCHEMA " + name + " RESTRICT");
        }

        /** It makes the schema. */
        @Override
        void saysWhyTheTableCannotBeCreated() {}

        @Test
        @Override
        void refusesATableThatGeneratesNoKeys() {
            jdbc.execute(
                    "CREATE TABLE WORKER_NODE (ID BIGINT NOT NULL PRIMARY KEY, HOST_NAME VARCHAR(64), PORT VARCHAR(64), TYPE INT,"
                            + " LAUNCH_DATE DATE, MODIFIED TIMESTAMP, CREATED TIMESTAMP)");

            assertThatThrownBy(() -> newAssigner().assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT)))
                    .isInstanceOf(UidGenerateException.class)
                    .hasMessage(
                            "no worker id from WORKER_NODE: Table 'WORKER_NODE' does not have an auto-generated column"
                                    + " named 'ID'.");
        }

        /** Derby keeps the time of its JVM. */
        @Override
        Instant created() {
            return jdbc.query(
                            "SELECT CREATED FROM WORKER_NODE",
                            (row, number) -> row.getTimestamp(1).toInstant())
                    .get(0);
        }
    }
}
