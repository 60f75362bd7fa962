package org.uidgenerator.segment.db;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.uidgenerator.segment.UnknownTags;

class SegmentColumnsTest {
    @Test
    void letsNothingButNamesIntoStatements() {
        assertThatThrownBy(() -> SegmentColumns.STANDARD.in("x; DROP TABLE y"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("table must be a plain SQL identifier"
                        + " ([A-Za-z_][A-Za-z0-9_$]*\\.)?[A-Za-z_][A-Za-z0-9_$]*: table=x; DROP TABLE y");
        assertThatThrownBy(() -> new SegmentColumns("T", "a b", "v", false, null, null))
                .hasMessage("tag must be a plain SQL identifier [A-Za-z_][A-Za-z0-9_$]*: tag=a b");
        assertThatThrownBy(() -> new SegmentColumns("T", "t", "v", false, "d", null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("delta and remainder go together: delta=d, remainder=null");
        SegmentColumns.STANDARD.in("schema_1.T$2");
    }

    @Test
    void createsCountersWithTheStandardColumnsOnly() {
        assertThatThrownBy(
                        () -> new SegmentTable(new DriverManagerDataSource(), SegmentColumns.LEAF, UnknownTags.CREATE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("counters are created with the standard columns only: " + SegmentColumns.LEAF);
    }
}
