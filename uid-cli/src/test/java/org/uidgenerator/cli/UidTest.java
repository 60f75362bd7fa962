package org.uidgenerator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UidTest {
    @Test
    void explainsItself() {
        CommandLineRun help = run("--help");

        assertThat(help.exitCode()).isZero();
        assertThat(help.err()).isEmpty();
        assertThat(help.out())
                .contains("generate", "parse", "layout", "workers", "bench", "141   whoever read the output went away")
                .doesNotContain("completion", "\u001b");
    }

    @ParameterizedTest
    @ValueSource(strings = {"generate", "parse", "layout", "workers", "bench"})
    void explainsEachCommand(String command) {
        assertThat(run(command, "--help").out())
                .startsWith("Usage: uid " + command)
                .contains("Exit codes:")
                .doesNotContain("null");
    }

    @Test
    void refusesToDoNothing() {
        assertThat(run()).isEqualTo(new CommandLineRun(2, "", "uid: Missing required subcommand\nSee: uid --help\n"));
    }

    @Test
    void suggestsWhatMayBeMeant() {
        assertThat(run("pase").err())
                .isEqualTo("uid: Unmatched argument at index 0: 'pase'\nDid you mean: uid parse?\nSee: uid --help\n");
        assertThat(run("layout", "--jsno").err()).contains("--json").endsWith("See: uid layout --help\n");
    }

    @Test
    void writesAScriptThatCompletesCommandsForShells() {
        assertThat(run("generate-completion").out())
                .startsWith("#!/usr/bin/env bash")
                .contains("complete -F _complete_uid -o default uid", "--password-env");
    }

    @Test
    void measuresRoughly() {
        CommandLineRun run = run("bench", "--threads", "3", "--millis", "10");

        assertThat(run.exitCode()).isZero();
        assertThat(run.lines().subList(1, 10))
                .allMatch(line -> line.matches("[123] +[\\w ]+ {2,}\\d+\\.\\d"))
                .extracting(line -> line.charAt(0))
                .containsExactly('1', '1', '1', '2', '2', '2', '3', '3', '3');
        assertThat(run.lines()).last().asString().contains("Rough").contains("uid-benchmarks");
        assertThat(run.err()).contains("uid: measuring CachedUidGenerator on 3 threads");
    }

    @Test
    void refusesToMeasureNothing() {
        assertThat(run("bench", "--threads=0"))
                .isEqualTo(new CommandLineRun(
                        2, "", "uid: --threads and --millis must be at least 1: threads=0, millis=500\n"));
    }

    private static CommandLineRun run(String... args) {
        return CommandLineRun.of(Path.of(""), args);
    }
}
