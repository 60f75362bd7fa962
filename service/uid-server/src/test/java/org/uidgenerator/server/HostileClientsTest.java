package org.uidgenerator.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What clients may do to a server, by mistake or not: it serves the others meanwhile, and afterwards. */
@Tag("proof")
class HostileClientsTest {
    private static final String CLOSE = " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n";

    private final RunningServer server = Servers.open();

    private void requireServing() throws Exception {
        assertThat(Answer.get(server.uri("/api/id")).status()).isEqualTo(200);
    }

    /** A client that asks often keeps its connection. */
    @Test
    void answersManyRequestsOnOneConnection() throws Exception {
        String request = "GET /api/layout HTTP/1.1\r\nHost: localhost\r\n\r\n";
        assertThat(RawRequest.send(server, request.repeat(500)).split("HTTP/1\\.1 200", -1))
                .hasSize(501);
    }

    @Test
    void servesOthersBesideIdleConnections() throws Exception {
        serveBeside(Crowd.of(1_000, server, ""));
    }

    @Test
    @Tag("Large")
    void servesOthersBesideTenThousandIdleConnections() throws Exception {
        serveBeside(Crowd.of(10_000, server, ""));
    }

    @Test
    void servesOthersBesideRequestsThatDoNotEnd() throws Exception {
        serveBeside(Crowd.of(300, server, "GET /api/id HTTP/1.1\r\nHost: localhost\r\nX-Slow: "));
    }

    /** More of them than there are threads. */
    @Test
    void servesOthersBesideClientsThatDoNotRead() throws Exception {
        serveBeside(Crowd.of(300, server, "GET /api/ids?count=10000 HTTP/1.1\r\nHost: localhost\r\n\r\n"));
    }

    private void serveBeside(Crowd crowd) throws Exception {
        try (crowd) {
            for (int i = 0; i < 10; i++) {
                requireServing();
            }
        }
    }

    /** The body never comes: a thread that waits for it is kept from serving others. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "POST /tinyid/id/nextId|Content-Length: 10",
                "POST /tinyid/id/nextId|Content-Length: 100000",
                "POST /tinyid/id/nextId|Transfer-Encoding: chunked",
                "PUT /tinyid/id/nextId|Content-Length: 10",
                "GET /api/id|Content-Length: 10",
                "GET /page/main.js|Transfer-Encoding: chunked",
            })
    void refusesBodiesWithoutWaitingForThem(String request) throws Exception {
        String[] parts = request.split("\\|", -1);
        try (Socket connection = RawRequest.connect(server)) {
            String head =
                    parts[0] + CLOSE + "Content-Type: application/x-www-form-urlencoded\r\n" + parts[1] + "\r\n\r\n";
            connection.getOutputStream().write(head.getBytes(StandardCharsets.ISO_8859_1));

            assertThat(new String(connection.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .startsWith("HTTP/1.1 413 ")
                    .contains("\"detail\":\"a request must have no body: parameters are in the query\"")
                    .contains("X-Content-Type-Options: nosniff");
        }
    }

    @Test
    void refusesLongHeaders() throws Exception {
        assertThat(RawRequest.send(server, "GET /api/id" + CLOSE + "X-Long: " + "x".repeat(9_000) + "\r\n\r\n"))
                .startsWith("HTTP/1.1 400 ");
        requireServing();
    }

    @Test
    void refusesManyParameters() throws Exception {
        String answer = RawRequest.send(server, "GET /api/ids?" + "a=1&".repeat(17) + "count=1" + CLOSE + "\r\n");

        assertThat(answer).startsWith("HTTP/1.1 400 ").doesNotContain("Exception");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /api/../../etc/passwd",
                "GET /%2e%2e/%2e%2e/etc/passwd",
                "GET /..%2f..%2fetc/passwd",
                "GET /page/..%5c..%5capplication.properties",
                "GET /application.properties",
                "GET /WEB-INF/web.xml",
                "GET /META-INF/MANIFEST.MF",
                "GET /org/uidgenerator/server/UidServer.class",
                "GET //api/workers",
                "GET /api/id;a=b",
                "GET /api/segments/%00",
                "GET /api/segments/a%0d%0aX-Injected:%201",
                "GET /api/segments/%27%20OR%201=1--/ids",
                "GET /actuator/env",
                "GET /actuator/heapdump",
                "GET /h2-console",
                "GET /error",
                "POST /actuator/shutdown",
                "PUT /api/id",
                "DELETE /api/segments/orders",
                "TRACE /api/id",
                "CONNECT /api/id",
                "OPTIONS /api/id",
                "BREW /api/id",
            })
    void refusesAttemptsToReachWhatIsNotServed(String attempt) throws Exception {
        String answer = RawRequest.send(server, attempt + CLOSE + "\r\n");

        assertThat(answer)
                .matches("(?s)HTTP/1\\.1 (40[0345]|501|200 ).*")
                .doesNotContain("Exception", "\tat ", "root:", "X-Injected: 1\r", "spring.datasource");
        if (!attempt.startsWith("OPTIONS")) {
            assertThat(answer).doesNotStartWith("HTTP/1.1 200");
        }
        requireServing();
    }

    /** Two lengths, or a length and chunks: a proxy in front may see another end of the request. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: 5\r\nContent-Length: 6\r\n",
                "Transfer-Encoding: chunked\r\nTransfer-Encoding: x\r\n",
                "Transfer-Encoding: xchunked\r\n",
                "Content-Length: -1\r\n",
                "Content-Length: 1e3\r\n"
            })
    void refusesLengthsThatCanBeReadInTwoWays(String headers) throws Exception {
        assertThat(RawRequest.send(server, "POST /tinyid/id/nextId" + CLOSE + headers + "\r\nhello"))
                .matches("(?s)HTTP/1\\.1 (400|501).*");
        requireServing();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /x;%zz|400",
                "GET /page/main.js;%|400",
                "GET /api/ids;%zz/5|400",
                "GET /actuator/health;a=%00|400",
                "GET /actuator/health?x%zz|400",
                "GET /api/id?%=1|400",
                "GET /x%zz|400",
                "GET /x%00|400",
                "GET /x[|400",
                "GET /x\u0001|400",
                "G\u0001T /x|400",
                "GET /api/segments/%E2%82/ids|400",
                "CONNECT x:1|501",
                "BREW /api/id|400",
                "POST /api/id|405",
            })
    void answersWhatItCannotReadWithAShortProblemAndWritesNothing(String attempt) throws Exception {
        String[] parts = attempt.split("\\|", -1);
        try (Written log = new Written()) {
            String answer = RawRequest.send(server, parts[0] + CLOSE + "\r\n");

            assertThat(problem(answer)).contains("\"status\":" + parts[1]).contains("\"title\":\"");
            assertThat(log.messages()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"X\u0001: y", "X: \u0001", "Host: other", "Host: %%", "Cookie: a=\u0001", "Expect: more"})
    void answersHeadersThatItCannotReadWithAShortProblem(String header) throws Exception {
        assertThat(problem(RawRequest.send(server, "GET /api/id" + CLOSE + header + "\r\n\r\n")))
                .matches("\\{\"status\":(400|417),\"title\":\"[A-Za-z ]+\"}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/api/segments/", "/api/ids/", "/api/parse?text=", "/api/ids?count="})
    void repeatsLittleOfALongRequest(String path) throws Exception {
        for (String part : new String[] {"y", "%22", "%5C", "%C3%A9", "%E2%82%AC", "%F0%9F%98%80"}) {
            String answer =
                    RawRequest.send(server, "GET " + path + part.repeat(6_000 / part.length()) + CLOSE + "\r\n");

            assertThat(problem(answer)).contains("\"status\":40");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"image/png", ";;", "text/plain;q=x", "\u00e9"})
    void answersAProblemToThoseThatAcceptNone(String accepted) throws Exception {
        String answer = RawRequest.send(server, "GET /api/id" + CLOSE + "Accept: " + accepted + "\r\n\r\n");

        assertThat(problem(answer)).contains("\"status\":40").contains("\"title\":\"");
    }

    /** The page is a view, for which Spring sets a status and no more. */
    @Test
    void answersAProblemToThoseThatDoNotAcceptThePage() throws Exception {
        String answer = RawRequest.send(server, "GET /" + CLOSE + "Accept: text/plain, *x/*;q=0.5\r\n\r\n");

        assertThat(problem(answer)).isEqualTo("{\"status\":406,\"title\":\"Not Acceptable\"}");
    }

