package org.uidgenerator.segment.db;

class DerbySegmentStoreTest extends JdbcSegmentStoreSuite {
    @Override
    String newDatabaseUrl() {
        return "jdbc:derby:memory:segmentStore;create=true";
    }
}
