package org.uidgenerator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.f4b6a3.ulid.Ulid;
import com.github.f4b6a3.ulid.UlidCreator;
import com.github.f4b6a3.uuid.UuidCreator;
import com.github.f4b6a3.uuid.util.UuidUtil;
import com.google.gson.JsonParser;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.uidgenerator.DecodedUid;
import org.uidgenerator.FieldOrder;
import org.uidgenerator.LayoutPreset;
import org.uidgenerator.UidLayout;
import org.uidgenerator.text.ForeignId;

class ParseCommandTest {
    /** A post that Twitter's documentation shows. */
    private static final String TWEET = "1541815603606036480";

    @Test
    void drawsTheBitsFieldByField() {
        assertThat(parse("--layout", "twitter", TWEET)).isEqualTo(new CommandLineRun(0, """
                        1541815603606036480 = 0x1565a11f6217a000, tick 367597485448
                          0           00101010110010110100001000111110110001000  01011            11010        000000000000
                          unused (1)  time (41)                                  data centre (5)  machine (5)  sequence (12)
                                      2022-06-28T16:07:40.105Z                   11               26           0
                        """, ""));
    }

    @Test
    void drawsTheFieldsInTheOrderOfTheLayout() {
        assertThat(parse("--layout", "sonyflake", "0x1ac2a900000026d").lines())
                .containsExactly(
                        "120518087995818605 = 0x1ac2a900000026d, tick 7183437824",
                        "  0           000000110101100001010101001000000000000  00000000      0000001001101101",
                        "  unused (1)  time (39)                                sequence (8)  worker id (16)",
                        "              2016-12-10T09:59:38.240Z                 0             621");
    }

    @Test
    void drawsTheBitsThatAreNotUsed() {
        assertThat(parse("--layout=4/2", "5").exitCode()).isEqualTo(2);
        assertThat(parse("--layout=32/8/13", "9007199254740991").lines().get(2))
                .isEqualTo("  unused (11)  time (32)                         worker id (8)  sequence (13)");
    }

    @ParameterizedTest
    @EnumSource(LayoutPreset.class)
    void drawsAllBitsAndSaysWhatTheLayoutDecodes(LayoutPreset preset) {
        UidLayout layout = preset.layout();
        Random random = new Random(1);
        for (int i = 0; i < 50; i++) {
            long uid = random.nextLong() >>> (Long.SIZE - layout.totalBits() + random.nextInt(3));
            CommandLineRun run = parse("--layout", preset.text(), "" + uid);

            String bits = run.lines().get(1).replace(" ", "");
            assertThat(Long.parseUnsignedLong(bits, 2)).as("seed 1, run %d", i).isEqualTo(uid);
            assertThat(bits).hasSize(Long.SIZE);
            assertThat(run.lines().get(3).strip().split(" +", -1)).containsExactlyElementsOf(values(layout, uid));
        }
    }

    private static List<String> values(UidLayout layout, long uid) {
        DecodedUid decoded = layout.decode(uid);
        List<String> worker = layout.dataCenterBits() > 0
                ? List.of("" + decoded.dataCenterId(), "" + decoded.machineId())
                : layout.workerBits() > 0 ? List.of("" + decoded.workerId()) : List.of();
        List<String> values = new ArrayList<>(worker);
        values.add(layout.fieldOrder() == FieldOrder.TIME_SEQUENCE_WORKER ? 0 : worker.size(), "" + decoded.sequence());
        values.add(
                layout.fieldOrder() == FieldOrder.WORKER_TIME_SEQUENCE ? worker.size() : 0,
                decoded.time().toString());
        return values;
    }

    @Test
    void listsThePresetsThatFitWithoutALayout() {
        assertThat(parse(TWEET).lines())
                .startsWith(
                        "1541815603606036480 = 0x1565a11f6217a000, which may be",
                        "  layout         time                      worker id                         sequence",
                        "  discord        2026-08-25T14:24:45.448Z  378 (data centre 11, machine 26)  0",
                        "  twitter        2022-06-28T16:07:40.105Z  378 (data centre 11, machine 26)  0",
                        "  leaf           2022-06-28T16:07:40.105Z  378                               0",
                        "  hutool         2022-06-28T16:07:40.105Z  378 (data centre 11, machine 26)  0");
    }

