package org.uidgenerator.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ids that others have published: RFC 9562, appendix A, and the specifications of ULID and of BSON. */
class ForeignIdTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            C232AB00-9414-11EC-B3C8-9F6BDECED846 | UUID version 1 | 2022-02-22T19:22:22Z     | clock_seq=13256 node=9f:6b:de:ce:d8:46
            1EC9414C-232A-6B00-B3C8-9F6BDECED846 | UUID version 6 | 2022-02-22T19:22:22Z     | clock_seq=13256 node=9f:6b:de:ce:d8:46
            017F22E2-79B0-7CC3-98C4-DC0C0C07398F | UUID version 7 | 2022-02-22T19:22:22Z     | rand_a=cc3 rand_b=18c4dc0c0c07398f
            0190163d-8694-739b-aea5-966c26f8ad91 | UUID version 7 | 2024-06-14T10:14:09.300Z | rand_a=39b rand_b=2ea5966c26f8ad91
            919108f7-52d1-4320-9bac-f847db4148a8 | UUID version 4 | -                        | -
            5df41881-3aed-3515-88a7-2f4a814cf09e | UUID version 3 | -                        | -
            2489E9AD-2EE2-8E00-8EC9-32D5F69181C0 | UUID version 8 | -                        | -
            00000000-0000-0000-0000-000000000000 | UUID Nil       | -                        | -
            ffffffff-ffff-ffff-ffff-ffffffffffff | UUID Max       | -                        | -
            00000000-0000-7000-0000-000000000000 | UUID of another variant | -               | -
            01ARZ3NDEKTSV4RRFFQ69G5FAV           | ULID           | 2016-07-30T23:54:10.259Z | randomness=d6764c61efb99302bd5b
            01arz3ndektsv4rrffq69g5fav           | ULID           | 2016-07-30T23:54:10.259Z | randomness=d6764c61efb99302bd5b
            507f1f77bcf86cd799439011             | ObjectId       | 2012-10-17T21:13:27Z     | random=bcf86cd799 counter=4427793
            FFFFFFFFbcf86cd799000000             | ObjectId       | 2106-02-07T06:28:15Z     | random=bcf86cd799 counter=0
            """)
    void takesApartWhatOthersHavePublished(String text, String kind, Instant time, String parts) {
        ForeignId id = ForeignId.recognise(text).orElseThrow();

        assertThat(id.kind()).isEqualTo(kind);
        assertThat(id.time().orElse(null)).isEqualTo(time);
        assertThat(id.parts().stream()
                        .map(part -> part.name() + "=" + part.value())
                        .collect(Collectors.joining(" ")))
                .isEqualTo(parts == null ? "" : parts);
    }

    /** 100 ns are the unit of these times. */
    @Test
    void keepsTheTimeOfAUuidToTheUnitAndBefore1970() {
        assertThat(ForeignId.recognise("00000001-0000-1000-8000-000000000000"))
                .contains(new ForeignId(
                        "UUID version 1",
                        Optional.of(Instant.parse("1582-10-15T00:00:00.000000100Z")),
                        List.of(
                                new ForeignId.Part("clock_seq", "0"),
                                new ForeignId.Part("node", "00:00:00:00:00:00"))));
    }

    @Test
    void readsTheGreatestUlid() {
        assertThat(ForeignId.recognise("7ZZZZZZZZZZZZZZZZZZZZZZZZZ")
                        .orElseThrow()
                        .time())
                .contains(Instant.ofEpochMilli((1L << 48) - 1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "12345",
                "0x3039",
                "8ZZZZZZZZZZZZZZZZZZZZZZZZZ",
                "01ARZ3NDEKTSV4RRFFQ69G5FAU",
                "01ARZ3NDEKTSV4RRFFQ69G5FA",
                "507f1f77bcf86cd79943901",
                "507f1f77bcf86cd79943901g",
                "C232AB00941411ECB3C89F6BDECED846",
                "C232AB00-9414-11EC-B3C8-9F6BDECED84",
                " 507f1f77bcf86cd799439011",
            })
    void recognisesNothingElse(String text) {
        assertThat(ForeignId.recognise(text)).isEmpty();
    }
}
