package org.uidgenerator.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** TinyId's clients know nothing of rates: they get what a rate allows, and may ask as often as all others. */
class TinyIdRatesTest {
    /** So few requests that none is made again by the time that a test has made its own. */
    private static final int REQUESTS = 4;

    private static final RunningServer SERVER = RunningServer.start(
            "--uid.segments.tags.orders.first=1",
            "--uid.server.clients.few.token-sha256=" + Servers.sha256("of-few"),
            "--uid.server.clients.few.tags=orders",
            "--uid.server.clients.few.ids-per-second=100",
            "--uid.server.clients.other.token-sha256=" + Servers.sha256("of-other"),
            "--uid.server.clients.other.tags=orders",
            "--uid.server.clients.other.ids-per-second=10",
            "--uid.server.clients.rare.token-sha256=" + Servers.sha256("of-rare"),
            "--uid.server.clients.rare.tags=orders",
            "--uid.server.clients.rare.requests-per-second=" + REQUESTS);

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    private static Answer get(String path) throws Exception {
        return Answer.get(SERVER.uri("/tinyid/id/" + path));
    }

    @Test
    void handsOutSegmentsAsLongAsARateAllows() throws Exception {
        Answer answer = get("nextSegmentId?bizType=orders&token=of-few");

        assertThat(answer.json().get("code").intValue()).isEqualTo(200);
        long size = answer.json().at("/data/maxId").longValue()
                - answer.json().at("/data/currentId").longValue();
        assertThat(size).isBetween(1L, 100L);
    }

    @Test
    void cutsBatchesToWhatARateAllows() throws Exception {
        Answer answer = get("nextId?bizType=orders&token=of-other&batchSize=5000");

        assertThat(answer.json().get("code").intValue()).isEqualTo(200);
        assertThat(answer.json().get("data")).hasSize(10);
    }

    /** A client that sends its token in the header as well is one client. */
    @Test
    void countsEachRequestOnce() throws Exception {
        for (int i = 0; i < REQUESTS; i++) {
            assertThat(Answer.get(
                                    SERVER.uri("/tinyid/id/nextId?bizType=orders&token=of-rare"),
                                    "Authorization",
                                    "Bearer of-rare")
                            .json()
                            .get("code")
                            .intValue())
                    .as("request %d", i + 1)
                    .isEqualTo(200);
        }
    }

    @Test
    void countsEachRequestOnceWhereEveryoneIsOneClient() throws Exception {
        try (RunningServer open = RunningServer.start(
                "--uid.segments.tags.orders.first=1", "--uid.server.requests-per-second=" + REQUESTS)) {
            for (int i = 0; i < REQUESTS; i++) {
                assertThat(Answer.get(open.uri("/tinyid/id/nextIdSimple?bizType=orders"))
                                .body())
                        .as("request %d", i + 1)
                        .matches("\\d+");
            }
        }
    }

    @Test
    void refusesRequestsBeyondTheRate() throws Exception {
        try (RunningServer open =
                RunningServer.start("--uid.segments.tags.orders.first=1", "--uid.server.requests-per-second=1")) {
            Answer answer = Answer.get(open.uri("/tinyid/id/nextId?bizType=orders"));
            for (int i = 0; i < 100 && answer.json().get("code").intValue() == 200; i++) {
                answer = Answer.get(open.uri("/tinyid/id/nextId?bizType=orders"));
            }
            assertThat(answer.body()).isEqualTo("{\"data\":null,\"code\":6,\"message\":\"sys error\"}");
        }
    }
}