    @Test
    void printsJson() {
        assertThat(parse("--layout", "twitter", "--json", TWEET).out()).isEqualTo("""
                        {"uid":"1541815603606036480","time":"2022-06-28T16:07:40.105Z","tick":367597485448,"workerId":378,"dataCenterId":11,"machineId":26,"sequence":0}
                        """);
        assertThat(parse("--layout", "leaf", "--json", TWEET).out()).doesNotContain("dataCenterId");
        assertThat(parse("--json", "01ARZ3NDEKTSV4RRFFQ69G5FAV").out()).isEqualTo("""
                        {"id":"01ARZ3NDEKTSV4RRFFQ69G5FAV","kind":"ULID","time":"2016-07-30T23:54:10.259Z","randomness":"d6764c61efb99302bd5b"}
                        """);
    }

    @Test
    void printsAllPresetsThatFitAsJson() {
        var fits = JsonParser.parseString(parse("--json", TWEET).out())
                .getAsJsonObject()
                .getAsJsonArray("fits");

        assertThat(fits.asList())
                .extracting(fit -> fit.getAsJsonObject().get("layout").getAsString())
                .containsExactlyElementsOf(parse(TWEET).lines().stream()
                        .skip(2)
                        .map(line -> line.strip().split(" ", 2)[0])
                        .toList());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0190163d-8694-739b-aea5-966c26f8ad91 | UUID version 7, made at 2024-06-14T10:14:09.300Z, rand_a 39b, rand_b 2ea5966c26f8ad91
            1EC9414C-232A-6B00-B3C8-9F6BDECED846 | UUID version 6, made at 2022-02-22T19:22:22Z, clock_seq 13256, node 9f:6b:de:ce:d8:46
            C232AB00-9414-11EC-B3C8-9F6BDECED846 | UUID version 1, made at 2022-02-22T19:22:22Z, clock_seq 13256, node 9f:6b:de:ce:d8:46
            919108f7-52d1-4320-9bac-f847db4148a8 | UUID version 4, without a time
            01arz3ndektsv4rrffq69g5fav           | ULID, made at 2016-07-30T23:54:10.259Z, randomness d6764c61efb99302bd5b
            507f1f77bcf86cd799439011             | ObjectId, made at 2012-10-17T21:13:27Z, random bcf86cd799, counter 4427793
            """)
    void recognisesOtherIdsByTheirLook(String id, String description) {
        assertThat(parse(id)).isEqualTo(new CommandLineRun(0, id + ": " + description + "\n", ""));
        assertThat(parse("--format", "base36", "--layout", "twitter", id).out())
                .isEqualTo(id + ": " + description + "\n");
    }

    /** As the libraries that made them read them. */
    @Test
    void readsTheTimeOfOtherIdsAsTheirLibrariesDo() {
        UUID version1 = UuidCreator.getTimeBased();
        UUID version6 = UuidCreator.getTimeOrdered();
        UUID version7 = UuidCreator.getTimeOrderedEpoch();
        ObjectId objectId = new ObjectId();
        String ulid = UlidCreator.getUlid().toString();

        assertThat(ForeignId.recognise(version1.toString()).orElseThrow().time())
                .contains(UuidUtil.getInstant(version1));
        assertThat(ForeignId.recognise(version6.toString()).orElseThrow().time())
                .contains(UuidUtil.getInstant(version6));
        assertThat(ForeignId.recognise(version7.toString()).orElseThrow().time())
                .contains(UuidUtil.getInstant(version7));
        assertThat(ForeignId.recognise(objectId.toString()).orElseThrow().time())
                .contains(objectId.getDate().toInstant());
        assertThat(ForeignId.recognise(ulid).orElseThrow().time()).contains(Ulid.getInstant(ulid));
    }

    @ParameterizedTest
    @EnumSource(TextFormat.class)
    void readsEachFormat(TextFormat format) {
        long uid = Long.parseLong(TWEET);

        assertThat(parse("--layout", "twitter", "--format", format.toString(), format.format(uid)))
                .isEqualTo(parse("--layout", "twitter", TWEET));
    }

    @Test
    void readsIdsFromStandardInputAmongOthers() {
        CommandLineRun run = CommandLineRun.of(
                Path.of(""), Map.of(), "2\n\n  3 \r\n", "parse", "--layout=uid-generator", "--json", "1", "-", "4");

        assertThat(run.exitCode()).isZero();
        assertThat(run.lines())
                .extracting(line -> JsonParser.parseString(line)
                        .getAsJsonObject()
                        .get("uid")
                        .getAsString())
                .containsExactly("1", "2", "3", "4");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            -5                     | uid must not be negative: uid=-5, which is 18446744073709551611 as an unsigned number of 64 bits. The first bit is the sign, and is 0 in a UID
            9223372036854775808    | uid must be below 2^63: uid=9223372036854775808, which is -9223372036854775808 as a signed number of 64 bits. The first bit is the sign, and is 0 in a UID
            0x10000000000000000    | uid must be below 2^63: uid=0x10000000000000000, which has 65 bits
            --5                    | uid must be a number, as 12345 or 0x3039: uid=--5
            """)
    void saysWhatIsWrongWithANumber(String id, String message) {
        CommandLineRun run = CommandLineRun.of(Path.of(""), Map.of(), id + "\n", "parse", "-");

        assertThat(run).isEqualTo(new CommandLineRun(1, "", "uid: " + message + "\n"));
    }

