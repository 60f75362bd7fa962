package org.uidgenerator.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.uidgenerator.test.internal.Patience;

/** What becomes of requests when the client that sends them is replaced. */
class LastingHttpClientTest {
    private final RangeHttpServer server = RangeHttpServer.start();
    private final AtomicInteger made = new AtomicInteger();
    private final AtomicReference<Runnable> whileSending = new AtomicReference<>(() -> {});
    private final LastingHttpClient http = new LastingHttpClient(this::newHttpClient, new PassingTime());

    @AfterEach
    void close() {
        http.close();
        server.close();
    }

    /** Returns a client that hands its first task to the executor in the middle of the first call. */
    private HttpClient newHttpClient() {
        made.incrementAndGet();
        return HttpClient.newBuilder()
                .executor(task -> {
                    whileSending.getAndSet(() -> {}).run();
                    new Thread(task).start();
                })
                .build();
    }

    private CompletableFuture<HttpResponse<String>> send() {
        return http.send(HttpRequest.newBuilder(URI.create(server.uri() + "/api/ranges?count=1"))
                .build());
    }

    private void fail() {
        http.failed(new IOException("the answer ends in the middle"));
    }

    @Test
    void endAsTheyWouldHaveWhenAnotherOneFails() throws Exception {
        server.hang();
        CompletableFuture<HttpResponse<String>> underWay = send();
        Patience.spinUntil(() -> server.hanging() == 1);

        fail();
        server.letGo();

        assertThat(underWay.get().statusCode()).isEqualTo(200);
    }

    @Test
    void areNeverSentByOneThatWasReplaced() throws Exception {
        Thread failing = new Thread(this::fail);
        AtomicInteger madeMeanwhile = new AtomicInteger();
        whileSending.set(() -> {
            failing.start();
            Patience.spinUntil(() -> failing.getState() == Thread.State.BLOCKED || !failing.isAlive());
            madeMeanwhile.set(made.get());
        });

        CompletableFuture<HttpResponse<String>> answer = send();
        failing.join();

        assertThat(answer.get().statusCode()).isEqualTo(200);
        assertThat(madeMeanwhile).hasValue(1);
        assertThat(made).hasValue(2);
    }
}
