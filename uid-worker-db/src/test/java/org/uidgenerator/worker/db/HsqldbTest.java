package org.uidgenerator.worker.db;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.jdbc.TableCreation;
import org.uidgenerator.worker.LeaseRequest;

@Tag("proof")
class HsqldbTest {
    @Nested
    class Store extends JdbcLeaseStoreSuite {
        @Override
        String newDatabaseUrl() {
            return "jdbc:hsqldb:mem:leaseStore";
        }
    }

    @Nested
    class Leased extends LeasedWorkerIdSuite {
        @Override
        String newDatabaseUrl() {
            return "jdbc:hsqldb:mem:leased";
        }

        @Override
        String script() {
            return "worker-lease-hsqldb.sql";
        }

        @Override
        String oddName() {
            return "UID_TABLE_1";
        }
    }

    @Nested
    class Disposable extends DisposableWorkerIdAssignerSuite {
        @Override
        String newDatabaseUrl() {
            return "jdbc:hsqldb:mem:disposable";
        }

        @Override
        String script() {
            return "worker-node-hsqldb.sql";
        }

        /** It takes CREATE TABLE IF NOT EXISTS in a schema that is missing for done. */
        @Test
        @Override
        void saysWhyTheTableCannotBeCreated() {
            DisposableWorkerIdAssigner assigner = DisposableWorkerIdAssigner.builder(pool)
                    .tableName("nowhere.WORKER_NODE")
                    .tableCreation(TableCreation.ALWAYS)
                    .build();

            assertThatThrownBy(() -> assigner.assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT)))
                    .isInstanceOf(UidGenerateException.class)
                    .hasMessageStartingWith(
                            "no worker id from nowhere.WORKER_NODE: user lacks privilege or object not found: WORKER_NODE");
        }

        @Override
        String oddName() {
            return "UID_TABLE_1";
        }
    }
}
