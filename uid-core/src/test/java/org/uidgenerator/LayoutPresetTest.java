package org.uidgenerator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.uidgenerator.LayoutPreset.Reading;

/** Ids that others have published, or where there are none the arithmetic that they have. */
class LayoutPresetTest {
    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");

    /**
     * Where they are from. Twitter: a post of Wikipedia's, taken apart in its article "Snowflake ID". Discord: its
     * developer documentation. Instagram: two media ids with their times, asked about on Stack Overflow (question
     * 63683015). Simpleflake: the test of simpleflakes for JavaScript. Baidu: the README of the original, whose times
     * are in UTC+8.
     */
    @ParameterizedTest
    @CsvSource({
        "TWITTER,       1541815603606036480, 2022-06-28T16:07:40.105Z,  378, 11, 26, 0",
        "LEAF,          1541815603606036480, 2022-06-28T16:07:40.105Z,  378,  0, 378, 0",
        "DISCORD,       175928847299117063,  2016-04-30T11:18:25.796Z,  32,   1,  0, 7",
        "BAIDU_EXAMPLE, 180363646902239241,  2017-01-19T04:15:46Z,      4,    0,  4, 9",
        "SIMPLEFLAKE,   4242436206093260245, 2016-01-10T15:43:26.092Z,  0,    0,  0, 7460309",
    })
    void readsPublishedIds(
            LayoutPreset preset,
            long uid,
            Instant time,
            long workerId,
            long dataCenterId,
            long machineId,
            long sequence) {
        assertThat(preset.layout().decode(uid))
                .isEqualTo(new DecodedUid(uid, time, workerId, dataCenterId, machineId, sequence));
        assertThat(preset.layout().encode(time, workerId, sequence)).isEqualTo(uid);
    }

    @ParameterizedTest
    @CsvSource({"2384288897814875714, 2020-08-26T13:43:27Z", "2383568809444681765, 2020-08-25T13:52:46Z"})
    void readsTheTimeOfPublishedIdsOfInstagram(long uid, Instant time) {
        assertThat(LayoutPreset.INSTAGRAM.layout().decode(uid).time()).isBetween(time, time.plusMillis(999));
    }

    /** The example of a status in Mastodon's documentation, with its {@code created_at}, to the second. */
    @Test
    void readsThePublishedIdOfMastodon() {
        Instant created = Instant.parse("2019-12-08T03:48:33.901Z");

        assertThat(LayoutPreset.MASTODON
                        .layout()
                        .decode(103_270_115_826_048_975L)
                        .time())
                .isBetween(created.minusMillis(100), created);
    }

    /** The example of its article: 1,387,263,000 ms since the epoch, shard 1341, sequence 5001 mod 1024. */
    @Test
    void putsIdsOfInstagramTogetherAsItDoes() {
        long id = 1_387_263_000L << (64 - 41) | 1341L << (64 - 41 - 13) | 5001 % 1024;

        assertThat(LayoutPreset.INSTAGRAM.layout().encode(1_387_263_000L, 1341, 905))
                .isEqualTo(id);
    }

    /** {@code elapsedTime << 24 | sequence << 16 | machineID}. */
    @Test
    void putsIdsOfSonyflakeTogetherAsItDoes() {
        UidLayout sonyflake = LayoutPreset.SONYFLAKE.layout();
        long id = 38_567_890_123L << 24 | 200L << 16 | 40_321;

        DecodedUid decoded = sonyflake.decode(id);

        assertThat(decoded.time())
                .isEqualTo(Instant.parse("2014-09-01T00:00:00Z").plusMillis(385_678_901_230L));
        assertThat(decoded.sequence()).isEqualTo(200);
        assertThat(decoded.workerId()).isEqualTo(40_321);
        assertThat(sonyflake.encode(38_567_890_123L, 40_321, 200)).isEqualTo(id);
    }

