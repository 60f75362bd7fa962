package org.uidgenerator.segment.db;

class H2SegmentTableTest extends SegmentTableSuite {
    @Override
    String newDatabaseUrl() {
        return "jdbc:h2:mem:h2SegmentTableTest";
    }
}
