package org.uidgenerator.worker.db;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.testing.PostgreSqlServer;
import org.uidgenerator.worker.LeaseRequest;

@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class PostgreSqlWorkerIdTest extends DisposableWorkerIdAssignerSuite {
    @Override
    String newDatabaseUrl() {
        PostgreSqlServer server = PostgreSqlServer.shared();
        return server.url(server.newDatabase());
    }

    @Override
    String script() {
        return "worker-node-postgresql.sql";
    }

    @Test
    void createsNoTableWithoutBeingAsked() {
        DisposableWorkerIdAssigner assigner = new DisposableWorkerIdAssigner(dataSource());

        assertThatThrownBy(() -> assigner.assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT)))
                .isInstanceOf(UidGenerateException.class)
                .hasMessage(
                        "no worker id from WORKER_NODE: the table is missing; create it with sql/worker-node-postgresql.sql or set tableCreation=ALWAYS");
    }
}
