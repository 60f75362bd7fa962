package org.uidgenerator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SqlCommandTest {
    @ParameterizedTest
    @CsvSource({"postgresql, postgresql", "mysql, mysql", "MARIADB, mysql", "h2, h2"})
    void printsTheFunctionsOfADatabase(String database, String script) throws IOException {
        assertThat(sql("--database", database))
                .isEqualTo(
                        new CommandLineRun(0, Files.readString(Path.of("../../sql/functions-" + script + ".sql")), ""));
    }

    @Test
    void printsTheFunctionsOfALayout() {
        assertThat(sql("--database=mysql", "--layout=41/5+5/12", "--tick=1ms", "--epoch=2020-01-01")
                        .lines())
                .contains("RETURN uid_field(uid, /*data_centerShift*/ 17, /*data_centerMask*/ 31)//");
    }

    @Test
    void printsAGenerator() {
        assertThat(sql("--database=postgresql", "--schema=shard5", "--worker-id=16383")
                        .lines())
                .startsWith(
                        "-- Makes UIDs of 31/14/18 bits of PT1S from 2026-01-01T00:00:00Z, as worker 16383, in PostgreSQL from 14.")
                .contains("CREATE OR REPLACE FUNCTION shard5.uid_next() RETURNS bigint");
    }

    @Test
    void refusesAGeneratorWithoutWorkerIdOrForAnotherDatabase() {
        assertThat(sql("--database=postgresql", "--schema=shard5"))
                .isEqualTo(
                        new CommandLineRun(
                                2,
                                "",
                                "uid: --schema and --worker-id go together, with --database=postgresql: schema=shard5, worker-id=null, database=POSTGRESQL\n"));
        assertThat(sql("--database=h2", "--schema=shard5", "--worker-id=1"))
                .isEqualTo(
                        new CommandLineRun(
                                2,
                                "",
                                "uid: --schema and --worker-id go together, with --database=postgresql: schema=shard5, worker-id=1, database=H2\n"));
    }

    @Test
    void asksForADatabase() {
        CommandLineRun run = sql();

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).startsWith("uid: Missing required option: '--database=<database>'");
    }

    private static CommandLineRun sql(String... options) {
        String[] args = new String[options.length + 1];
        args[0] = "sql";
        System.arraycopy(options, 0, args, 1, options.length);
        return CommandLineRun.of(Path.of("no-home"), args);
    }
}
