package org.uidgenerator.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.uidgenerator.UidLayout;

class SerialNumberFormatTest {
    private static final UidLayout LAYOUT = UidLayout.of(35, 9, 19);
    private static final UidLayout DAYS = UidLayout.builder()
            .totalBits(31)
            .timeBits(20)
            .workerBits(1)
            .seqBits(10)
            .tick(Duration.ofDays(1))
            .build();

    private final SerialNumberFormat receipts =
            SerialNumberFormat.of("P{yyyyMMdd} {HHmmss} {worker:3} {sequence:6}", LAYOUT);

    @Test
    void showsDateTimeWorkerAndSequence() {
        long uid = uid(LAYOUT, "2026-11-21T10:30:15Z", 7, 123);

        assertThat(receipts.format(uid)).isEqualTo("P20261121 103015 007 000123");
        assertThat(receipts.parse("P20261121 103015 007 000123")).isEqualTo(uid);
        assertThat(receipts.parse("P20260101 000000 000 000000")).isZero();
        assertThat(receipts.format(Long.MAX_VALUE)).isEqualTo("P31141027 034607 511 524287");
    }

    @ParameterizedTest
    @CsvSource({
        "{yyyy}-{worker}-{sequence},          2026-2-448502654",
        "{yyyy}/{MM}/{worker:4}{sequence:19}, 2026/11/00020000000000028253054",
        "{yyyyMMdd}{worker}{sequence},        2026112120605054",
        "{sequence}/{worker}/{yyyy},          448502654/2/2026",
    })
    void restartsTheSequenceWithThePeriod(String pattern, String text) {
        UidLayout layout =
                UidLayout.builder().totalBits(37).workerBits(2).seqBits(4).build();

        assertThat(SerialNumberFormat.of(pattern, layout).format(uid(layout, "2026-11-21T10:30:15Z", 2, 14)))
                .isEqualTo(text);
    }

    @Test
    void showsTheTimeAtAnOffset() {
        SerialNumberFormat inShanghai = receipts.withOffset(ZoneOffset.ofHours(8));
        long uid = uid(LAYOUT, "2026-12-31T17:00:00Z", 511, 524_287);

        assertThat(inShanghai.format(uid)).isEqualTo("P20270101 010000 511 524287");
        assertThat(inShanghai.parse("P20270101 010000 511 524287")).isEqualTo(uid);
    }

    @Test
    void countsFromTheFirstTickThatStartsInThePeriod() {
        // Ticks of 7 s from 00:00:00: the first that starts in the minute 00:01 does so at 00:01:03.
        UidLayout layout = UidLayout.builder().tick(Duration.ofSeconds(7)).build();
        SerialNumberFormat numbers = SerialNumberFormat.of("{yyyyMMddHHmm}/{worker}/{sequence}", layout);

        assertThat(numbers.format(uid(layout, "2026-01-01T00:00:56Z", 0, 5))).isEqualTo("202601010000/00000/2097157");
        assertThat(numbers.format(uid(layout, "2026-01-01T00:01:03Z", 0, 5))).isEqualTo("202601010001/00000/0000005");
    }

    @Test
    void startsWithTheEpochInThePeriodThatHoldsIt() {
        UidLayout layout =
                UidLayout.builder().epoch(Instant.parse("2026-05-20T12:00:00Z")).build();
        SerialNumberFormat numbers = SerialNumberFormat.of("{yyyy}/{worker}/{sequence}", layout);

        assertThat(numbers.format(0)).isEqualTo("2026/00000/0000000000000");
        assertThat(numbers.parse("2026/00000/0000000000000")).isZero();
    }

    @Test
    void isAsWideAsTheLongestPeriodNeeds() {
        SerialNumberFormat yearly = SerialNumberFormat.of("{yyyy}{worker}{sequence}", DAYS);

        // 366 days of 1,024.
        assertThat(yearly.format(uid(DAYS, "2028-12-31T00:00:00Z", 1, 1_023))).isEqualTo("20281374783");
        assertThat(SerialNumberFormat.of("{yyyy}{worker}{sequence:6}", DAYS).format(0))
                .isEqualTo("20260000000");
        assertThatThrownBy(() -> SerialNumberFormat.of("{yyyy}{worker}{sequence:5}", DAYS))
                .hasMessage("width of {sequence} must be in [6, 19], as it goes up to 374783:"
                        + " pattern=\"{yyyy}{worker}{sequence:5}\" has width=5");
    }

