package org.uidgenerator.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Counters, by our paths and by those of Leaf and TinyId: the numbers of all are of one row. */
class CountersTest {
    private final RunningServer server = Servers.open();

    private Answer get(String path) throws Exception {
        return Answer.get(server.uri(path));
    }

    private long next() throws Exception {
        return Long.parseLong(get("/api/segments/orders/ids").ids().get(0));
    }

    @Test
    void handsOutNumbersOfACounter() throws Exception {
        long before = next();

        List<String> ids = get("/api/segments/orders/ids?count=3").ids();

        assertThat(ids).hasSize(3);
        assertThat(ids.stream().map(Long::valueOf).toList()).isSorted();
        assertThat(Long.parseLong(ids.get(0))).isGreaterThan(before);
    }

    @Test
    void showsTheCountersThatWereUsed() throws Exception {
        next();

        assertThat(get("/api/segments/orders").json().get("tag").stringValue()).isEqualTo("orders");
        assertThat(get("/api/segments")
                        .json()
                        .get("segments")
                        .valueStream()
                        .map(row -> row.get("tag").stringValue()))
                .contains("orders");
    }

    @Test
    void knowsNoOtherCounters() throws Exception {
        Answer answer = get("/api/segments/none/ids");

        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.json().get("detail").stringValue()).isEqualTo("there is no counter of this tag: tag=none");
        assertThat(get("/api/segments/none").status()).isEqualTo(404);
        assertThat(get("/api/segments/invoices").json().get("detail").stringValue())
                .isEqualTo("this server has handed out no number of this tag: tag=invoices");
        assertThat(get("/api/segments/" + "x".repeat(129)).status()).isEqualTo(400);
    }

    @Test
    void handsOutRangesOfACounter() throws Exception {
        next();
        String path = "/api/segment-range?tag=orders&count=";

        JsonNode first = get(path + "10").json();
        Answer second = Answer.get(server.uri(path + "3"), "Accept", "text/plain");

        assertThat(first.get("size").intValue()).isEqualTo(10);
        long last = Long.parseLong(first.get("last").stringValue());
        assertThat(second.body()).isEqualTo((last + 1) + " " + (last + 3) + " 1\n");
        assertThat(second.header("Uid-Store-Identity")).matches("SEGMENT/[0-9]{12}");
        assertThat(get("/api/segment-range?tag=none").status()).isEqualTo(404);
        assertThat(get("/api/segment-range").status()).isEqualTo(400);
        assertThat(get("/api/segment-range?tag=a%20b").status()).isEqualTo(400);
        assertThat(get(path + "10000001").json().get("rule").stringValue())
                .isEqualTo("a whole number from 1 to 10000000");
    }

    @Test
    void answersAsLeaf() throws Exception {
        long before = next();

        assertThat(Long.parseLong(get("/api/segment/get/orders").body())).isGreaterThan(before);
        assertThat(get("/api/segment/get/none").status()).isEqualTo(404);
        assertThat(get("/api/snowflake/get/anything").body()).matches("[0-9]{18}");
    }

    /** Leaf names neither methods nor types; a type that a client makes up is not repeated to it. */
    @ParameterizedTest
    @ValueSource(strings = {"/api/segment/get/orders", "/api/snowflake/get/anything"})
    void answersAsLeafAtAnyMethodAsTextOrJson(String path) throws Exception {
        Answer json = Answer.get(server.uri(path), "Accept", "application/json");
        assertThat(json.header("Content-Type")).isEqualTo("application/json");
        assertThat(json.body()).matches("\\d+");
        assertThat(get(path).header("Content-Type")).startsWith("text/plain");
        assertThat(Answer.to("POST", server.uri(path)).body()).matches("\\d+");
        assertThat(Answer.to("PUT", server.uri(path)).status()).isEqualTo(200);
        assertThat(Answer.get(server.uri(path), "Accept", "text/" + "x".repeat(1_900))
                        .status())
                .isEqualTo(406);
        assertThat(Answer.to("POST", server.uri("/decodeSnowflakeId?snowflakeId=120803059076694548"))
                        .json()
                        .get("workerId")
                        .stringValue())
                .isEqualTo("3");
    }

    @ParameterizedTest
    @CsvSource({
        "nextId, application/json",
        "nextIdSimple, text/plain",
        "nextSegmentId, application/json",
        "nextSegmentIdSimple, text/plain"
    })
    void answersAsTinyIdWhateverTheTypeIs(String path, String type) throws Exception {
        for (String accepted : new String[] {"application/json", "text/plain", "image/png", ";;"}) {
            Answer answer = Answer.get(server.uri("/tinyid/id/" + path + "?bizType=orders"), "Accept", accepted);

            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.header("Content-Type")).startsWith(type);
        }
    }

    @Test
    void decodesAsLeaf() throws Exception {
        JsonNode decoded =
                get("/decodeSnowflakeId?snowflakeId=120803059076694548").json();

        assertThat(decoded.propertyNames()).containsExactly("timestamp", "workerId", "sequenceId");
        assertThat(decoded.get("timestamp").stringValue())
                .matches("1795352254000\\(2026-11-2[23] \\d\\d:\\d\\d:34.000\\)");
        assertThat(decoded.get("workerId").stringValue()).isEqualTo("3");
        assertThat(decoded.get("sequenceId").stringValue()).isEqualTo("532");
        assertThat(get("/decodeSnowflakeId?snowflakeId=x")
                        .json()
                        .get("errorMsg")
                        .stringValue())
                .isEqualTo("snowflakeId must be a UID of 63 bits");
        assertThat(get("/decodeSnowflakeId").json().has("errorMsg")).isTrue();
    }

    @Test
    void answersAsTinyId() throws Exception {
        long before = next();

        Answer one = get("/tinyid/id/nextId?bizType=orders&token=any");
        assertThat(one.body()).matches("\\{\"data\":\\[\\d+],\"code\":200,\"message\":\"\"}");
        assertThat(one.json().get("data").get(0).longValue()).isGreaterThan(before);
        assertThat(Answer.to("POST", server.uri("/tinyid/id/nextIdSimple?bizType=orders&token=any&batchSize=3"))
                        .body())
                .matches("\\d+,\\d+,\\d+");
    }

    @Test
    void cutsTheBatchesOfTinyId() throws Exception {
        assertThat(get("/tinyid/id/nextId?bizType=orders&batchSize=2000000000")
                        .json()
                        .get("data"))
                .hasSize(10_000);
        assertThat(get("/tinyid/id/nextId?bizType=orders&batchSize=-5").json().get("data"))
                .hasSize(1);
        assertThat(get("/tinyid/id/nextId?bizType=orders&batchSize=x").json().get("data"))
                .hasSize(1);
    }

    @Test
    void answersErrorsAsTinyId() throws Exception {
        String refusal = "{\"data\":null,\"code\":6,\"message\":\"sys error\"}";

        assertThat(get("/tinyid/id/nextId?bizType=none&token=any").body()).isEqualTo(refusal);
        assertThat(get("/tinyid/id/nextSegmentId?bizType=none&token=any").body())
                .isEqualTo(refusal);
        assertThat(get("/tinyid/id/nextIdSimple?bizType=none&token=any").body()).isEmpty();
        assertThat(get("/tinyid/id/nextSegmentIdSimple?bizType=none&token=any").body())
                .isEmpty();
        assertThat(get("/tinyid/id/nextId").body())
                .isEqualTo("{\"data\":null,\"code\":5,\"message\":\"token is error\"}");
    }

    /**
     * Counts as TinyId's client does: from above current, in steps of delta, the numbers that are remainder modulo
     * delta.
     */
    @Test
    void handsOutSegmentsThatTinyIdsClientCountsThrough() throws Exception {
        long before = next();

        String[] line = Answer.to("POST", server.uri("/tinyid/id/nextSegmentIdSimple?token=any&bizType=orders"))
                .body()
                .split(",", -1);
        long current = Long.parseLong(line[0]);
        long loading = Long.parseLong(line[1]);
        long max = Long.parseLong(line[2]);

        assertThat(line[3]).isEqualTo("1");
        assertThat(line[4]).isEqualTo("0");
        assertThat(current).isGreaterThanOrEqualTo(before);
        assertThat(loading).isBetween(current, max);
        assertThat(next()).isGreaterThan(max);
    }

    @Test
    void handsOutSegmentsAsJson() throws Exception {
        JsonNode segment =
                get("/tinyid/id/nextSegmentId?token=any&bizType=orders").json().get("data");

        assertThat(segment.propertyNames())
                .containsExactlyInAnyOrder("maxId", "loadingId", "currentId", "delta", "remainder");
        long current = segment.get("currentId").longValue();
        long max = segment.get("maxId").longValue();
        assertThat(max).isGreaterThan(current);
        assertThat(segment.get("loadingId").longValue()).isEqualTo(current + (max - current) / 5);
        assertThat(segment.get("delta").longValue()).isEqualTo(1);
        assertThat(segment.get("remainder").longValue()).isZero();
    }
}
