package org.uidgenerator.server.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.uidgenerator.DecodedUid;
import org.uidgenerator.LayoutPreset;
import org.uidgenerator.OptionException;
import org.uidgenerator.UidLayout;

/** The rules that the page plans with are those of {@link UidLayout}: what it says of a text, the script says. */
@Tag("proof")
@ExtendWith(PageExtension.class)
class LayoutScriptTest {
    private static final int RANDOM_TEXTS = 10_000;
    private static final int UIDS_PER_LAYOUT = 5;
    private static final long SEED = 20261122;

    /** Of any text: the layout and what it holds, or why it is refused. */
    private static final String DESCRIBE = """
            const { Layout } = await import("/page/layout.js");
            const { formatInstant } = await import("/page/instant.js");
            return said((text) => {
              const layout = Layout.parse(text);
              const uid = BigInt("0x123456789abcdef") & layout.highestUid();
              const { fields, time } = layout.decode(uid);
              return [layout.text(), formatInstant(layout.end), layout.workerIds(), layout.uidsPerTick(),
                  Math.floor(layout.uidsPerSecond()), layout.highestUid(), formatInstant(time),
                  ...fields.map(({ name, value }) => `${name}=${value}`)].join("; ");
            });
            """;

    @Test
    void saysOfEachPresetWhatJavaSays(Page page) {
        assertSame(
                page,
                Stream.of(LayoutPreset.values())
                        .map(preset -> preset.layout().text())
                        .toList());
    }

    @Test
    void saysOfTextsAtTheLimitsWhatJavaSays(Page page) {
        assertSame(
                page,
                List.of(
                        "31/14/18",
                        "0/22/41",
                        "61/1/1",
                        "62/0/1",
                        "1/0/2",
                        "1/0/1",
                        "1/40/22",
                        "1/41/21",
                        "22/1/40",
                        "21/1/41",
                        "31/14/19",
                        "31/14/0",
                        "31/0+14/18",
                        "31/14+0/18",
                        "31/40+1/1",
                        "39/16/8, worker last",
                        "39/16/8, worker last, bits of PT0.01S from 2014-09-01T00:00:00Z",
                        "39/16/8, worker last,",
                        "41/10/12, worker first, bits of PT0.001S from 2020-05-02T16:00:00Z",
                        "41/5+5/12, worker first",
                        "41/10/12, worker middle",
                        "31/14/18 bits of PT0S from 2026-01-01T00:00:00Z",
                        "31/14/18 bits of PT0.001S from 2026-01-01T00:00:00.001Z",
                        "31/14/18 bits of PT0.0015S from 2026-01-01T00:00:00Z",
                        "31/14/18 bits of PT1M0.0000005S from 2026-01-01T00:00:00Z",
                        "31/14/18 bits of PT24H from -0001-12-31T23:59:59.999Z",
                        "31/14/18 bits of PT24H0.001S from 2026-01-01T00:00:00Z",
                        "31/14/18 bits of PT1H1M1.5S from 2024-02-29T12:00:00Z",
                        "31/14/18 bits of PT1S from 2023-02-29T12:00:00Z",
                        "31/14/18 bits of PT1S from +100000-01-01T00:00:00Z",
                        "61/1/1 bits of PT0.001S from 2026-01-01T00:00:00Z",
                        "61/1/1 bits of PT0.003S from 2026-01-01T00:00:00Z",
                        "61/1/1 bits of PT24H from 1970-01-01T00:00:00Z",
                        "1/2/3 bits of PT1S from +146140482-04-24T15:36:27.903Z",
                        "1/2/3 bits of PT1S from +146140482-04-24T15:36:27.904Z",
                        "1/2/3 bits of PT1S from -146136543-09-08T08:23:32.096Z",
                        "1/2/3 bits of PT1S from -146136543-09-08T08:23:32.095Z",
                        "",
                        "31/14",
                        "a/b/c",
                        "31/14/18 bits of from",
                        " 31/14/18"));
    }

    @Test
    void refusesAUidWithMoreBitsThanTheLayoutWithTheWordsOfJava(Page page) {
        page.openInEnglish();
        UidLayout layout = LayoutPreset.JAVASCRIPT.layout();
        long uid = 1L << layout.totalBits();

        Object said = page.async("""
                const { Layout } = await import("/page/layout.js");
                try {
                  Layout.parse(given[0]).decode(BigInt(given[1]));
                } catch (error) {
                  return error.message;
                }
                """, layout.text(), Long.toString(uid));

        assertEquals(
                assertThrows(IllegalArgumentException.class, () -> layout.decode(uid))
                        .getMessage(),
                said);
    }