    @ParameterizedTest
    @CsvSource({
        "yyyy,              11, 63244799999",
        "yyyyMM,            10, 5356799999",
        "yyyyMMdd,          9,  172799999",
        "yyyyMMddHH,        7,  7199999",
        "yyyyMMddHHmm,      6,  119999",
        "yyyyMMddHHmmss,    4,  1999",
        "yyyyMMddHHmmssSSS, 1,  1",
    })
    void knowsTheGreatestSequenceOfEachPeriod(String time, int width, long greatest) {
        UidLayout layout = UidLayout.builder()
                .totalBits(43)
                .timeBits(41)
                .workerBits(1)
                .seqBits(1)
                .tick(Duration.ofMillis(1))
                .build();

        assertThatThrownBy(() -> SerialNumberFormat.of("{" + time + "}{worker}{sequence:0}", layout))
                .hasMessageStartingWith(String.format(
                        Locale.ROOT, "width of {sequence} must be in [%d, 19], as it goes up to %d:", width, greatest));
    }

    @Test
    void needsNoWorkerWhereThereAreNoWorkerBits() {
        UidLayout alone = UidLayout.of(37, 0, 26);
        SerialNumberFormat numbers = SerialNumberFormat.of("{yyyyMMddHHmmss}-{sequence}", alone);
        long uid = uid(alone, "2026-11-21T10:30:15Z", 0, 123);

        assertThat(numbers.format(uid)).isEqualTo("20261121103015-00000123");
        assertThat(numbers.parse("20261121103015-00000123")).isEqualTo(uid);
        assertThat(SerialNumberFormat.of("{yyyyMMddHHmmss}-{worker}-{sequence}", alone)
                        .format(uid))
                .isEqualTo("20261121103015-0-00000123");
    }

    @Test
    void showsTheShardOfAUid() {
        UidLayout sharded = UidLayout.parse("35/6+3/19 bits of PT1S from 2026-01-01T00:00:00Z");
        SerialNumberFormat orders = SerialNumberFormat.of("P{yyyyMMddHHmmss}{worker}{sequence}-{shard:2}", sharded);
        long uid = uid(sharded, "2026-11-21T10:30:15Z", sharded.workerId(63, 7), 123);

        assertThat(orders.format(uid)).isEqualTo("P202611211030157000123-63");
        assertThat(orders.parse("P202611211030157000123-63")).isEqualTo(uid);
        assertThatThrownBy(() -> orders.parse("P202611211030157000123-64"))
                .hasMessage("dataCenterId must be in [0, 63] (dataCenterBits=6): dataCenterId=64");
        assertThatThrownBy(() -> orders.parse("P202611211030158000123-63"))
                .hasMessage("machineId must be in [0, 7] (workerBits - dataCenterBits=3): machineId=8");
        assertThatThrownBy(() -> SerialNumberFormat.of("{yyyy}{worker}{sequence}{shard:1}", sharded))
                .hasMessage("width of {shard} must be in [2, 19], as it goes up to 63:"
                        + " pattern=\"{yyyy}{worker}{sequence}{shard:1}\" has width=1");
        assertThatThrownBy(() -> SerialNumberFormat.of("{yyyy}{worker}{sequence}{shard}{shard}", sharded))
                .hasMessage("pattern must have {shard} once:"
                        + " pattern=\"{yyyy}{worker}{sequence}{shard}{shard}\" has 2 times");
        assertThat(SerialNumberFormat.of("{yyyyMMddHHmmss}{worker:3}{sequence}", sharded)
                        .format(uid))
                .as("the whole worker id, where no shard is shown")
                .isEqualTo("20261121103015511000123");
    }

    @Test
    void needsNoWorkerWhereAllItsBitsAreTheShard() {
        UidLayout instagram = UidLayout.parse("41/13+0/9 bits of PT0.001S from 2026-01-01T00:00:00Z");
        SerialNumberFormat photos = SerialNumberFormat.of("{yyyyMMddHHmmssSSS}/{shard}/{sequence}", instagram);
        long uid = uid(instagram, "2026-11-21T10:30:15.123Z", 8_191, 511);

        assertThat(photos.format(uid)).isEqualTo("20261121103015123/8191/511");
        assertThat(photos.parse("20261121103015123/8191/511")).isEqualTo(uid);
        assertThat(SerialNumberFormat.of("{yyyyMMddHHmmssSSS}/{worker}/{sequence}", instagram)
                        .format(uid))
                .isEqualTo("20261121103015123/8191/511");
    }

