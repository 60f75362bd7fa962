package org.uidgenerator.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.uidgenerator.OptionText;

class MissingTableExceptionTest {
    @Test
    void leavesOutTheOptionForWhoeverHasNone() {
        MissingTableException missing = new MissingTableException(
                OptionText.of("the table is missing; run worker.sql"),
                OptionText.of(" or set tableCreation"),
                "worker-node-h2.sql",
                null);

        assertThat(missing).hasMessage("the table is missing; run worker.sql or set tableCreation");
        assertThat(missing.byHand()).isEqualTo("the table is missing; run worker.sql");
        assertThat(missing.script()).contains("worker-node-h2.sql");
    }
}
