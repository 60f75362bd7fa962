package org.uidgenerator.worker.db;

class H2WorkerLeaseTableTest extends WorkerLeaseTableSuite {
    @Override
    String newDatabaseUrl() {
        return "jdbc:h2:mem:h2WorkerLeaseTableTest";
    }
}
