package org.uidgenerator.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What browsers of this machine are made to ask a server without tokens. */
class LocalRequestsTest {
    private final RunningServer server = Servers.open();

    @Test
    void refusesRequestsOfPagesOfOtherSites() throws Exception {
        Answer answer = Answer.get(server.uri("/api/ids?count=10000"), "Sec-Fetch-Site", "cross-site");

        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.json().get("detail").stringValue())
                .isEqualTo("pages of other sites may not use a server without tokens");
        assertThat(Answer.get(server.uri("/api/id"), "Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate")
                        .status())
                .isEqualTo(403);
        assertThat(Answer.get(server.uri("/tinyid/id/nextId?bizType=orders"), "Sec-Fetch-Site", "cross-site")
                        .status())
                .isEqualTo(403);
    }

    @Test
    void followsLinksToThePage() throws Exception {
        assertThat(Answer.get(server.uri("/"), "Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate")
                        .status())
                .isNotEqualTo(403);
    }

    @ParameterizedTest
    @ValueSource(strings = {"same-origin", "none"})
    void answersItsOwnPage(String site) throws Exception {
        assertThat(Answer.get(server.uri("/api/id"), "Sec-Fetch-Site", site).status())
                .isEqualTo(200);
    }

    /**
     * Another site may point its own name at 127.0.0.1. The JDK's client sends no such header, so this is written by
     * hand.
     */
    @ParameterizedTest
    @ValueSource(strings = {"evil.example", "evil.example:8080", "127.0.0.1.evil.example"})
    void refusesOtherHostNames(String host) throws Exception {
        assertThat(RawRequest.send(server, "GET /api/id HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 403 ")
                .endsWith("{\"detail\":\"a server without tokens answers to localhost, 127.0.0.1 and [::1] only\","
                        + "\"instance\":\"/api/id\",\"status\":403,\"title\":\"Forbidden\"}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "localhost:8080", "127.0.0.1", "[::1]:8080"})
    void answersToLocalNames(String host) throws Exception {
        assertThat(RawRequest.send(
                        server, "GET /api/layout HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 200 ");
    }

    @Test
    void answersToAnyNameWhereEverybodyIsLetIn() throws Exception {
        try (RunningServer everybodys = RunningServer.start("--uid.server.anonymous=true")) {
            assertThat(RawRequest.send(
                            everybodys, "GET /api/layout HTTP/1.1\r\nHost: ids.example\r\nConnection: close\r\n\r\n"))
                    .startsWith("HTTP/1.1 200 ");
        }
    }
}
