package org.uidgenerator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.CharBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The texts here are in databases: what is expected of one is never changed, and each is read for ever. */
class LayoutTextTest {
    private static final String RULE =
            "layout must be the bits of time/worker/sequence, as 31/14/18, or these with tick and"
                    + " epoch, as 31/14/18 bits of PT1S from 2026-01-01T00:00:00Z: layout=";

    @Test
    void writesBitsTickAndEpoch() {
        assertThat(UidLayout.DEFAULT.text()).isEqualTo("31/14/18 bits of PT1S from 2026-01-01T00:00:00Z");
        assertThat(UidLayout.of(31, 19, 13).text()).isEqualTo("31/19/13 bits of PT1S from 2026-01-01T00:00:00Z");
        assertThat(LayoutPreset.TWITTER.layout().text())
                .isEqualTo("41/5+5/12 bits of PT0.001S from 2010-11-04T01:42:54.657Z");
        assertThat(LayoutPreset.SONYFLAKE.layout().text())
                .isEqualTo("39/16/8, worker last, bits of PT0.01S from 2014-09-01T00:00:00Z");
        assertThat(LayoutPreset.SEATA.layout().text())
                .isEqualTo("41/10/12, worker first, bits of PT0.001S from 2020-05-02T16:00:00Z");
        assertThat(LayoutPreset.SIMPLEFLAKE.layout().text())
                .isEqualTo("40/0/23 bits of PT0.001S from 2000-01-01T05:00:00Z");
        assertThat(LayoutPreset.JAVASCRIPT.layout().text()).isEqualTo("32/8/13 bits of PT1S from 2026-01-01T00:00:00Z");
    }

    @Test
    void readsWhatTheFirstReleaseHasWrittenIntoRows() {
        assertThat(UidLayout.parse("31/19/13 bits of PT1S from 2026-01-01T00:00:00Z"))
                .isEqualTo(UidLayout.builder().workerBits(19).seqBits(13).build());
        assertThat(UidLayout.parse("28/22/13 bits of PT1S from 2016-05-20T00:00:00Z"))
                .isEqualTo(UidLayout.builder()
                        .timeBits(28)
                        .workerBits(22)
                        .seqBits(13)
                        .epochStr("2016-05-20")
                        .build());
        assertThat(UidLayout.parse("41/4+6/12, worker last, bits of PT0.001S from 2010-11-04T01:42:54.657Z"))
                .isEqualTo(UidLayout.builder()
                        .timeBits(41)
                        .workerBits(10)
                        .seqBits(12)
                        .dataCenterBits(4)
                        .fieldOrder(FieldOrder.TIME_SEQUENCE_WORKER)
                        .tick(Duration.ofMillis(1))
                        .epoch(Instant.parse("2010-11-04T01:42:54.657Z"))
                        .build());
        assertThat(UidLayout.parse("5/2/2 bits of PT24H from -0001-12-31T23:59:59.999Z"))
                .isEqualTo(new UidLayout(
                        5,
                        2,
                        2,
                        0,
                        FieldOrder.TIME_WORKER_SEQUENCE,
                        Instant.parse("-0001-12-31T23:59:59.999Z"),
                        Duration.ofDays(1)));
    }

    @ParameterizedTest
    @EnumSource
    void readsThePresetsBack(LayoutPreset preset) {
        assertThat(UidLayout.parse(preset.layout().text())).isEqualTo(preset.layout());
    }

    @Test
    void takesTickAndEpochFromTheDefaultWhereThereAreOnlyBits() {
        assertThat(UidLayout.parse("31/14/18")).isEqualTo(UidLayout.DEFAULT);
        assertThat(UidLayout.parse("32/8/13")).isEqualTo(LayoutPreset.JAVASCRIPT.layout());
        assertThat(UidLayout.parse(CharBuffer.wrap("41/5+5/12")))
                .isEqualTo(
                        UidLayout.of(41, 10, 12).toBuilder().dataCenterBits(5).build());
        assertThat(UidLayout.parse("31/0+14/18, worker last"))
                .isEqualTo(UidLayout.builder()
                        .fieldOrder(FieldOrder.TIME_SEQUENCE_WORKER)
                        .build());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "31",
                "31/19",
                "31/19/13/1",
                "131/19/13",
                "31/-1/13",
                "31/+19/13",
                " 31/19/13",
                "31/19/13 ",
                "31/19/13\n",
                "31/19/13, worker between",
                "31/19/13, worker last,",
                "31/19/13, worker last bits of PT1S from 2026-01-01T00:00:00Z",
                "31/19/13, bits of PT1S from 2026-01-01T00:00:00Z",
                "31/19/13 bits",
                "31/19/13 bits of PT1S",
                "31/19/13 bits of PT1S from ",
                "31/19/13 bits of PT1S from 2026-01-01T00:00:00Z and more",
                "٣١/19/13",
                "twitter"
            })
    void refusesAnotherForm(String text) {
        assertThatThrownBy(() -> UidLayout.parse(text))
                .isExactlyInstanceOf(OptionException.class)
                .hasMessage(RULE + text)
                .hasNoCause();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "31/19/13 bits of 1s from 2026-01-01T00:00:00Z",
                "31/19/13 bits of PT1S from 2026-01-01",
                "31/19/13 bits of PT1S from 2026-02-30T00:00:00Z"
            })
    void refusesATickOrAnEpochThatIsNone(String text) {
        assertThatThrownBy(() -> UidLayout.parse(text))
                .isExactlyInstanceOf(OptionException.class)
                .hasMessage(RULE + text)
                .hasCauseInstanceOf(DateTimeParseException.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0/50/13    | timeBits must be in [1, 61]: timeBits=0",
                "3/21+20/19 | workerBits must be in [0, 40]: workerBits=41",
                "3/19/41    | seqBits must be in [1, 40]: seqBits=41",
                "31/19/40   | timeBits + workerBits + seqBits must be in [3, 63]: 31 + 19 + 40 = 90",
                "1/0/1      | timeBits + workerBits + seqBits must be in [3, 63]: 1 + 0 + 1 = 2",
                "31/19/13 bits of PT0S from 2026-01-01T00:00:00Z"
                        + "| tick must be whole milliseconds in [PT0.001S, PT24H]: tick=PT0S",
                "31/19/13 bits of PT1S from 2026-01-01T00:00:00.0001Z"
                        + "| epoch must be a whole millisecond: epoch=2026-01-01T00:00:00.000100Z",
            })
    void refusesValuesOutOfRange(String text, String part) {
        assertThatThrownBy(() -> UidLayout.parse(text))
                .isExactlyInstanceOf(OptionException.class)
                .hasMessage("layout must be a possible layout (" + part + "): layout=" + text);
    }

    @Test
    void namesTheArgumentThatIsMissing() {
        assertThatNullPointerException().isThrownBy(() -> UidLayout.parse(null)).withMessage("text");
    }
}
