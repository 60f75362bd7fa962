package org.uidgenerator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UidTest {
    @Test
    void explainsItself() {
        CommandLineRun help = run("--help");

        assertThat(help.exitCode()).isZero();
        assertThat(help.err()).isEmpty();
        assertThat(help.out())
                .contains(
                        "generate",
                        "parse",
                        "make",
                        "layout",
                        "workers",
                        "bench",
                        "help",
                        "141   the reader of the output went away")
                .doesNotContain("completion", "\u001b");
    }

    @ParameterizedTest
    @ValueSource(strings = {"generate", "parse", "make", "layout", "workers", "bench"})
    void explainsEachCommand(String command) {
        assertThat(run(command, "--help").out())
                .startsWith("Usage: uid " + command)
                .contains("Exit codes:")
                .doesNotContain("null");
    }

    @Test
    void saysWhichCommandsThereAreWithoutOne() {
        assertThat(run()).isEqualTo(new CommandLineRun(2, "", run("--help").out()));
    }

    @Test
    void helpsAsACommandToo() {
        assertThat(run("help")).isEqualTo(run("--help"));
        assertThat(run("help", "parse")).isEqualTo(run("parse", "--help"));
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
    void writesTheSameScriptWhereDigitsLookDifferent() {
        String script = run("generate-completion").out();
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag("ar-EG"));
        try {
            assertThat(run("generate-completion").out()).isEqualTo(script).contains("local cmds0=(generate)");
        } finally {
            Locale.setDefault(before);
        }
    }

    /** In bash itself, with the script. */
    @ParameterizedTest
    @CsvSource({
        "parse --layout tw, twitter",
        "generate --layout baidu-, baidu-example",
        "make --layout ts, tsid",
        "layout sonyf, sonyflake sonyflake-2",
        "generate --format base6, base62",
        "mak, make"
    })
    void completesCommandsAndPresetsInBash(String typed, String completed, @TempDir Path folder) throws Exception {
        Path script = Files.writeString(
                folder.resolve("uid"), run("generate-completion").out());
        String words = "uid " + typed;
        Process bash = new ProcessBuilder(
                        "bash",
                        "-c",
                        "compopt() { :; }; source " + script + "; COMP_WORDS=(" + words
                                + "); COMP_CWORD=$((${#COMP_WORDS[@]}-1)); COMP_LINE='" + words
                                + "'; _complete_uid; echo ${COMPREPLY[@]}")
                .redirectErrorStream(true)
                .start();

        assertThat(new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEqualTo(completed + "\n");
        assertThat(bash.waitFor()).isZero();
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
