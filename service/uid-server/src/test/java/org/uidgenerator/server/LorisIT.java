package org.uidgenerator.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Connections that never end their requests, against a server with as little heap as it may have: more of them than it
 * accepts do not end it, and as many as it accepts do not delay others.
 */
@Tag("proof")
class LorisIT {
    private static final String BEGUN = "GET /api/id HTTP/1.1\r\nHost: localhost\r\nX-Slow: aaaaaaaaaaaaaaaaaaa";

    /** What a head costs most with: as many headers as there may be, and as many bytes. */
    private static final String DEAREST =
            "GET /api/id HTTP/1.1\r\n" + "a:\r\n".repeat(38) + "X-Slow: " + "x".repeat(7_900);

    private final List<Socket> connections = new ArrayList<>();

    @AfterEach
    void hangUp() throws IOException {
        for (Socket connection : connections) {
            connection.close();
        }
    }

    /** Connects until there are so many, or no more are accepted. */
    private void connect(URI server, int most, String head) throws IOException {
        byte[] bytes = head.getBytes(StandardCharsets.ISO_8859_1);
        while (connections.size() < most) {
            Socket connection = new Socket();
            connections.add(connection);
            try {
                connection.connect(new InetSocketAddress(server.getHost(), server.getPort()), 5_000);
            } catch (SocketTimeoutException e) {
                return;
            }
            connection.getOutputStream().write(bytes);
        }
    }

    private static ServerProcess start(String heap) throws IOException {
        return ServerProcess.start(
                List.of("-Xmx" + heap, "-XX:+ExitOnOutOfMemoryError"),
                "--server.port=0",
                "--spring.datasource.url=jdbc:h2:mem:loris",
                "--server.tomcat.connection-timeout=60s");
    }

    @Test
    void survivesMoreOfTheDearestConnectionsThanItAccepts() throws Exception {
        try (ServerProcess server = start("128m")) {
            connect(server.uri(), 3_000, DEAREST);
            assertThat(connections.size()).isGreaterThan(1_800);
            hangUp();

            assertThat(Answer.get(server.uri().resolve("/api/id")).status()).isEqualTo(200);
        }
    }

    static Stream<String> silentOrUnfinished() {
        return Stream.of("", BEGUN, DEAREST);
    }

    /** Prints what the documentation says. */
    @ParameterizedTest
    @MethodSource("silentOrUnfinished")
    @Tag("Large")
    void answersOthersBesideAsManyAsItAccepts(String head) throws Exception {
        String heap = System.getProperty("uidgenerator.loris.heap", "256m");
        int most = Integer.getInteger("uidgenerator.loris.connections", 3_900);
        try (ServerProcess server = start(heap)) {
            URI id = server.uri().resolve("/api/id");
            for (int i = 0; i < 2_000; i++) {
                Answer.get(id);
            }
            connect(server.uri(), most, head);
            assertThat(connections.size()).isEqualTo(most);
            long[] nanos = new long[1_000];
            for (int i = 0; i < nanos.length; i++) {
                long start = System.nanoTime();
                assertThat(Answer.get(id).status()).isEqualTo(200);
                nanos[i] = System.nanoTime() - start;
            }
            Arrays.sort(nanos);
            System.out.printf(
                    Locale.ROOT,
                    "-Xmx%s, %d connections with %d bytes: p99 %.1f ms%n",
                    heap,
                    most,
                    head.length(),
                    nanos[nanos.length * 99 / 100] / 1e6);
        }
    }
}
