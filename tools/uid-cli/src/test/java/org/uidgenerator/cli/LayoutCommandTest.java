package org.uidgenerator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.uidgenerator.LayoutPreset;

class LayoutCommandTest {
    @Test
    void saysWhatALayoutHolds() {
        assertThat(layout("31/14/18")).isEqualTo(new CommandLineRun(0, """
                        layout               31/14/18 bits of PT1S from 2026-01-01T00:00:00Z
                        ends                 2094-01-19T03:14:08Z
                        worker ids           16384
                        uids per tick        262144 per worker
                        uids per second      262144 per worker, sustained
                        highest uid          9223372036854775807
                        exact in JavaScript  no, more than 53 bits
                        """, ""));
    }

    @Test
    void takesEpochAndTickIntoAccount() {
        assertThat(layout("32/8/13", "--tick=10ms", "--epoch=2027-01-01").lines())
                .contains(
                        "layout               32/8/13 bits of PT0.01S from 2027-01-01T00:00:00Z",
                        "ends                 2028-05-12T02:27:52.960Z",
                        "uids per second      819200 per worker, sustained",
                        "highest uid          9007199254740991",
                        "exact in JavaScript  yes");
    }

    @Test
    void changesTheDefaultLayoutIfOnlyDetailsAreGiven() {
        assertThat(layout("--tick=100ms").lines().get(0))
                .isEqualTo("layout               31/14/18 bits of PT0.1S from 2026-01-01T00:00:00Z");
    }

    @Test
    void listsAllPresets() {
        List<String> lines = layout().lines();

        assertThat(lines).hasSize(1 + LayoutPreset.values().length);
        assertThat(lines)
                .contains(
                        "uid-generator  31/14/18 bits of PT1S from 2026-01-01T00:00:00Z                     2094-01-19T03:14:08Z             16384       262144                    no",
                        "twitter        41/5+5/12 bits of PT0.001S from 2010-11-04T01:42:54.657Z            2080-07-10T17:30:30.209Z         1024        4096000                   no");
    }

    @Test
    void saysThatALayoutHasEnded() {
        assertThat(layout("20/20/20").lines().get(1))
                .isEqualTo("ends                 2026-01-13T03:16:16Z, has ended: no UIDs can be made");
        assertThat(layout("baidu").lines().get(1))
                .isEqualTo("ends                 2024-11-20T13:24:16Z, has ended: no UIDs can be made");
        assertThat(layout().lines())
                .filteredOn(line -> line.contains("ended"))
                .singleElement()
                .asString()
                .contains("baidu  ", "2024-11-20T13:24:16Z, has ended");
    }

    @Test
    void saysToTheInstantWhetherALayoutHasEnded() {
        assertThat(layout("20/20/20", "--epoch", "2026-11-09T08:43:44Z").lines().get(1))
                .isEqualTo("ends                 2026-11-21T12:00:00Z, has ended: no UIDs can be made");
        assertThat(layout("20/20/20", "--epoch", "2026-11-09T08:43:44.001Z")
                        .lines()
                        .get(1))
                .isEqualTo("ends                 2026-11-21T12:00:00.001Z");
    }

    @Test
    void readsAWholeLayoutAsItWritesIt() {
        String text = "39/16/8, worker last, bits of PT0.01S from 2014-09-01T00:00:00Z";

        assertThat(layout(text).lines().get(0)).isEqualTo("layout               " + text);
        assertThat(layout(text, "--tick=1ms").lines().get(0))
                .isEqualTo("layout               39/16/8, worker last, bits of PT0.001S from 2014-09-01T00:00:00Z");
    }

    @Test
    void printsJson() {
        List<JsonObject> presets = layout("--json").lines().stream()
                .map(line -> JsonParser.parseString(line).getAsJsonObject())
                .toList();

        assertThat(presets)
                .extracting(preset -> preset.get("layout").getAsString())
                .containsExactlyElementsOf(Arrays.stream(LayoutPreset.values())
                        .map(LayoutPreset::text)
                        .toList());
        assertThat(layout("baidu", "--json").out()).contains("\"ends\":\"2024-11-20T13:24:16Z\",\"hasEnded\":true,");
        assertThat(layout("sonyflake", "--json").out()).isEqualTo("""
                        {"layout":"sonyflake","timeBits":39,"workerBits":16,"dataCenterBits":0,"seqBits":8,"fieldOrder":"time-sequence-worker","epoch":"2014-09-01T00:00:00Z","tickMillis":10,"ends":"2188-11-16T03:28:58.880Z","hasEnded":false,"workerIds":65536,"uidsPerTick":256,"uidsPerSecond":25600.0,"highestUid":"9223372036854775807","exactInJavaScript":false}
                        """);
    }

    @Test
    void showsTheOddsOfCollisionsOfRandomIds() {
        assertThat(layout("simpleflake", "--rate", "100")).isEqualTo(new CommandLineRun(0, """
                        layout               40/0/23 bits of PT0.001S from 2000-01-01T05:00:00Z
                        ends                 2034-11-04T00:53:47.776Z
                        worker ids           1
                        uids per tick        8388608 per worker
                        uids per second      8388608000 per worker, sustained
                        highest uid          9223372036854775807
                        exact in JavaScript  no, more than 53 bits
                        random ids           100 a second, all processes together
                        collisions           0.0515 a day, one in 19.4 days
                        odds of any          5.02 % within a day, 100 % within a year
                        """, ""));
        assertThat(layout("simpleflake", "--rate=1", "--json").out())
                .contains("\"randomIdsPerSecond\":1.0,\"collisionsPerDay\":5.1498")
                .contains("\"oddsOfCollisionInAYear\":0.0018779");
        assertThat(layout("--rate=5").lines()).contains("random ids           5 a second, all processes together");
        assertThat(layout("--rate=0")).isEqualTo(new CommandLineRun(2, "", "uid: --rate must be positive: 0.0\n"));
        assertThat(layout("--rate=NaN")).isEqualTo(new CommandLineRun(2, "", "uid: --rate must be positive: NaN\n"));
    }

    @Test
    void refusesBitsThatMakeNoLayout() {
        assertThat(layout("31/19/40"))
                .isEqualTo(
                        new CommandLineRun(
                                2,
                                "",
                                "uid: layout must be a possible layout (timeBits + workerBits + seqBits must be in [3, 63]: 31 + 19 + 40 = 90): layout=31/19/40\n"));
        assertThat(layout("3/19/41"))
                .isEqualTo(
                        new CommandLineRun(
                                2,
                                "",
                                "uid: layout must be a possible layout (seqBits must be in [1, 40]: seqBits=41): layout=3/19/41\n"));
        assertThat(layout("31/19"))
                .isEqualTo(new CommandLineRun(
                        2,
                        "",
                        "uid: layout must be the bits of time/worker/sequence, as 31/14/18, or these with tick and epoch, as"
                                + " 31/14/18 bits of PT1S from 2026-01-01T00:00:00Z: layout=31/19\n"));
    }

    private static CommandLineRun layout(String... args) {
        return CommandLineRun.of(
                Path.of(""), Stream.concat(Stream.of("layout"), Stream.of(args)).toArray(String[]::new));
    }
}
