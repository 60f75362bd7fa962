package org.uidgenerator.server.page;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.uidgenerator.text.ForeignId;
import org.uidgenerator.text.UidFormat;
import org.uidgenerator.text.UidNumber;

/** What the page reads and writes as an id is what {@link UidNumber}, {@link UidFormat} and {@link ForeignId} do. */
@Tag("proof")
@ExtendWith(PageExtension.class)
class IdsScriptTest {
    private static final int RANDOM_IDS = 10_000;
    private static final long SEED = 20261125;

    @Test
    void readsAndWritesNumbersAsJavaDoes(Page page) {
        List<String> texts = new ArrayList<>(List.of(
                "0",
                "-0",
                "007",
                "1",
                "-1",
                "12345",
                "0x3039",
                "0XFF",
                "0x",
                "-0x1",
                "+1",
                "1e3",
                "1_000",
                " 1",
                "",
                "hello",
                "٣",
                "9223372036854775807",
                "9223372036854775808",
                "0x8000000000000000",
                "18446744073709551615",
                "18446744073709551616",
                "0xffffffffffffffffffff",
                "-9223372036854775808",
                "-9223372036854775809",
                "-18446744073709551616",
                "1".repeat(128)));
        Random random = new Random(SEED);
        for (int i = 0; i < RANDOM_IDS; i++) {
            texts.add(Long.toString(random.nextLong() >>> random.nextInt(64)));
        }

        page.assertSays(texts, """
                const { formsOf, parseUid } = await import("/page/ids.js");
                return said((text) => Object.values(formsOf(parseUid(text))).join(" "));
                """, IdsScriptTest::forms);
    }

    private static String forms(String text) {
        long uid = UidNumber.parse(text);
        return String.join(
                " ",
                Long.toString(uid),
                "0x" + Long.toHexString(uid),
                UidFormat.CROCKFORD32.format(uid),
                UidFormat.BASE36.format(uid),
                UidFormat.BASE62.format(uid));
    }

    @Test
    void recognisesOtherIdsAsJavaDoes(Page page) {
        Random random = new Random(SEED);
        List<String> texts = new ArrayList<>(List.of(
                "00000000-0000-0000-0000-000000000000",
                "ffffffff-ffff-ffff-ffff-ffffffffffff",
                "C232AB00-9414-11EC-B3C8-9F6BDECED846",
                "1EC9414C-232A-6B00-B3C8-9F6BDECED846",
                "01890a5d-ac96-774b-bcce-b302099a8057",
                "01890a5d-ac96-774b-1cce-b302099a8057",
                "01890a5dac96774bbcceb302099a8057",
                "01890a5d-ac96-774b-bcce-b302099a805",
                "01ARZ3NDEKTSV4RRFFQ69G5FAV",
                "01arz3ndektsv4rrffq69g5fav",
                "7ZZZZZZZZZZZZZZZZZZZZZZZZZ",
                "81ARZ3NDEKTSV4RRFFQ69G5FAV",
                "01ARZ3NDEKTSV4RRFFQ69G5FAU",
                "507f1f77bcf86cd799439011",
                "FFFFFFFFFFFFFFFFFFFFFFFF",
                "507f1f77bcf86cd79943901",
                "12345",
                ""));
        for (int i = 0; i < RANDOM_IDS; i++) {
            // of all versions, half of them of the variant of RFC 9562
            long low = random.nextLong();
            texts.add(new UUID(random.nextLong(), random.nextBoolean() ? low >>> 2 | 1L << 63 : low).toString());
        }

        page.assertSays(texts, """
                const { recogniseForeign } = await import("/page/ids.js");
                const { formatInstant } = await import("/page/instant.js");
                const { t } = await import("/page/language.js");
                return said((text) => {
                  const id = recogniseForeign(text);
                  return id === null ? "none" : [t(id.kind, id), id.time === null ? "" : formatInstant(id.time), ...id.parts.map((part) => part.join("="))].join("; ");
                });
                """, IdsScriptTest::foreign);
    }

    private static String foreign(String text) {
        Optional<ForeignId> id = ForeignId.recognise(text);
        return id.isEmpty()
                ? "none"
                : Stream.concat(
                                Stream.of(
                                        id.get().kind(),
                                        id.get()
                                                .time()
                                                .map(time -> Instant.ofEpochMilli(time.toEpochMilli())
                                                        .toString())
                                                .orElse("")),
                                id.get().parts().stream().map(part -> part.name() + "=" + part.value()))
                        .collect(Collectors.joining("; "));
    }
}
