package org.uidgenerator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.uidgenerator.LayoutPreset;
import org.uidgenerator.UidLayout;

class MakeCommandTest {
    @Test
    void putsAUidTogether() {
        assertThat(make(
                        "--layout=twitter",
                        "--time=2022-06-28T16:07:40.105Z",
                        "--data-center=11",
                        "--machine=26",
                        "--sequence=0"))
                .isEqualTo(new CommandLineRun(0, "1541815603606036480\n", ""));
        assertThat(make("--layout=twitter", "--time=2022-06-28T16:07:40.105Z", "--worker-id=378"))
                .isEqualTo(new CommandLineRun(0, "1541815603606036480\n", ""));
        assertThat(make("--layout=twitter", "--time=2022-06-28T16:07:40.105Z", "--machine=26")
                        .uids())
                .containsExactly(LayoutPreset.TWITTER.layout().encode(367_597_485_448L, 26, 0));
    }

    @Test
    void makesTheLowestUidOfNowUnlessToldOtherwise() {
        assertThat(make().uids()).containsExactly(UidLayout.DEFAULT.minUid(Instant.parse("2026-11-21T12:00:00Z")));
    }

    @Test
    void takesADateAndOtherLayoutsAndFormats() {
        assertThat(make("--time=2026-11-21", "--sequence=5").uids())
                .containsExactly(UidLayout.DEFAULT.encode(Instant.parse("2026-11-21T00:00:00Z"), 0, 5));
        assertThat(make("--time=2027-01-01T00:00:00.020Z", "--layout=32/8/13", "--tick=10ms", "--epoch=2027-01-01")
                        .uids())
                .containsExactly(2L << 21);
        assertThat(make("--time=2026-01-01T00:00:01Z", "--format=crockford32").out())
                .isEqualTo("0000004000000\n");
    }

    @Test
    void takesUnixMillisecondsAsTimeAndEpoch() {
        assertThat(make("--layout=twitter", "--time=1656432460105", "--worker-id=378"))
                .isEqualTo(new CommandLineRun(0, "1541815603606036480\n", ""));
        assertThat(make(
                        "--layout=41/10/12",
                        "--tick=1ms",
                        "--epoch=1288834974657",
                        "--time=1656432460105",
                        "--worker-id=378"))
                .isEqualTo(new CommandLineRun(0, "1541815603606036480\n", ""));
        assertThat(make("--time=1700000000000", "--epoch=2023-01-01").uids()).containsExactly(27_468_800L << 32);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --worker-id=16384            | --worker-id must be in [0, 16383] (workerBits=14): --worker-id=16384
            --worker-id=-1               | --worker-id must be in [0, 16383] (workerBits=14): --worker-id=-1
            --data-center=1           | --data-center must be in [0, 0] (dataCenterBits=0): --data-center=1
            --sequence=262144         | sequence must be in [0, 262143] (seqBits=18): sequence=262144
            --time=2025-12-31         | time must be in [2026-01-01T00:00:00Z, 2094-01-19T03:14:08Z): time=2025-12-31T00:00:00Z
            --time=yesterday          | time must be a date, as 2026-01-01, an instant, as 2026-01-01T08:00:00Z, or Unix milliseconds, as 1767254400000: time=yesterday
            --time=1767225599999      | time must be in [2026-01-01T00:00:00Z, 2094-01-19T03:14:08Z): time=2025-12-31T23:59:59.999Z
            --time=-1                 | time must be in [2026-01-01T00:00:00Z, 2094-01-19T03:14:08Z): time=1969-12-31T23:59:59.999Z
            """)
    void saysWhatDoesNotFit(String option, String message) {
        assertThat(make(option)).isEqualTo(new CommandLineRun(2, "", "uid: " + message + "\n"));
    }

    @Test
    void refusesAWorkerIdInTwoForms() {
        CommandLineRun run = make("--layout=twitter", "--worker-id=1", "--machine=1");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("--worker-id=<id>", "mutually exclusive");
    }

    private static CommandLineRun make(String... args) {
        return CommandLineRun.of(
                Path.of(""), Stream.concat(Stream.of("make"), Stream.of(args)).toArray(String[]::new));
    }
}
