package org.uidgenerator.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.uidgenerator.LayoutPreset;
import org.uidgenerator.UidLayout;
import tools.jackson.databind.JsonNode;

class LayoutResourcesTest {
    private final RunningServer server = Servers.open();

    private Answer get(String path) throws Exception {
        return Answer.get(server.uri(path));
    }

    @Test
    void showsTheLayout() throws Exception {
        assertThat(get("/api/layout").body())
                .isEqualTo(
                        "{\"layout\":\"31/14/18 bits of PT1S from 2026-01-01T00:00:00Z\",\"totalBits\":63,\"timeBits\":31,"
                                + "\"workerBits\":14,\"seqBits\":18,\"dataCenterBits\":0,\"fieldOrder\":\"TIME_WORKER_SEQUENCE\","
                                + "\"epoch\":\"2026-01-01T00:00:00Z\",\"tick\":\"PT1S\",\"expiresAt\":\"2094-01-19T03:14:08Z\","
                                + "\"workerIds\":\"16384\",\"uidsPerSecond\":262144.0}");
    }

    @Test
    void showsAllPresets() throws Exception {
        JsonNode layouts = get("/api/layouts").json().get("layouts");

        assertThat(layouts.valueStream()
                        .map(layout -> UidLayout.parse(layout.get("layout").stringValue())))
                .containsExactly(Arrays.stream(LayoutPreset.values())
                        .map(LayoutPreset::layout)
                        .toArray(UidLayout[]::new));
    }

    @Test
    void takesAnIdApart() throws Exception {
        assertThat(get("/api/ids/120803059076694548").body())
                .isEqualTo(
                        "{\"uid\":\"120803059076694548\",\"layout\":\"31/14/18 bits of PT1S from 2026-01-01T00:00:00Z\","
                                + "\"time\":\"2026-11-22T12:57:34Z\",\"tick\":\"28126654\",\"workerId\":\"3\",\"sequence\":\"532\","
                                + "\"fields\":[{\"name\":\"time\",\"bits\":31,\"shift\":32,\"value\":\"28126654\"},"
                                + "{\"name\":\"workerId\",\"bits\":14,\"shift\":18,\"value\":\"3\"},"
                                + "{\"name\":\"sequence\",\"bits\":18,\"shift\":0,\"value\":\"532\"}]}");
    }

    @Test
    void refusesWhatIsNoId() throws Exception {
        Answer answer = get("/api/ids/9223372036854775808");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().get("parameter").stringValue()).isEqualTo("id");
    }

    @Test
    void readsANumberAsAllSystemsThatMayHaveMadeIt() throws Exception {
        JsonNode answer = get("/api/parse?text=1541815603606036480").json();

        assertThat(answer.get("kind").stringValue()).isEqualTo("UID");
        assertThat(answer.get("forms").get("hex").stringValue()).isEqualTo("0x1565a11f6217a000");
        JsonNode twitter = answer.get("readings")
                .valueStream()
                .filter(reading -> reading.get("preset").stringValue().equals("twitter"))
                .findFirst()
                .orElseThrow();
        assertThat(twitter.get("time").stringValue()).isEqualTo("2022-06-28T16:07:40.105Z");
        assertThat(twitter.get("fields")
                        .valueStream()
                        .map(field -> field.get("name").stringValue()))
                .containsExactly("time", "dataCenterId", "machineId", "sequence");
        assertThat(twitter.get("fields")
                        .valueStream()
                        .map(field -> field.get("shift").intValue()))
                .containsExactly(22, 17, 12, 0);
    }

    @ParameterizedTest
    @EnumSource
    void showsTheFieldsOfEachSystemWhereTheyAre(LayoutPreset preset) throws Exception {
        UidLayout layout = preset.layout();
        long uid = layout.encode(
                layout.tickAt(layout.epoch().plus(Duration.ofDays(1)).toEpochMilli()), layout.maxWorkerId(), 5);
        JsonNode reading = get("/api/parse?text=" + uid)
                .json()
                .get("readings")
                .valueStream()
                .filter(some -> some.get("preset").stringValue().equals(preset.text()))
                .findFirst()
                .orElseThrow();

        assertThat(reading.get("fields")
                        .valueStream()
                        .mapToLong(field -> Long.parseLong(field.get("value").stringValue())
                                << field.get("shift").intValue())
                        .sum())
                .isEqualTo(uid);
    }

    @Test
    void readsHexadecimalNumbers() throws Exception {
        assertThat(get("/api/parse?text=0x3039").json().get("uid").stringValue())
                .isEqualTo("12345");
    }

    @Test
    void readsIdsOfOtherKinds() throws Exception {
        JsonNode answer =
                get("/api/parse?text=0190163d-8694-739b-aea5-966c26f8ad91").json();

        assertThat(answer.get("kind").stringValue()).isEqualTo("UUID version 7");
        assertThat(answer.get("time").stringValue()).isEqualTo("2024-06-14T10:14:09.300Z");
        assertThat(answer.get("parts").get(0).get("name").stringValue()).isEqualTo("rand_a");
        assertThat(answer.has("readings")).isFalse();
    }

    @Test
    void saysWhatItCanRead() throws Exception {
        Answer answer = get("/api/parse?text=hello");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().get("parameter").stringValue()).isEqualTo("text");
        assertThat(answer.json().get("rule").stringValue())
                .isEqualTo("a number below 2^63, as 12345 or 0x3039, a UUID, a ULID or an ObjectId");
        assertThat(answer.json().get("detail").stringValue())
                .isEqualTo("uid must be a number, as 12345 or 0x3039: uid=hello");
    }

    @Test
    void readsNoTextThatIsEmptyOrLong() throws Exception {
        assertThat(get("/api/parse?text=%20").status()).isEqualTo(400);
        assertThat(get("/api/parse?text=" + "1".repeat(129)).status()).isEqualTo(400);
        assertThat(get("/api/parse").status()).isEqualTo(400);
    }
}
