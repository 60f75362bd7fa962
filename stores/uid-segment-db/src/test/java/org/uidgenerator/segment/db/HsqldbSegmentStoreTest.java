package org.uidgenerator.segment.db;

class HsqldbSegmentStoreTest extends JdbcSegmentStoreSuite {
    @Override
    String newDatabaseUrl() {
        return "jdbc:hsqldb:mem:segmentStore";
    }

    @Override
    boolean locksRows() {
        return false;
    }
}
