package org.uidgenerator.worker.db;

class H2LeasedWorkerIdTest extends LeasedWorkerIdSuite {
    @Override
    String newDatabaseUrl() {
        return "jdbc:h2:mem:h2LeasedWorkerIdTest";
    }

    @Override
    String script() {
        return "worker-lease-h2.sql";
    }
}