    @Test
    void takesANegativeNumberForAnIdAndNotForAnOption() {
        assertThat(parse("-5"))
                .isEqualTo(
                        new CommandLineRun(
                                2,
                                "",
                                "uid: uid must not be negative: uid=-5, which is"
                                        + " 18446744073709551611 as an unsigned number of 64 bits. The first bit is the sign, and is 0 in a UID\n"));
    }

    @Test
    void readsTheGreatestIdAndLeadingZeros() {
        assertThat(parse("--layout=uid-generator", "9223372036854775807").exitCode())
                .isZero();
        assertThat(parse("--layout=uid-generator", "0x00007fffffffffffffff"))
                .isEqualTo(parse("--layout=uid-generator", "00009223372036854775807"));
    }

    /** As an id of another layout often looks. */
    @Test
    void warnsOfAnIdOfTheFuture() {
        CommandLineRun run = parse("--layout=uid-generator", "5515435158471794688");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("2066-");
        assertThat(run.err())
                .isEqualTo(
                        "uid: 5515435158471794688 is of the future: no generator with this layout has made it yet\n");
    }

    @Test
    void goesOnAfterAnIdThatItCannotRead() {
        CommandLineRun run = CommandLineRun.of(
                Path.of(""),
                Map.of(),
                "x\n2\n",
                "parse",
                "--layout=uid-generator",
                "--json",
                "9223372036854775808",
                "-");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.lines()).hasSize(1);
        assertThat(run.err().lines())
                .containsExactly(
                        "uid: uid must be below 2^63: uid=9223372036854775808, which is -9223372036854775808 as a signed number of"
                                + " 64 bits. The first bit is the sign, and is 0 in a UID",
                        "uid: uid must be a number, as 12345 or 0x3039: uid=x");
        assertThat(CommandLineRun.of(Path.of(""), Map.of(), "x\n", "parse", "-").exitCode())
                .isEqualTo(1);
    }

    @Test
    void refusesUidsThatAreNoneOfTheLayout() {
        CommandLineRun run = parse("--layout=javascript", "9007199254740992");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err())
                .isEqualTo(
                        "uid: uid must have at most 53 bits, as 32/8/13 bits of PT1S from 2026-01-01T00:00:00Z: uid=9007199254740992\n");
    }

    private static CommandLineRun parse(String... args) {
        List<String> all = Stream.concat(Stream.of("parse"), Stream.of(args)).toList();
        return CommandLineRun.of(Path.of(""), all.toArray(String[]::new));
    }
}