    /** Each UID of small layouts, so that nothing is left to chance. */
    @ParameterizedTest
    @CsvSource({
        "PT1S, {yyyyMMddHHmmss}",
        "PT7S, {yyyyMMddHHmm}",
        "PT7S, {yyyyMMddHHmmss}",
        "PT0.01S, {yyyyMMddHHmmss}",
        "PT0.333S, {yyyyMMddHHmmssSSS}",
        "PT1H, {yyyyMMddHHmm}",
        "PT7H, {yyyyMMdd}",
        "PT24H, {yyyyMM}",
        "PT23H, {yyyy}"
    })
    void rendersEachUidOfASmallLayoutInAWayOfItsOwn(Duration tick, String time) {
        UidLayout layout = UidLayout.builder()
                .totalBits(14)
                .timeBits(10)
                .workerBits(2)
                .seqBits(2)
                .tick(tick)
                .epoch(Instant.parse("2027-12-30T23:59:47.017Z"))
                .build();
        SerialNumberFormat numbers = SerialNumberFormat.of(time + "-{worker}-{sequence}", layout)
                .withOffset(ZoneOffset.ofHoursMinutesSeconds(5, 30, 1));
        Set<String> texts = new HashSet<>();
        for (long uid = 0; uid < 1 << 14; uid++) {
            String text = numbers.format(uid);
            assertThat(texts.add(text)).as("uid %d is another's %s", uid, text).isTrue();
            assertThat(numbers.parse(text)).isEqualTo(uid);
        }
        assertThat(texts)
                .extracting(String::length)
                .containsOnly(numbers.format(0).length());
    }

