package org.uidgenerator.segment.db;

import org.junit.jupiter.api.Tag;

@Tag("proof")
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
