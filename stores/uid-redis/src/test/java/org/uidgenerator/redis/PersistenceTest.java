package org.uidgenerator.redis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PersistenceTest {
    /** As services do that are managed. */
    @ParameterizedTest
    @CsvSource({"'', ''", "yes, ''", "'', always"})
    void isUnknownWhereTheServerLeavesOutASetting(String appendonly, String appendfsync) {
        assertThat(Persistence.of(appendonly, appendfsync, "", ""))
                .isEqualTo(new Persistence(
                        Persistence.Loss.UNKNOWN,
                        "CONFIG GET: appendonly=" + appendonly + ", appendfsync=" + appendfsync));
    }
}
