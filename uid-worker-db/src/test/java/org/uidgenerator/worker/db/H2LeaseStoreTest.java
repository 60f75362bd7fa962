package org.uidgenerator.worker.db;

class H2LeaseStoreTest extends JdbcLeaseStoreSuite {
    @Override
    String newDatabaseUrl() {
        return "jdbc:h2:mem:h2LeaseStoreTest";
    }
}
