package org.uidgenerator.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ShutdownTest {
    /** The request is under way as long as its body is not all there. */
    @Test
    void answersTheRequestsThatHaveBegunAndNoOthers() throws Exception {
        RunningServer server = RunningServer.start("--uid.segments.tags.orders.first=1");
        String body = "bizType=orders&token=any";
        try (Socket connection = RawRequest.connect(server)) {
            OutputStream out = connection.getOutputStream();
            String head = "POST /tinyid/id/nextId HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                    + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: " + body.length()
                    + "\r\n\r\n";
            out.write((head + body.substring(0, 5)).getBytes(StandardCharsets.US_ASCII));
            awaitActiveRequest(server);

            CompletableFuture<Void> closing = CompletableFuture.runAsync(server::close);
            awaitRefusal(server);
            assertThat(closing).isNotDone();
            out.write(body.substring(5).getBytes(StandardCharsets.US_ASCII));

            String answer = new String(connection.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(answer).startsWith("HTTP/1.1 200 ").contains("\"code\":200");
            closing.get(30, TimeUnit.SECONDS);
        }
    }

    private static void awaitActiveRequest(RunningServer server) {
        while (Thread.getAllStackTraces().values().stream()
                .noneMatch(stack -> Arrays.stream(stack)
                        .anyMatch(frame -> frame.getMethodName().equals("parseParameters")))) {
            Thread.onSpinWait();
        }
        assertThat(server).isNotNull();
    }

    private static void awaitRefusal(RunningServer server) throws Exception {
        URI uri = server.uri("/api/id");
        while (true) {
            try {
                new Socket(InetAddress.getLoopbackAddress(), uri.getPort()).close();
            } catch (ConnectException e) {
                return;
            }
        }
    }

    @Test
    void givesTheWorkerIdBack() throws Exception {
        String database = "--spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
        long last;
        try (RunningServer server = RunningServer.start(database)) {
            last = Long.parseLong(
                    Answer.get(server.uri("/api/id")).json().get("id").stringValue());
        }
        try (RunningServer server = RunningServer.start(database)) {
            assertThat(Answer.get(server.uri("/api/workers")).json().get("workers"))
                    .hasSize(1);
            assertThat(Long.parseLong(
                            Answer.get(server.uri("/api/id")).json().get("id").stringValue()))
                    .isGreaterThan(last);
        }
    }
}
