package org.uidgenerator.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

@Tag("proof")
@EnabledIf("org.uidgenerator.testing.DynamoDbServer#isInstalled")
class DynamoDbServerTest {
    /** As a client does whose time-out comes between the head and the body. */
    @Test
    void outlivesAClientThatGivesUpInTheMiddleOfARequest() throws Exception {
        try (DynamoDbServer server = new DynamoDbServer()) {
            server.start();

            for (int i = 0; i < 20; i++) {
                sendHalfARequest(server.port());

                assertThat(server.answers()).as(server.output()).isTrue();
            }
        }
    }

    private static void sendHalfARequest(int port) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            String head = "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n";
            socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
        }
    }
}
