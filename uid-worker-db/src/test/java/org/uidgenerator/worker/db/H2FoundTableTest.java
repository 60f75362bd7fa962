package org.uidgenerator.worker.db;

class H2FoundTableTest extends FoundTableSuite {
    @Override
    String newDatabaseUrl() {
        return "jdbc:h2:mem:found;DB_CLOSE_DELAY=-1";
    }

    @Override
    String otherCase() {
        return "\"worker_lease\"";
    }
}