    @Test
    void knowsThePresetsOfJava(Page page) {
        page.openInEnglish();

        Object known = page.async("""
                const { PRESETS } = await import("/page/presets.js");
                return PRESETS.map(({ preset, layout }) => preset + ": " + layout.text());
                """);

        assertEquals(
                Stream.of(LayoutPreset.values())
                        .map(preset -> preset.text() + ": " + preset.layout().text())
                        .toList(),
                known);
    }

    @Test
    void findsTheLayoutsOfNamesThatJavaFinds(Page page) {
        List<String> names = List.of(
                "twitter", "baidu-example", "31/14/18", "Twitter", "missing", "", "été", "41/5+5/12, worker last");

        page.assertSays(names, """
                const { layoutOf } = await import("/page/presets.js");
                return said((name) => layoutOf(name).text());
                """, name -> LayoutPreset.layoutOf(name).text());
    }

    @Test
    void findsThePresetsThatJavaFindsForAUid(Page page) {
        Instant now = Instant.parse("2026-11-22T07:42:54.123Z");
        List<String> uids = Stream.concat(
                        Stream.of("0", "1541815603606036480", "175928847299117063", Long.toString(Long.MAX_VALUE)),
                        // a tick before, at and after the limit
                        Stream.of(LayoutPreset.values())
                                .filter(preset -> preset.layout().expiresAt().isAfter(now.plus(Duration.ofDays(2))))
                                .flatMap(preset -> IntStream.rangeClosed(-1, 1)
                                        .mapToObj(ticks -> now.plus(Duration.ofDays(1))
                                                .plus(preset.layout().tick().multipliedBy(ticks)))
                                        .map(time ->
                                                Long.toString(preset.layout().encode(time, 0, 0)))))
                .toList();

        page.assertSays(
                uids,
                """
                const { fitting } = await import("/page/presets.js");
                const { formatInstant, parseInstant } = await import("/page/instant.js");
                return said((uid) => fitting(BigInt(uid), parseInstant("NOW"))
                    .map(({ preset, time }) => `${preset} ${formatInstant(time)}`).join("; "));
                """.replace("NOW", now.toString()),
                uid -> LayoutPreset.fitting(Long.parseLong(uid), now).stream()
                        .map(fit -> fit.preset().text() + " " + fit.decoded().time())
                        .collect(Collectors.joining("; ")));
    }

    @Test
    void putsTheUidsTogetherThatJavaPutsTogether(Page page) {
        Random random = new Random(SEED);
        List<String> parts = new ArrayList<>(List.of(
                "31/14/18;2025-12-31T23:59:59.999Z;0;0;0;0",
                "31/14/18;2094-01-19T03:14:07.999Z;0;16383;0;262143",
                "31/14/18;2094-01-19T03:14:08Z;0;0;0;0",
                "31/14/18;2026-01-01T00:00:00Z;0;16384;0;0",
                "31/14/18;2026-01-01T00:00:00Z;0;-1;0;0",
                "31/14/18;2026-01-01T00:00:00Z;0;0;0;262144",
                "41/5+5/12;2026-01-01T00:00:00Z;32;0;0;0",
                "41/5+5/12;2026-01-01T00:00:00Z;0;0;32;0",
                "41/10+0/12;2026-01-01T00:00:00Z;1023;0;1;0"));
        List<String> layouts = new ArrayList<>(
                Stream.of(LayoutPreset.values()).map(LayoutPreset::text).toList());
        for (int i = 0; i < RANDOM_TEXTS; i++) {
            layouts.add(randomLayout(random));
        }
        layouts.removeIf(LayoutScriptTest::isRefused);
        for (String text : layouts) {
            UidLayout layout = LayoutPreset.layoutOf(text);
            long lifetime = Duration.between(layout.epoch(), layout.expiresAt()).toMillis();
            for (int i = 0; i < UIDS_PER_LAYOUT; i++) {
                int machineBits = layout.workerBits() - layout.dataCenterBits();
                parts.add(String.join(
                        ";",
                        text,
                        layout.epoch()
                                .plusMillis((long) (random.nextDouble() * lifetime))
                                .toString(),
                        Integer.toString(random.nextInt(1 << layout.dataCenterBits())),
                        Long.toString(random.nextLong(layout.maxWorkerId() + 1)),
                        Integer.toString(random.nextInt(1 << machineBits)),
                        Long.toString(random.nextLong(layout.maxSequence() + 1))));
            }
        }

        page.assertSays(parts, """
                const { layoutOf } = await import("/page/presets.js");
                const { parseInstant } = await import("/page/instant.js");
                return said((text) => {
                  const [layout, time, dataCenterId, workerId, machineId, sequence] = text.split(";");
                  const parts = { dataCenterId, workerId, machineId, sequence };
                  return layoutOf(layout).encode(parseInstant(time),
                      Object.fromEntries(Object.entries(parts).map(([name, value]) => [name, BigInt(value)]))).toString();
                });
                """, LayoutScriptTest::encoded);
    }