    private static long uid(UidLayout layout, String time, long workerId, long sequence) {
        long tick = layout.tickAt(Instant.parse(time).toEpochMilli());
        return layout.encode(tick, workerId, sequence);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "P20261121 103015 007 00012  | text must have 27 characters: text=\"%s\" has 26",
                "X20261121 103015 007 000123 | text must have \"P\" at index 0: text=\"%s\"",
                "P20261121-103015 007 000123 | text must have \" \" at index 9: text=\"%s\"",
                "P2026112a 103015 007 000123 | text must have a digit at index 8: text=\"%s\" has 'a'",
                "P20261121 103015 007 +00123 | text must have a digit at index 21: text=\"%s\" has '+'",
                "P20261121 103015 ٠07 000123 | text must have a digit at index 17: text=\"%s\" has '٠'",
                "P20261321 103015 007 000123 | text must have a time that exists: text=\"%s\" has MM=13 at index 5",
                "P20260021 103015 007 000123 | text must have a time that exists: text=\"%s\" has MM=0 at index 5",
                "P20270229 103015 007 000123 | text must have a time that exists: text=\"%s\" has dd=29 at index 7",
                "P20261121 240000 007 000123 | text must have a time that exists: text=\"%s\" has HH=24 at index 10",
                "P20261121 236060 007 000123 | text must have a time that exists: text=\"%s\" has mm=60 at index 12",
                "P20261121 235960 007 000123 | text must have a time that exists: text=\"%s\" has ss=60 at index 14",
                "P20261121 103015 512 000123 | workerId must be in [0, 511] (workerBits=9): workerId=512",
                "P20261121 103015 007 524288 | sequence must be in [0, 524287] in this period: text=\"%s\" has sequence=524288",
            })
    void refusesWhatItDoesNotWrite(String text, String message) {
        assertThatThrownBy(() -> receipts.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message, text);
    }

    @ParameterizedTest
    @CsvSource({"P20251231 235959 000 000000", "P31141027 034608 000 000000"})
    void refusesTimesThatAreNotOfTheLayout(String text) {
        assertThatThrownBy(() -> receipts.parse(text))
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessage("text must name a period in which ticks of the layout start: text=\"" + text
                        + "\", layout=35/9/19 bits of PT1S from 2026-01-01T00:00:00Z, expiresAt=3114-10-27T03:46:08Z");
    }

    @Test
    void refusesAPeriodInWhichNoTickStarts() {
        SerialNumberFormat hourly = SerialNumberFormat.of("{yyyyMMddHH}{worker}{sequence}", DAYS);

        assertThat(hourly.parse("202601020000000")).isEqualTo(uid(DAYS, "2026-01-02T00:00:00Z", 0, 0));
        assertThatThrownBy(() -> hourly.parse("202601020100000"))
                .hasMessageStartingWith("text must name a period in which ticks of the layout start:");
    }

    @Test
    void refusesNumbersOf19DigitsBeyondALong() {
        SerialNumberFormat wide = SerialNumberFormat.of("{yyyy}{worker}{sequence:19}", DAYS);

        assertThatThrownBy(() -> wide.parse("202609999999999999999999"))
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessage("number at index 5 must be at most 9223372036854775807: text=\"202609999999999999999999\"");
        assertThatThrownBy(() -> wide.parse("202609223372036854775807"))
                .hasMessage("sequence must be in [0, 373759] in this period:"
                        + " text=\"202609223372036854775807\" has sequence=9223372036854775807");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "{worker}{sequence}                   | pattern must have a time                     | no {yyyy}",
                "{yyyy}{sequence}                     | pattern must have {worker} once              | 0 times",
                "{yyyy}{worker}                       | pattern must have {sequence} once            | 0 times",
                "{yyyy}{worker}{sequence}{worker}     | pattern must have {worker} once              | 2 times",
                "{yyyy}{worker}{sequence}{sequence:9} | pattern must have {sequence} once            | 2 times",
                "{MM}{worker}{sequence}     | names must be worker, sequence, shard and, in this order, yyyy or yy, MM dd HH mm ss SSS | {MM}",
                "{yyyydd}{worker}{sequence} | names must be worker, sequence, shard and, in this order, yyyy or yy, MM dd HH mm ss SSS | {yyyydd}",
                "{yyyy}{yyyy}{sequence}     | names must be worker, sequence, shard and, in this order, yyyy or yy, MM dd HH mm ss SSS | {yyyy}",
                "{yyyyM}{M}{sequence}       | names must be worker, sequence, shard and, in this order, yyyy or yy, MM dd HH mm ss SSS | {yyyyM}",
                "{yyyyMMddHHmmssSSSn}       | names must be worker, sequence, shard and, in this order, yyyy or yy, MM dd HH mm ss SSS | {yyyyMMddHHmmssSSSn}",
                "{year}{worker}{sequence}   | names must be worker, sequence, shard and, in this order, yyyy or yy, MM dd HH mm ss SSS | {year}",
                "{yyyy:4}{worker}{sequence} | only {worker}, {sequence}, {shard} may have a width | {yyyy:4}",
                "{yyyy}{worker:2}{sequence} | width of {worker} must be in [3, 19], as it goes up to 511 | width=2",
                "{yyyy}{worker:0}{sequence} | width of {worker} must be in [3, 19], as it goes up to 511 | width=0",
                "{yyyy}{worker:20}{sequence} | width of {worker} must be in [3, 19], as it goes up to 511 | width=20",
                "{yyyyMMdd}{worker}{sequence:6} | width of {sequence} must be in [11, 19], as it goes up to 45298483199 | width=6",
                "{yyyy}{worker}{sequence:x} | pattern must be text, {name} and {name:width}, the width of 1 or 2 digits | index 14",
                "{yyyy}{worker}{sequence:}  | pattern must be text, {name} and {name:width}, the width of 1 or 2 digits | index 14",
                "{yyyy}{worker}{sequence    | pattern must be text, {name} and {name:width}, the width of 1 or 2 digits | index 14",
                "{yyyy}{worker}{counter:5}{sequence} | only {worker}, {sequence}, {shard} may have a width | {counter:5}",
                "{yyyy}{worker}{shard:4}{sequence} | layout must have dataCenterBits, because {shard} shows them"
                        + " | {shard}, layout=35/9/19 bits of PT1S from 2026-01-01T00:00:00Z",
                "{yyyy}}{worker}{sequence}  | pattern must be text, {name} and {name:width}, the width of 1 or 2 digits | index 6",
                "{{yyyy}{worker}{sequence}  | pattern must be text, {name} and {name:width}, the width of 1 or 2 digits | index 0",
                "{}{yyyy}{worker}{sequence} | pattern must be text, {name} and {name:width}, the width of 1 or 2 digits | index 0",
            })
    void refusesPatternsThatGiveNoNumber(String pattern, String rule, String value) {
        assertThatThrownBy(() -> SerialNumberFormat.of(pattern, LAYOUT))
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessage("%s: pattern=\"%s\" has %s", rule, pattern, value);
    }

    @Test
    void refusesALayoutThatNeedsYearsOf5Digits() {
        String pattern = "{yyyy}{worker}{sequence}";
        UidLayout until10000 = oneBitEach("9999-12-31T23:59:58Z");

        SerialNumberFormat last = SerialNumberFormat.of(pattern, until10000);
        assertThat(last.format(7))
                .as("of 2 ticks of 2, in a year that could hold more")
                .isEqualTo("999913");
        assertThat(last.parse("999913")).isEqualTo(7);
        assertThatThrownBy(() -> last.withOffset(ZoneOffset.ofTotalSeconds(1)))
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessage("layout must be within the years 0 to 9999:"
                        + " layout=1/1/1 bits of PT1S from 9999-12-31T23:59:58Z, expiresAt=+10000-01-01T00:00:00Z");
        assertThatThrownBy(() -> SerialNumberFormat.of(pattern, UidLayout.of(51, 6, 6)))
                .hasMessageStartingWith("layout must be within the years 0 to 9999: layout=51/6/6");
    }

    @Test
    void isANumberOf19DigitsWithAYearOf2() {
        UidLayout layout = UidLayout.builder()
                .totalBits(53)
                .timeBits(31)
                .workerBits(9)
                .seqBits(13)
                .build();
        SerialNumberFormat orders = SerialNumberFormat.of("{yyMMddHHmmss}{worker}{sequence}", layout);
        long uid = uid(layout, "2026-11-21T10:30:15Z", 7, 123);

        assertThat(orders.format(uid)).isEqualTo("2611211030150070123");
        assertThat(orders.parse("2611211030150070123")).isEqualTo(uid);
        assertThat(Long.parseLong(orders.format(uid(layout, "2092-12-31T23:59:59Z", 511, 8_191))))
                .as("the greatest before 2093")
                .isEqualTo(9_212_312_359_595_118_191L);
    }

    @Test
    void showsIn2DigitsOnlyLayoutsWithinTheYears2000To2099() {
        String pattern = "{yy}{worker}{sequence}";
        UidLayout until2100 = oneBitEach("2099-12-31T23:59:58Z");
        UidLayout from2000 = oneBitEach("2000-01-01T00:00:00Z");

        assertThat(SerialNumberFormat.of(pattern, until2100).format(7)).isEqualTo("9913");
        assertThat(SerialNumberFormat.of(pattern, from2000).format(7)).isEqualTo("0013");
        assertThatThrownBy(() -> SerialNumberFormat.of(pattern, until2100).withOffset(ZoneOffset.ofTotalSeconds(1)))
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessage("layout must be within the years 2000 to 2099, because {yy} shows no others:"
                        + " layout=1/1/1 bits of PT1S from 2099-12-31T23:59:58Z, expiresAt=2100-01-01T00:00:00Z");
        assertThatThrownBy(() -> SerialNumberFormat.of(pattern, from2000).withOffset(ZoneOffset.ofTotalSeconds(-1)))
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessage("layout must be within the years 2000 to 2099, because {yy} shows no others:"
                        + " layout=1/1/1 bits of PT1S from 2000-01-01T00:00:00Z, expiresAt=2000-01-01T00:00:02Z");
        assertThatThrownBy(() -> SerialNumberFormat.of(pattern, LAYOUT))
                .hasMessageStartingWith("layout must be within the years 2000 to 2099, because {yy} shows no others:"
                        + " layout=35/9/19");
    }

    private static UidLayout oneBitEach(String epoch) {
        return UidLayout.builder()
                .totalBits(3)
                .timeBits(1)
                .workerBits(1)
                .seqBits(1)
                .epoch(Instant.parse(epoch))
                .build();
    }

    @Test
    void takesALayoutThatBeginsInTheYear0() {
        UidLayout ancient =
                UidLayout.builder().epoch(Instant.parse("0000-01-01T00:00:00Z")).build();
        SerialNumberFormat numbers = SerialNumberFormat.of("{yyyyMMdd}/{worker}/{sequence}", ancient);

        assertThat(numbers.parse("00000229/00001/00000000002")).isEqualTo(uid(ancient, "0000-02-29T00:00:00Z", 1, 2));
        assertThatThrownBy(() -> numbers.withOffset(ZoneOffset.ofTotalSeconds(-1)))
                .hasMessageStartingWith("layout must be within the years 0 to 9999:");
    }
}
