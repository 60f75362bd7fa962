package org.uidgenerator.jdbc.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TableNameTest {
    @Test
    void namesAnotherTableOfItsSchemaIfItHasOne() {
        assertThat(TableName.of("IDS.WORKER_LEASE").beside("WORKER_NODE")).hasToString("IDS.WORKER_NODE");
        assertThat(TableName.of("WORKER_LEASE").beside("*")).hasToString("*");
    }
}