    private static String encoded(String text) {
        String[] parts = text.split(";", -1);
        UidLayout layout = LayoutPreset.layoutOf(parts[0]);
        long workerId = layout.dataCenterBits() == 0
                ? Long.parseLong(parts[3])
                : layout.workerId(Long.parseLong(parts[2]), Long.parseLong(parts[4]));
        return Long.toString(layout.encode(Instant.parse(parts[1]), workerId, Long.parseLong(parts[5])));
    }

    private static boolean isRefused(String layout) {
        try {
            LayoutPreset.layoutOf(layout);
            return false;
        } catch (IllegalArgumentException e) {
            return true;
        }
    }

    /** Returns the text of a layout, most of which are refused. */
    private static String randomLayout(Random random) {
        int dataCenterBits = random.nextInt(8);
        return random.nextInt(64)
                + "/" + (random.nextBoolean() ? dataCenterBits + "+" : "") + random.nextInt(24)
                + "/" + random.nextInt(24)
                + List.of("", "", ", worker last,", ", worker first,").get(random.nextInt(4))
                + " bits of "
                + Duration.ofMillis(Math.round(Math.pow(10, random.nextDouble(8.1))))
                + " from "
                + Instant.ofEpochMilli(Math.round(random.nextGaussian() * 1e14 / Math.pow(10, random.nextInt(5))));
    }

    @Test
    void saysOfRandomLayoutsWhatJavaSays(Page page) {
        Random random = new Random(SEED);
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < RANDOM_TEXTS; i++) {
            texts.add(randomLayout(random));
        }
        assertSame(page, texts);
    }

    private static void assertSame(Page page, List<String> texts) {
        page.assertSays(texts, DESCRIBE, LayoutScriptTest::describe);
    }

    /** The page says of a part what is wrong with it, and nothing of the text, which is there to be seen. */
    private static UidLayout parsed(String text) {
        try {
            return UidLayout.parse(text);
        } catch (OptionException e) {
            throw e.getCause() instanceof OptionException ofPart ? ofPart : e;
        }
    }

    private static String describe(String text) {
        UidLayout layout = parsed(text);
        long highest = layout.encode(layout.maxTick(), layout.maxWorkerId(), layout.maxSequence());
        DecodedUid decoded = layout.decode(0x123456789abcdefL & highest);
        List<String> said = new ArrayList<>(List.of(
                layout.text(),
                layout.expiresAt().toString(),
                Long.toString(layout.maxWorkerId() + 1),
                Long.toString(layout.maxSequence() + 1),
                Long.toString((long) layout.uidsPerSecond()),
                Long.toString(highest),
                decoded.time().toString()));
        List<String> worker = new ArrayList<>();
        if (layout.dataCenterBits() > 0) {
            worker.add("dataCenterId=" + decoded.dataCenterId());
            if (layout.workerBits() > layout.dataCenterBits()) {
                worker.add("machineId=" + decoded.machineId());
            }
        } else if (layout.workerBits() > 0) {
            worker.add("workerId=" + decoded.workerId());
        }
        List<String> time = List.of("time=" + layout.tickOf(decoded.uid()));
        List<String> sequence = List.of("sequence=" + decoded.sequence());
        switch (layout.fieldOrder()) {
            case TIME_WORKER_SEQUENCE -> Stream.of(time, worker, sequence).forEach(said::addAll);
            case TIME_SEQUENCE_WORKER -> Stream.of(time, sequence, worker).forEach(said::addAll);
            case WORKER_TIME_SEQUENCE -> Stream.of(worker, time, sequence).forEach(said::addAll);
        }
        return String.join("; ", said);
    }
}
