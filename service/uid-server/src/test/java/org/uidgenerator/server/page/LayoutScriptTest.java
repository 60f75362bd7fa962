package org.uidgenerator.server.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.uidgenerator.DecodedUid;
import org.uidgenerator.LayoutPreset;
import org.uidgenerator.UidLayout;

/** The rules that the page plans with are those of {@link UidLayout}: what it says of a text, the script says. */
@ExtendWith(PageExtension.class)
class LayoutScriptTest {
    private static final int RANDOM_TEXTS = 2_000;
    private static final long SEED = 20261122;

    /** Of any text: the layout and what it holds, or why it is refused. */
    private static final String DESCRIBE = """
            const { Layout, LayoutError } = await import("/page/layout.js");
            const { formatInstant } = await import("/page/instant.js");
            return given[0].map((text) => {
              try {
                const layout = Layout.parse(text);
                const uid = BigInt("0x123456789abcdef") & layout.highestUid();
                const { fields, time } = layout.decode(uid);
                return [layout.text(), formatInstant(layout.end), layout.workerIds(), layout.uidsPerTick(),
                    Math.floor(layout.uidsPerSecond()), layout.highestUid(), formatInstant(time),
                    ...fields.map(({ name, value }) => `${name}=${value}`)].join("; ");
              } catch (error) {
                if (error instanceof LayoutError) {
                  return error.message;
                }
                throw error;
              }
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
        page.open("");
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
    void saysOfRandomLayoutsWhatJavaSays(Page page) {
        Random random = new Random(SEED);
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < RANDOM_TEXTS; i++) {
            int dataCenterBits = random.nextInt(8);
            texts.add(random.nextInt(64)
                    + "/" + (random.nextBoolean() ? dataCenterBits + "+" : "") + random.nextInt(24)
                    + "/" + random.nextInt(24)
                    + List.of("", "", ", worker last,", ", worker first,").get(random.nextInt(4))
                    + " bits of "
                    + Duration.ofMillis(Math.round(Math.pow(10, random.nextDouble(8.1))))
                    + " from "
                    + Instant.ofEpochMilli(Math.round(random.nextGaussian() * 1e14 / Math.pow(10, random.nextInt(5)))));
        }
        assertSame(page, texts);
    }

    private static void assertSame(Page page, List<String> texts) {
        page.open("");
        List<String> java =
                texts.stream().map(text -> text + " -> " + describe(text)).toList();
        Object said = page.async(DESCRIBE, texts);
        if (!(said instanceof List<?> script)) {
            throw new AssertionError(said);
        }
        List<String> scripts = new ArrayList<>();
        for (int i = 0; i < texts.size(); i++) {
            scripts.add(texts.get(i) + " -> " + script.get(i));
        }
        assertEquals(String.join("\n", java), String.join("\n", scripts));
    }

    private static String describe(String text) {
        UidLayout layout;
        try {
            layout = UidLayout.parse(text);
        } catch (IllegalArgumentException e) {
            return e.getMessage();
        }
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
