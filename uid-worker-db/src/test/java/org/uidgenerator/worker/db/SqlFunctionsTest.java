package org.uidgenerator.worker.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.uidgenerator.UidLayout;

class SqlFunctionsTest {
    private static final SqlFunctions DEFAULT = SqlFunctions.of(UidLayout.DEFAULT);

    @Test
    void makesTheScriptsThatAreInSql() throws IOException {
        assertThat(committed("functions-postgresql")).isEqualTo(DEFAULT.postgreSql());
        assertThat(committed("functions-mysql")).isEqualTo(DEFAULT.mySql());
        assertThat(committed("functions-h2")).isEqualTo(DEFAULT.h2());
        assertThat(committed("generator-postgresql")).isEqualTo(DEFAULT.postgreSqlGenerator("shard", 16_383));
    }

    private static String committed(String name) throws IOException {
        return Files.readString(Path.of("../sql/" + name + ".sql"));
    }

    @Test
    void letsNothingButNamesIntoScripts() {
        assertThatThrownBy(() -> DEFAULT.postgreSqlGenerator("Shard; --", 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("schema must be a lower-case SQL identifier [a-z_][a-z0-9_]{0,39}: schema=Shard; --");
        assertThatThrownBy(() -> DEFAULT.postgreSqlGenerator("shard", 16_384))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("workerId must be in [0, 16383] (workerBits=14): workerId=16384");
    }
}
