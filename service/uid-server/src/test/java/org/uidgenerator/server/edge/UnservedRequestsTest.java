package org.uidgenerator.server.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.context.support.GenericApplicationContext;
import org.uidgenerator.server.RunningServer;
import org.uidgenerator.server.Written;

/** A server with a fault: a filter that fails as its query says. */
@Tag("proof")
class UnservedRequestsTest {
    private static final Filter FAULTY = (request, response, chain) -> {
        switch (String.valueOf(((HttpServletRequest) request).getQueryString())) {
            case "unchecked" -> throw new IllegalStateException("a fault\nof the server");
            case "checked" -> throw new IOException("a fault of the server");
            case "late" -> {
                response.getOutputStream().write(new byte[100_000]);
                response.flushBuffer();
                throw new IllegalStateException("a fault in the middle");
            }
            default -> chain.doFilter(request, response);
        }
    };

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private static HttpResponse<String> get(URI uri) throws IOException, InterruptedException {
        return CLIENT.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
    }

    private static RunningServer start() {
        return RunningServer.start(
                context -> ((GenericApplicationContext) context).registerBean(Filter.class, () -> FAULTY));
    }

    @Test
    void answersFaultsWithAShortProblemAndWritesOneLineOfThem() throws Exception {
        try (RunningServer server = start();
                Written log = new Written()) {
            long start = System.nanoTime();
            for (int i = 0; i < 100; i++) {
                String fault = ThreadLocalRandom.current().nextBoolean() ? "unchecked" : "checked";
                HttpResponse<String> answer = get(server.uri("/page/main.js?" + fault));
                assertThat(answer.statusCode()).isEqualTo(500);
                assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
                assertThat(answer.body()).isEqualTo("{\"status\":500,\"title\":\"Internal Server Error\"}");
            }
            long pauses = (System.nanoTime() - start) / FailureLog.PAUSE.toNanos();
            assertThat(log.withTraces()).isEmpty();
            assertThat(log.messages().stream().filter(line -> line.contains("a fault")))
                    .hasSizeBetween(1, 1 + (int) pauses)
                    .allMatch(line -> line.length() <= FailureLog.LONGEST_LINE && !line.contains("\n"));
        }
    }

    /** A client that reads half of an answer must not take it for the whole. */
    @Test
    void cutsAnAnswerThatFailsInTheMiddle() throws Exception {
        try (RunningServer server = start();
                Written log = new Written()) {
            assertThatIOException().isThrownBy(() -> get(server.uri("/page/main.js?late")));
            assertThat(log.withTraces()).isEmpty();
        }
    }
}
