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

    private static String withHost(RunningServer server, String host, String... headers) throws Exception {
        return RawRequest.send(
                server,
                "GET /api/layout HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n"
                        + String.join("\r\n", headers)
                        + (headers.length == 0 ? "\r\n" : "\r\n\r\n"));
    }

    /** It listens on the loopback interface, but a proxy of the same machine may serve the world. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "X-Forwarded-For: 203.0.113.9",
                "Forwarded: for=203.0.113.9",
                "X-Forwarded-Host: ids.example",
                "X-Forwarded-Proto: https",
                "X-Real-IP: 203.0.113.9",
                "Via: 1.1 proxy"
            })
    void refusesWhatAProxyPassesOn(String header) throws Exception {
        String name = header.substring(0, header.indexOf(':'));

        assertThat(withHost(server, "localhost", header))
                .startsWith("HTTP/1.1 403 ")
                .contains("{\"detail\":\"a server without tokens is for its own machine, and " + name
                        + " is of a proxy; set uid.server.clients.<name>.token-sha256, or"
                        + " uid.server.anonymous=true to let everyone in\"");
    }

    /** Whichever clients may ask, a browser may not be made to. */
    @Test
    void guardsBrowsersWhereEverybodyIsLetIn() throws Exception {
        try (RunningServer everybodys = RunningServer.start(
                "--uid.server.anonymous=true", "--uid.server.host-names=ids.example,ids.internal")) {
            assertThat(Answer.get(everybodys.uri("/api/id"), "Sec-Fetch-Site", "cross-site")
                            .status())
                    .isEqualTo(403);
            assertThat(withHost(everybodys, "evil.example"))
                    .startsWith("HTTP/1.1 403 ")
                    .contains("{\"detail\":\"a server without tokens answers to IP addresses, names without a dot and"
                            + " those of uid.server.host-names only: host=evil.example\"");
            for (String host : new String[] {
                "localhost",
                "127.0.0.1:8080",
                "10.1.2.3",
                "[fd00::1]:8080",
                "uid-server",
                "ids.example",
                "IDS.internal:80"
            }) {
                assertThat(withHost(everybodys, host)).as(host).startsWith("HTTP/1.1 200 ");
            }
            assertThat(withHost(everybodys, "ids.example", "X-Forwarded-For: 203.0.113.9"))
                    .startsWith("HTTP/1.1 200 ");
        }
    }

    @Test
    void servesWhatAProxyPassesOnToClientsWithTokens() throws Exception {
        assertThat(withHost(
                        Servers.guarded(),
                        "ids.example",
                        "X-Forwarded-For: 203.0.113.9",
                        "Authorization: Bearer " + Servers.ORDERS))
                .startsWith("HTTP/1.1 200 ");
    }
}
