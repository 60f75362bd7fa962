package org.uidgenerator.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.uidgenerator.UidGenerator;
import tools.jackson.databind.JsonNode;

class IdResourcesTest {
    private final RunningServer server = Servers.open();
    private final UidGenerator generator = server.bean(UidGenerator.class);

    private Answer get(String path, String... headers) throws Exception {
        return Answer.get(server.uri(path), headers);
    }

    @Test
    void answersOneId() throws Exception {
        Answer answer = get("/api/id");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("Cache-Control")).contains("no-store");
        long id = Long.parseLong(answer.json().get("id").stringValue());
        assertThat(id).isLessThan(generator.getUID());
    }

    @Test
    void answersOneIdAsText() throws Exception {
        assertThat(get("/api/id", "Accept", "text/plain").body()).matches("[0-9]{18}\n");
    }

    /** A proxy that answered with what it has kept would hand out ids twice. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/id",
                "/api/ids?count=2",
                "/api/ranges",
                "/api/segments/orders/ids",
                "/api/segment/get/orders",
                "/api/snowflake/get/any",
                "/tinyid/id/nextId?bizType=orders",
                "/tinyid/id/nextIdSimple?bizType=orders",
                "/tinyid/id/nextSegmentId?bizType=orders",
                "/tinyid/id/nextSegmentIdSimple?bizType=orders"
            })
    void forbidsProxiesToKeepIds(String path) throws Exception {
        Answer answer = get(path);

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("Cache-Control")).contains("no-store");
    }

    @Test
    void answersAscendingIds() throws Exception {
        List<String> ids = get("/api/ids?count=10000").ids();

        assertThat(ids).hasSize(10_000);
        assertThat(ids.stream().map(Long::valueOf).toList()).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void answersIdsAsLines() throws Exception {
        assertThat(get("/api/ids?count=3", "Accept", "text/plain").body().lines())
                .hasSize(3);
    }

    @Test
    void answersOneIdUnlessMoreAreWanted() throws Exception {
        assertThat(get("/api/ids").ids()).hasSize(1);
    }

    @Test
    void answersRangesThatAddUpToTheCount() throws Exception {
        JsonNode answer = get("/api/ranges?count=10000000").json();

        assertThat(answer.get("layout").stringValue()).isEqualTo("31/14/18 bits of PT1S from 2026-01-01T00:00:00Z");
        long last = -1;
        long size = 0;
        for (JsonNode range : answer.get("ranges")) {
            long first = Long.parseLong(range.get("first").stringValue());
            assertThat(first).isGreaterThan(last + 1);
            last = Long.parseLong(range.get("last").stringValue());
            assertThat(range.get("size").longValue()).isEqualTo(last - first + 1);
            size += range.get("size").longValue();
        }
        assertThat(size).isEqualTo(10_000_000);
    }

    @Test
    void answersRangesAsLinesAfterTheLayout() throws Exception {
        List<String> lines = get("/api/ranges?count=100", "Accept", "text/plain")
                .body()
                .lines()
                .toList();

        assertThat(lines.get(0)).isEqualTo(generator.layout().text());
        long size = lines.stream()
                .skip(1)
                .map(line -> line.split(" ", -1))
                .mapToLong(
                        range -> (Long.parseLong(range[1]) - Long.parseLong(range[0])) / Long.parseLong(range[2]) + 1)
                .sum();
        assertThat(size).isEqualTo(100);
    }

    @Test
    void answersNoIdTwiceToClientsThatAskAtTheSameTime() throws Exception {
        int clients = 8;
        List<Future<List<Long>>> answers = new ArrayList<>();
        ExecutorService threads = Executors.newFixedThreadPool(clients);
        try {
            for (int i = 0; i < clients; i++) {
                answers.add(threads.submit(i % 2 == 0 ? this::someIds : this::someOfRanges));
            }
            Set<Long> seen = new HashSet<>();
            for (Future<List<Long>> answer : answers) {
                List<Long> ids = answer.get();
                assertThat(ids).isSorted();
                ids.forEach(id -> assertThat(seen.add(id)).as("%d", id).isTrue());
            }
            assertThat(seen).hasSize(clients * 20_000);
        } finally {
            threads.shutdown();
        }
    }

    private List<Long> someIds() throws Exception {
        List<Long> ids = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            get("/api/ids?count=1000").ids().forEach(id -> ids.add(Long.valueOf(id)));
        }
        return ids;
    }

    private List<Long> someOfRanges() throws Exception {
        List<Long> ids = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            for (JsonNode range : get("/api/ranges?count=5000").json().get("ranges")) {
                LongStream.rangeClosed(
                                Long.parseLong(range.get("first").stringValue()),
                                Long.parseLong(range.get("last").stringValue()))
                        .forEach(ids::add);
            }
        }
        return ids;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /api/ids?count=0                    | count | a whole number from 1 to 10000   | 0
            /api/ids?count=10001                | count | a whole number from 1 to 10000   | 10001
            /api/ids?count=-1                   | count | a whole number from 1 to 10000   | -1
            /api/ids?count=0x10                 | count | a whole number from 1 to 10000   | 0x10
            /api/ids?count=1&count=2            | count | a whole number from 1 to 10000   | 1,2
            /api/ids?count=99999999999999999999 | count | a whole number from 1 to 10000   | 99999999999999999999
            /api/ids?count=%D9%A3               | count | a whole number from 1 to 10000   | ٣
            /api/ranges?count=10000001          | count | a whole number from 1 to 10000000 | 10000001
            /api/id?after=-1                    | after | a whole number from 0 to 9223372036854775807 | -1
            /api/id?after=9223372036854775808   | after | a whole number from 0 to 9223372036854775807 | 9223372036854775808
            /api/id?after=x                     | after | a whole number from 0 to 9223372036854775807 | x
            """)
    void namesParameterRuleAndValue(String path, String parameter, String rule, String value) throws Exception {
        Answer answer = get(path);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(answer.json().get("parameter").stringValue()).isEqualTo(parameter);
        assertThat(answer.json().get("rule").stringValue()).isEqualTo(rule);
        assertThat(answer.json().get("detail").stringValue())
                .isEqualTo(parameter + " must be " + rule + ": " + parameter + "=" + value);
    }

    @Test
    void answersErrorsAsProblemsToThoseWhoWantText() throws Exception {
        Answer answer = get("/api/ids?count=0", "Accept", "text/plain");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
    }

    @Test
    void shortensAnAbsurdValue() throws Exception {
        assertThat(get("/api/ids?count=" + "9".repeat(5_000))
                        .json()
                        .get("detail")
                        .stringValue())
                .isEqualTo("count must be a whole number from 1 to 10000: count=" + "9".repeat(40) + "...");
    }

    @Test
    void answersIdsAboveTheOneThatTheCallerHasSeen() throws Exception {
        long seen = generator.layout().minUid(Instant.now().plusSeconds(30));

        assertThat(Long.parseLong(get("/api/id?after=" + seen).json().get("id").stringValue()))
                .isGreaterThan(seen);
        assertThat(get("/api/ids?count=100&after=" + (seen + 1)).ids())
                .allSatisfy(id -> assertThat(Long.parseLong(id)).isGreaterThan(seen + 1));
        assertThat(get("/api/ranges?count=100&after=" + (seen + 2)).json().get("ranges"))
                .allSatisfy(
                        range -> assertThat(Long.parseLong(range.get("first").stringValue()))
                                .isGreaterThan(seen + 2));
    }

    @Test
    void refusesToGoFarAheadOfItsClock() throws Exception {
        long seen = generator.layout().minUid(Instant.now().plusSeconds(11 * 60));

        Answer answer = get("/api/id?after=" + seen);

        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.json().get("parameter").stringValue()).isEqualTo("after");
        assertThat(answer.json().get("rule").stringValue())
                .isEqualTo("not more than 10 minutes ahead of this server's clock");
        assertThat(answer.json().get("detail").stringValue())
                .matches(
                        "after must not be more than 10 minutes ahead of this server's clock, together with what is being handed out:"
                                + " after=" + seen
                                + ", time=\\S+Z, latest=\\S+Z");
        assertThat(generator.decode(generator.getUID()).time())
                .isBefore(Instant.now().plusSeconds(10 * 60));
    }

    /** As after a burst: what it hands out is above them anyway. */
    @Test
    void acceptsItsOwnIdsHoweverFarAheadTheyAre() throws Exception {
        try (RunningServer ahead = RunningServer.start()) {
            UidGenerator generator = ahead.bean(UidGenerator.class);
            generator.advancePast(generator.layout().minUid(Instant.now().plusSeconds(3_600)));
            String seen = Answer.get(ahead.uri("/api/id")).json().get("id").stringValue();

            Answer answer = Answer.get(ahead.uri("/api/ids?count=10&after=" + seen));

            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.ids())
                    .allSatisfy(id -> assertThat(Long.parseLong(id)).isGreaterThan(Long.parseLong(seen)));
            String later = Long.toString(generator.layout().minUid(Instant.now().plusSeconds(3_700)));
            assertThat(Answer.get(ahead.uri("/api/id?after=" + later)).status()).isEqualTo(422);
        }
    }
}
