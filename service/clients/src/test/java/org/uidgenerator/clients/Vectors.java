package org.uidgenerator.clients;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.uidgenerator.DecodedUid;
import org.uidgenerator.UidLayout;
import org.uidgenerator.UidRange;
import org.uidgenerator.text.UidFormat;

/**
 * What clients in other languages have to agree with, as JSON: ids and their fields, ids as text, and answers with
 * ranges.
 */
final class Vectors {
    private static final UidLayout LONG_TICKS =
            UidLayout.parse("25/4+8/26, worker last, bits of PT1M30S from 2020-02-29T00:00:00Z");

    /** Not the presets: these stay as they are. */
    private static final List<UidLayout> LAYOUTS = List.of(
            UidLayout.parse("31/14/18 bits of PT1S from 2026-01-01T00:00:00Z"),
            UidLayout.parse("32/8/13 bits of PT1S from 2026-01-01T00:00:00Z"),
            UidLayout.parse("41/5+5/12 bits of PT0.001S from 2010-11-04T01:42:54.657Z"),
            UidLayout.parse("39/16/8, worker last, bits of PT0.01S from 2014-09-01T00:00:00Z"),
            UidLayout.parse("40/0/23 bits of PT0.001S from 2000-01-01T05:00:00Z"),
            UidLayout.parse("20/3/40 bits of PT24H from 1970-01-01T00:00:00Z"),
            LONG_TICKS);

    private Vectors() {}

    static String json() {
        return "{\n"
                + array("ids", LAYOUTS.stream().flatMap(Vectors::ids))
                + ",\n"
                + array("texts", texts())
                + ",\n"
                + array("ranges", ranges())
                + "\n}\n";
    }

    private static String array(String name, Stream<String> values) {
        return values.collect(Collectors.joining(",\n    ", "  \"" + name + "\": [\n    ", "\n  ]"));
    }

    private static Stream<String> ids(UidLayout layout) {
        long maxTick = layout.maxTick();
        long maxWorker = layout.maxWorkerId();
        long maxSequence = layout.maxSequence();
        return LongStream.of(
                        layout.encode(0, 0, 0),
                        layout.encode(0, 0, maxSequence),
                        layout.encode(0, maxWorker, 0),
                        layout.encode(1, 0, 0),
                        layout.encode(maxTick / 3, maxWorker / 3, maxSequence / 3),
                        layout.encode(maxTick, maxWorker, maxSequence))
                .mapToObj(uid -> id(layout, layout.decode(uid)));
    }

    private static String id(UidLayout layout, DecodedUid uid) {
        return String.format(
                Locale.ROOT,
                "{\"layout\": \"%s\", \"id\": \"%d\", \"timeMillis\": \"%d\", \"workerId\": \"%d\", \"dataCenterId\":"
                        + " \"%d\", \"machineId\": \"%d\", \"sequence\": \"%d\"}",
                layout.text(),
                uid.uid(),
                uid.time().toEpochMilli(),
                uid.workerId(),
                uid.dataCenterId(),
                uid.machineId(),
                uid.sequence());
    }

    private static Stream<String> texts() {
        return LongStream.of(0, 1, 31, 32, 61, 62, (1L << 53) - 1, (1L << 53) + 1, Long.MAX_VALUE - 1, Long.MAX_VALUE)
                .mapToObj(uid -> String.format(
                        Locale.ROOT,
                        "{\"id\": \"%d\", \"CROCKFORD32\": \"%s\", \"BASE62\": \"%s\", \"BASE36\": \"%s\", \"HEX\":"
                                + " \"%s\"}",
                        uid,
                        UidFormat.CROCKFORD32.format(uid),
                        UidFormat.BASE62.format(uid),
                        UidFormat.BASE36.format(uid),
                        UidFormat.HEX.format(uid)));
    }

    private static Stream<String> ranges() {
        long step = LONG_TICKS.sequenceIncrement();
        return Stream.of(
                answer(LAYOUTS.get(0), List.of(new UidRange(0, 0, 1))),
                answer(
                        LAYOUTS.get(0),
                        List.of(
                                new UidRange((1L << 53) - 1, (1L << 53) + 2, 1),
                                new UidRange(Long.MAX_VALUE - 2, Long.MAX_VALUE, 1))),
                answer(
                        LONG_TICKS,
                        List.of(new UidRange(7, 7 + 3 * step, step), new UidRange(7 + 9 * step, 7 + 9 * step, step))));
    }

    private static String answer(UidLayout layout, List<UidRange> ranges) {
        String lines = ranges.stream()
                .map(range -> range.first() + " " + range.last() + " " + range.increment() + "\\n")
                .collect(Collectors.joining());
        String ids = ranges.stream()
                .flatMapToLong(UidRange::uids)
                .mapToObj(uid -> "\"" + uid + "\"")
                .collect(Collectors.joining(", "));
        return String.format(
                Locale.ROOT,
                "{\"layout\": \"%s\", \"text\": \"%s\\n%s\", \"ids\": [%s]}",
                layout.text(),
                layout.text(),
                lines,
                ids);
    }
}
