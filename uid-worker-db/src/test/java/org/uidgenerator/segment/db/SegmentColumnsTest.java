package org.uidgenerator.segment.db;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SegmentColumnsTest {
    @Test
    void letsNothingButNamesIntoStatements() {
        assertThatThrownBy(() -> new SegmentColumns("x; DROP TABLE y", "t", "v", false, null, null, null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "tableName must be a plain SQL identifier"
                                + " ([A-Za-z_][A-Za-z0-9_$]*\\.)?[A-Za-z_][A-Za-z0-9_$]*, or a quoted one: tableName=x; DROP TABLE y");
        assertThatThrownBy(() -> new SegmentColumns("T", "a b", "v", false, null, null, null))
                .hasMessage("tag must be a plain SQL identifier [A-Za-z_][A-Za-z0-9_$]*: tag=a b");
        assertThatThrownBy(() -> new SegmentColumns("T", "t", "v", false, "a b", null, null))
                .hasMessage("step must be a plain SQL identifier [A-Za-z_][A-Za-z0-9_$]*: step=a b");
        assertThatThrownBy(() -> new SegmentColumns("T", "t", "v", false, null, "d", null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("delta and remainder go together: delta=d, remainder=null");
        new SegmentColumns("schema_1.T$2", "t", "v", false, null, null, null);
    }
}
