package org.uidgenerator.worker.db;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.uidgenerator.UidLayout;
import org.uidgenerator.worker.LeaseRequest;

class H2WorkerIdTest extends DisposableWorkerIdAssignerSuite {
    @Override
    String newDatabaseUrl() {
        return "jdbc:h2:mem:h2WorkerIdTest";
    }

    @Override
    String script() {
        return "worker-node-h2.sql";
    }

    @Test
    void createsTheTableWithoutBeingAsked() {
        DisposableWorkerIdAssigner assigner = new DisposableWorkerIdAssigner(dataSource());

        assertThat(assigner.assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT)).workerId())
                .isEqualTo(1);
    }
}