    /** Returns the body of an answer that must be a problem of less than a kilobyte. */
    private static String problem(String answer) {
        String body = answer.substring(answer.indexOf('{'));
        assertThat(answer).doesNotContain("<html", "Exception", "\tat ");
        assertThat(answer.startsWith("{") // a line without a version is of HTTP/0.9, which has no headers
                        || answer.contains("\r\nContent-Type: application/problem+json\r\n"))
                .as(answer)
                .isTrue();
        assertThat(body.getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(1_000);
        return body;
    }

    @Test
    void survivesMalformedRequests() throws Exception {
        fuzz(2_000);
    }

    @Test
    @Tag("Large")
    @Timeout(value = 1, unit = TimeUnit.DAYS) // for -Duidgenerator.fuzz.requests
    void survivesManyMalformedRequests() throws Exception {
        fuzz(Integer.getInteger("uidgenerator.fuzz.requests", 1_000_000));
    }

    private void fuzz(int requests) throws Exception {
        long seed = Long.getLong("uidgenerator.fuzz.seed", 20_261_122);
        Random random = new Random(seed);
        try (Written log = new Written()) {
            for (int i = 0; i < requests; i++) {
                byte[] request = Malformed.request(random);
                assertThat(faultOf(answerTo(request)))
                        .as(
                                "request %d of -Duidgenerator.fuzz.seed=%d: %s",
                                i, seed, new String(request, StandardCharsets.ISO_8859_1))
                        .isEmpty();
            }
            assertThat(log.withTraces()).isEmpty();
            assertThat(log.messages()).hasSizeLessThan(10).allMatch(message -> message.length() <= 600);
        }
        requireServing();
    }

    /** Returns an answer that is wrong, else nothing: an error has to be a short problem, and none is the server's. */
    private static String faultOf(String answer) {
        boolean isError = answer.matches("(?s)HTTP/1\\.1 [45].*") || answer.startsWith("{\"status\"");
        boolean isProblem = answer.startsWith("{\"status\"") // of HTTP/0.9, without headers
                || answer.contains("\r\nContent-Type: application/problem+json");
        boolean isShort = answer.length() - Math.max(0, answer.indexOf('{')) < 1_000;
        boolean isOurs = answer.startsWith("HTTP/1.1 500") || answer.contains("Exception") || answer.contains("\tat ");
        return isOurs || (isError && !(isProblem && isShort)) ? answer : "";
    }

    /** A server may close the connection in the middle of what it refuses. */
    private String answerTo(byte[] request) {
        try {
            return RawRequest.send(server, request);
        } catch (IOException e) {
            return "";
        }
    }
}