    /** {@code elapsedTime << (8 + 16) | sequence << 16 | machine}, the time since 2025 in units of 10 ms. */
    @Test
    void putsIdsOfTheSecondSonyflakeTogetherAsItDoes() {
        UidLayout sonyflake = LayoutPreset.SONYFLAKE_2.layout();
        Instant time = Instant.parse("2026-11-21T12:00:00.120Z");
        long elapsed =
                time.toEpochMilli() / 10 - Instant.parse("2025-01-01T00:00:00Z").toEpochMilli() / 10;
        long id = elapsed << (8 + 16) | 255L << 16 | 65_535;

        assertThat(sonyflake.decode(id)).isEqualTo(new DecodedUid(id, time, 65_535, 0, 65_535, 255));
        assertThat(sonyflake.encode(time, 65_535, 255)).isEqualTo(id);
        assertThat(sonyflake.expiresAt()).isEqualTo("2199-03-19T03:28:58.880Z");
    }

    /** Its Javadoc says that its defaults last until 2024-11-20 21:24:16, in UTC+8. */
    @Test
    void knowsWhenBaidusDefaultsEnded() {
        assertThat(LayoutPreset.BAIDU.layout().expiresAt()).isEqualTo("2024-11-20T13:24:16Z");
    }

    @Test
    void keepsIdsForJavaScriptExactAsDoubles() {
        UidLayout layout = LayoutPreset.JAVASCRIPT.layout();

        assertThat(layout.maxUid(layout.expiresAt().minusMillis(1))).isEqualTo((1L << 53) - 1);
    }

    @Test
    void guessesWhoseAnIdMayBe() {
        List<Reading> readings = LayoutPreset.fitting(1_541_815_603_606_036_480L, NOW);

        assertThat(readings)
                .extracting(Reading::preset)
                .containsExactly(
                        LayoutPreset.DISCORD,
                        LayoutPreset.TWITTER,
                        LayoutPreset.LEAF,
                        LayoutPreset.HUTOOL,
                        LayoutPreset.BAIDU_EXAMPLE,
                        LayoutPreset.BAIDU,
                        LayoutPreset.INSTAGRAM,
                        LayoutPreset.SIMPLEFLAKE);
        assertThat(readings)
                .extracting(reading -> reading.decoded().time())
                .isSortedAccordingTo((a, b) -> b.compareTo(a))
                .startsWith(Instant.parse("2026-08-25T14:24:45.448Z"), Instant.parse("2022-06-28T16:07:40.105Z"));
    }

    @Test
    void takesAnIdOfTomorrowForABorrowedOneAndOneOfLaterForNone() {
        UidLayout ours = UidLayout.DEFAULT;

        assertThat(LayoutPreset.fitting(ours.minUid(NOW.plusSeconds(86_400)), NOW))
                .extracting(Reading::preset)
                .contains(LayoutPreset.UID_GENERATOR);
        assertThat(LayoutPreset.fitting(ours.minUid(NOW.plusSeconds(86_401)), NOW))
                .extracting(Reading::preset)
                .doesNotContain(LayoutPreset.UID_GENERATOR);
        assertThat(LayoutPreset.fitting(Long.MAX_VALUE, NOW))
                .extracting(Reading::preset)
                .as("ended in 2024")
                .containsExactly(LayoutPreset.BAIDU);
        assertThat(LayoutPreset.fitting(0, NOW)).hasSameSizeAs(LayoutPreset.values());
    }

    @ParameterizedTest
    @EnumSource(LayoutPreset.class)
    void readsEachPresetByTheNameThatItWrites(LayoutPreset preset) {
        assertThat(LayoutPreset.layoutOf(preset.text())).isSameAs(preset.layout());
        assertThat(LayoutPreset.layoutOf(preset.layout().text())).isEqualTo(preset.layout());
    }

    @Test
    void namesThePresetsWhenItIsAskedForAnother() {
        assertThat(LayoutPreset.BAIDU_EXAMPLE.text()).isEqualTo("baidu-example");
        assertThatThrownBy(() -> LayoutPreset.layoutOf("baidu_example"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "layout must be bits, as 31/14/18, or one of uid-generator, javascript, twitter, discord, instagram, leaf,"
                                + " cosid, hutool, seata, tsid, yitter, mastodon, sonyflake, sonyflake-2, simpleflake, baidu, baidu-example: layout=baidu_example");
        assertThatThrownBy(() -> LayoutPreset.layoutOf(""))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("layout must be the bits of time/worker/sequence, as 31/14/18, ");
    }

    @Test
    void refusesANegativeId() {
        assertThatThrownBy(() -> LayoutPreset.fitting(-1, NOW))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("uid must not be negative: uid=-1");
    }
}
