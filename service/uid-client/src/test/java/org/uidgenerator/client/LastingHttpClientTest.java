package org.uidgenerator.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.uidgenerator.test.internal.Callers;

/** What becomes of requests when the client that sends them is replaced. */
@Timeout(120)
class LastingHttpClientTest {
    private final RangeHttpServer server = RangeHttpServer.start();
    private final PassingTime time = new PassingTime();
    private final LastingHttpClient http = new LastingHttpClient(HttpClient::newHttpClient, time);

    @AfterEach
    void close() {
        http.close();
        server.close();
    }

    private CompletableFuture<HttpResponse<String>> send() {
        return http.send(
                HttpRequest.newBuilder(URI.create(server.uri() + "/api/ranges?count=1"))
                        .build(),
                BodyHandlers.ofString());
    }

    private void fail() {
        http.failed(new IOException("the answer ends in the middle"));
    }

    @Test
    void endAsTheyWouldHaveWhenAnotherOneFails() throws Exception {
        server.hang();
        CompletableFuture<HttpResponse<String>> underWay = send();
        Callers.spinUntil(() -> server.hanging() == 1);

        fail();
        server.letGo();

        assertThat(underWay.get().statusCode()).isEqualTo(200);
    }

    @Test
    void areNeverSentByOneThatWasReplaced() throws Exception {
        AtomicBoolean end = new AtomicBoolean();
        Callers callers = Callers.start(3, () -> {
            while (!end.get()) {
                assertThat(send().join().statusCode()).isEqualTo(200);
            }
        });
        for (int i = 0; i < 200; i++) {
            time.pass(Duration.ofMinutes(1));
            fail();
        }

        end.set(true);
        assertThat(callers.failures()).isEmpty();
    }
}
