package org.uidgenerator.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.LocalDateTime;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CounterFormatTest {
    private static final LocalDateTime TIME = LocalDateTime.of(2026, 11, 21, 10, 30);
    private static final LocalDateTime DAY = LocalDateTime.of(2026, 11, 21, 0, 0);

    private final CounterFormat invoices = CounterFormat.of("P{yyyyMMdd}-{counter:5}");
    private final CounterFormat parcels = CounterFormat.of("P{counter:5}{shard:2}-{child:1}");

    @Test
    void showsTheNumberOfAPeriod() {
        assertThat(invoices.format(new CounterNumber(TIME, 1))).isEqualTo("P20261121-00001");
        assertThat(invoices.format(new CounterNumber(TIME, 99_999))).isEqualTo("P20261121-99999");
        assertThat(invoices.parse("P20261121-00001")).isEqualTo(new CounterNumber(DAY, 1));
    }

    @Test
    void showsTheShardAndTheChildOfANumber() {
        CounterNumber order = new CounterNumber(1).withShard(77);

        assertThat(CounterFormat.of("P{counter:5}{shard:2}").format(order)).isEqualTo("P0000177");
        assertThat(parcels.format(order.withChild(1))).isEqualTo("P0000177-1");
        assertThat(parcels.format(order.withChild(2))).isEqualTo("P0000177-2");
        assertThat(parcels.parse("P0000177-2")).isEqualTo(order.withChild(2));
        assertThat(parcels.parse("P0000177-2").withChild(0)).as("the parent").isEqualTo(order);
    }

    @ParameterizedTest
    @CsvSource({
        "{yyyy}{counter:3},                2026001,                2026-01-01T00:00",
        "{counter:1}/{yyyyMM},             1/202611,               2026-11-01T00:00",
        "{yyyy}.{MM}.{dd} {HH}:{counter:19}, 2026.11.21 10:0000000000000000001, 2026-11-21T10:00",
        "{yyyyMMddHHmm}{counter:1},        2026112110301,          2026-11-21T10:30",
        "{yyMMddHHmm}{counter:5},          261121103000001,        2026-11-21T10:30",
        "{counter:2}/{yy},                 01/26,                  2026-01-01T00:00",
        "{yy}.{MM}{counter:1},             26.111,                 2026-11-01T00:00",
    })
    void readsThePeriodBackFromItsStart(String pattern, String text, LocalDateTime start) {
        CounterFormat format = CounterFormat.of(pattern);

        assertThat(format.format(new CounterNumber(TIME, 1))).isEqualTo(text);
        assertThat(format.parse(text)).isEqualTo(new CounterNumber(start, 1));
    }

    @Test
    void readsWhatItWroteAndNothingElse() {
        CounterFormat format = CounterFormat.of("{yyyy}{MM}{child:2}-{counter:19}/{shard:4}{dd}");
        for (long seed = 0; seed < 1_000; seed++) {
            Random random = new Random(seed);
            CounterNumber number = new CounterNumber(
                    LocalDateTime.of(random.nextInt(10_000), 1 + random.nextInt(12), 1 + random.nextInt(28), 0, 0),
                    Uids.any(random),
                    random.nextInt(10_000),
                    random.nextInt(100));
            String text = format.format(number);
            assertThat(format.parse(text)).as("seed %d", seed).isEqualTo(number);

            StringBuilder changed = new StringBuilder(text);
            changed.setCharAt(random.nextInt(text.length()), (char) ('0' + random.nextInt(10)));
            try {
                assertThat(format.format(format.parse(changed)))
                        .as("seed %d", seed)
                        .isEqualTo(changed.toString());
            } catch (IllegalArgumentException refused) {
                assertThat(refused.getMessage())
                        .as("seed %d, %s", seed, changed)
                        .contains(" must ");
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "P20261121-000001 | text must have 15 characters: text=\"%s\" has 16",
                "P20261121-0001   | text must have 15 characters: text=\"%s\" has 14",
                "Q20261121-00001  | text must have \"P\" at index 0: text=\"%s\"",
                "P20261121-0000x  | text must have a digit at index 14: text=\"%s\" has 'x'",
                "P20261131-00001  | text must have a time that exists: text=\"%s\" has dd=31 at index 7",
            })
    void refusesWhatItDoesNotWrite(String text, String message) {
        assertThatThrownBy(() -> invoices.parse(text))
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessage(message, text);
    }

    @Test
    void refusesNumbersThatDoNotFit() {
        refuses(
                invoices,
                new CounterNumber(TIME, 100_000),
                "counter must be in [0, 99999] to fit the pattern: pattern=\"P{yyyyMMdd}-{counter:5}\", counter=100000");
        refuses(
                invoices,
                new CounterNumber(TIME, -1),
                "counter must be in [0, 99999] to fit the pattern: pattern=\"P{yyyyMMdd}-{counter:5}\", counter=-1");
        refuses(
                parcels,
                new CounterNumber(1).withShard(100),
                "shard must be in [0, 99] to fit the pattern: pattern=\"P{counter:5}{shard:2}-{child:1}\", shard=100");
        refuses(
                parcels,
                new CounterNumber(1).withChild(10),
                "child must be in [0, 9] to fit the pattern: pattern=\"P{counter:5}{shard:2}-{child:1}\", child=10");
        assertThat(CounterFormat.of("{counter:19}").format(new CounterNumber(Long.MAX_VALUE)))
                .isEqualTo("9223372036854775807");
    }

    @Test
    void refusesPartsThatItWouldNotShow() {
        refuses(
                invoices,
                new CounterNumber(TIME, 1).withShard(1),
                "shard must be in [0, 0] to fit the pattern: pattern=\"P{yyyyMMdd}-{counter:5}\", shard=1");
        refuses(
                invoices,
                new CounterNumber(TIME, 1).withChild(1),
                "child must be in [0, 0] to fit the pattern: pattern=\"P{yyyyMMdd}-{counter:5}\", child=1");
        refuses(
                invoices,
                new CounterNumber(1),
                "number must have a period if the pattern has a time, and none otherwise:"
                        + " pattern=\"P{yyyyMMdd}-{counter:5}\", period=null");
        refuses(
                parcels,
                new CounterNumber(TIME, 1),
                "number must have a period if the pattern has a time, and none otherwise:"
                        + " pattern=\"P{counter:5}{shard:2}-{child:1}\", period=2026-11-21T10:30");
    }

    @Test
    void showsIn2DigitsTheYearsFrom2000To2099() {
        CounterFormat orders = CounterFormat.of("{yyMMdd}{counter:9}");

        assertThat(orders.format(new CounterNumber(TIME.withYear(2000), 1))).isEqualTo("001121000000001");
        assertThat(orders.parse("001121000000001")).isEqualTo(new CounterNumber(DAY.withYear(2000), 1));
        assertThat(orders.format(new CounterNumber(TIME.withYear(2099), 1))).isEqualTo("991121000000001");
        assertThat(orders.parse("991121000000001")).isEqualTo(new CounterNumber(DAY.withYear(2099), 1));
        assertThat(orders.parse("000229000000001").period()).as("a leap year").isEqualTo("2000-02-29T00:00");
        assertThatThrownBy(() -> orders.parse("010229000000001"))
                .hasMessage("text must have a time that exists: text=\"010229000000001\" has dd=29 at index 4");
        refuses(
                orders,
                new CounterNumber(TIME.withYear(1999), 1),
                "period must be within the years 2000 to 2099, because {yy} shows no others:"
                        + " period=1999-11-21T10:30");
        refuses(
                orders,
                new CounterNumber(TIME.withYear(2100), 1),
                "period must be within the years 2000 to 2099, because {yy} shows no others:"
                        + " period=2100-11-21T10:30");
    }

    @Test
    void refusesYearsThatDoNotHave4Digits() {
        refuses(
                invoices,
                new CounterNumber(TIME.withYear(10_000), 1),
                "period must be within the years 0 to 9999: period=+10000-11-21T10:30");
        refuses(
                invoices,
                new CounterNumber(TIME.withYear(-1), 1),
                "period must be within the years 0 to 9999: period=-0001-11-21T10:30");
        assertThat(invoices.format(new CounterNumber(TIME.withYear(0), 1))).isEqualTo("P00001121-00001");
        assertThat(invoices.format(new CounterNumber(TIME.withYear(9_999), 1))).isEqualTo("P99991121-00001");
    }

    private static void refuses(CounterFormat format, CounterNumber number, String message) {
        assertThatThrownBy(() -> format.format(number))
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "{yyyy}              | pattern must have {counter} once | 0 times",
                "{counter:5}{counter:5} | pattern must have {counter} once | 2 times",
                "{counter:5}{shard:1}{shard:1} | pattern must have {shard} once | 2 times",
                "{counter:5}{child:1}{child:1} | pattern must have {child} once | 2 times",
                "{counter}           | {counter} must have a width, as {counter:5} | {counter}",
                "{counter:5}{shard}  | {shard} must have a width, as {shard:5} | {shard}",
                "{counter:0}         | width of {counter} must be in [1, 19] | width=0",
                "{counter:20}        | width of {counter} must be in [1, 19] | width=20",
                "{counter:5}{worker:3} | only {counter}, {shard}, {child} may have a width | {worker:3}",
                "{counter:5}{sequence} | names must be counter, shard, child and, in this order, yyyy or yy, MM dd HH mm ss SSS | {sequence}",
                "{MM}{counter:5}     | names must be counter, shard, child and, in this order, yyyy or yy, MM dd HH mm ss SSS | {MM}",
                "{yyyyMM}{yy}{counter:5} | names must be counter, shard, child and, in this order, yyyy or yy, MM dd HH mm ss SSS | {yy}",
                "{yyyMM}{counter:5}  | names must be counter, shard, child and, in this order, yyyy or yy, MM dd HH mm ss SSS | {yyyMM}",
                "{yy}{yy}{counter:5} | names must be counter, shard, child and, in this order, yyyy or yy, MM dd HH mm ss SSS | {yy}",
                "{yy:2}{counter:5}   | only {counter}, {shard}, {child} may have a width | {yy:2}",
                "{counter:5          | pattern must be text, {name} and {name:width}, the width of 1 or 2 digits | index 0",
            })
    void refusesPatternsThatGiveNoNumber(String pattern, String rule, String value) {
        assertThatThrownBy(() -> CounterFormat.of(pattern))
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessage("%s: pattern=\"%s\" has %s", rule, pattern, value);
    }

    @Test
    void isTheSameInEachLocale() {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag("ar-EG"));
        try {
            assertThat(invoices.format(new CounterNumber(TIME, 1))).isEqualTo("P20261121-00001");
            assertThat(invoices).hasToString("P{yyyyMMdd}-{counter:5}");
        } finally {
            Locale.setDefault(before);
        }
    }
}
