package org.uidgenerator.segment.db;

class H2SegmentStoreTest extends JdbcSegmentStoreSuite {
    @Override
    String newDatabaseUrl() {
        return "jdbc:h2:mem:h2SegmentStoreTest";
    }
}
