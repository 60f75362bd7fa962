package org.uidgenerator.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.UidRange;
import org.uidgenerator.client.RemoteSegmentStore;
import tools.jackson.databind.JsonNode;

/** Numbers are paid before they are taken: a request that is refused has no effect on its counter. */
class QuotaTest {
    private static final int PER_SECOND = 2;
    private static final int REFUSALS = 3;
    private static final int MOST_REQUESTS = 50_000;

    private static final RunningServer SERVER = RunningServer.start(
            "--uid.segments.tags.ids.first=1",
            "--uid.segments.tags.ranges.first=1",
            "--uid.segments.tags.leaf.first=1",
            "--uid.segments.tags.tinyid.first=1",
            client("ids", "token-sha256=" + Servers.sha256("of-ids")),
            client("ids", "tags=ids"),
            client("ids", "ids-per-second=" + PER_SECOND),
            client("ranges", "token-sha256=" + Servers.sha256("of-ranges")),
            client("ranges", "tags=ranges"),
            client("ranges", "ids-per-second=" + PER_SECOND),
            client("leaf", "token-sha256=" + Servers.sha256("of-leaf")),
            client("leaf", "tags=leaf"),
            client("leaf", "ids-per-second=" + PER_SECOND),
            client("tinyid", "token-sha256=" + Servers.sha256("of-tinyid")),
            client("tinyid", "tags=tinyid"),
            client("tinyid", "ids-per-second=" + PER_SECOND),
            client("ahead", "token-sha256=" + Servers.sha256("of-ahead")),
            client("ahead", "ids-per-second=" + PER_SECOND),
            client("much", "token-sha256=" + Servers.sha256("of-much")),
            client("much", "ids-per-second=1000"),
            client("many", "token-sha256=" + Servers.sha256("of-many")),
            client("many", "tags=ranges"),
            client("many", "ids-per-second=1000"));

    private static String client(String name, String property) {
        return "--uid.server.clients." + name + "." + property;
    }

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    /** Clients that fetch ahead would ask for it again and again. */
    @ParameterizedTest
    @CsvSource({"much, /api/ranges?count=5000", "many, /api/segment-range?tag=ranges&count=5000"})
    void cutsRangesToWhatIsAllowedAtOnce(String client, String path) throws Exception {
        Answer answer = Answer.get(SERVER.uri(path), "Authorization", "Bearer of-" + client);

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json().findValues("size").stream()
                        .mapToLong(JsonNode::longValue)
                        .sum())
                .isEqualTo(1_000);
    }

    /** The step of a row of Leaf is the length of a range, whatever a client wants. */
    @Test
    void countsTheNumbersThatTheStoreAddsToThoseWanted() throws Exception {
        try (RunningServer leaf = RunningServer.start(
                        "--uid.segments.jdbc.table-kind=leaf",
                        client("few", "token-sha256=" + Servers.sha256("of-few")),
                        client("few", "tags=orders"),
                        client("few", "ids-per-second=10"));
                RemoteSegmentStore store = RemoteSegmentStore.builder(List.of(leaf.uri("")))
                        .token(() -> "of-few")
                        .timeout(Duration.ofMinutes(1))
                        .build()) {
            JdbcTemplate jdbc = new JdbcTemplate(leaf.bean(DataSource.class));
            jdbc.execute("CREATE TABLE leaf_alloc (biz_tag VARCHAR(128) PRIMARY KEY, max_id BIGINT, step INT)");
            jdbc.update("INSERT INTO leaf_alloc VALUES ('orders', 1, 100000)");

            assertThat(store.take("orders", 1)).isEqualTo(new UidRange(1, 100_000, 1));
            assertThatThrownBy(() -> store.take("orders", 1)).hasMessageContaining("it answers with status 429");
            assertThat(jdbc.queryForObject("SELECT max_id FROM leaf_alloc", Long.class))
                    .isEqualTo(100_001);
        }
    }

    /** Whether the generator is that far ahead is seen from a UID of it, which is lost. */
    @Test
    void countsTheUidThatALookAheadCosts() throws Exception {
        long farAhead =
                SERVER.bean(UidGenerator.class).layout().minUid(Instant.now().plus(Duration.ofMinutes(20)));
        int status = 422;
        for (int i = 0; i < 1_000 && status == 422; i++) {
            status = Answer.get(SERVER.uri("/api/id?after=" + farAhead), "Authorization", "Bearer of-ahead")
                    .status();
        }

        assertThat(status).isEqualTo(429);
    }

    /** The numbers of a quiet counter have no gaps, however many requests were refused in between. */
    @ParameterizedTest
    @CsvSource({
        "ids, /api/segments/ids/ids",
        "ranges, /api/segment-range?tag=ranges&count=1",
        "leaf, /api/segment/get/leaf",
        "tinyid, /tinyid/id/nextIdSimple?bizType=tinyid&token=of-tinyid"
    })
    void refusesWithoutAnEffect(String client, String path) throws Exception {
        List<Long> taken = new ArrayList<>();
        int refused = 0;
        for (int i = 0; i < MOST_REQUESTS && (refused < REFUSALS || taken.size() <= PER_SECOND); i++) {
            Answer answer = Answer.get(
                    SERVER.uri(path), "Authorization", "Bearer of-" + client, "Accept", "text/plain, */*;q=0.1");
            if (answer.status() == 200 && !answer.body().isEmpty()) { // TinyId's clients read no status
                taken.add(Long.parseLong(answer.body().split("\\D", 2)[0]));
            } else {
                refused++;
            }
        }

        assertThat(refused).isGreaterThanOrEqualTo(REFUSALS);
        assertThat(taken)
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, taken.size()).boxed().toList());
    }
}
