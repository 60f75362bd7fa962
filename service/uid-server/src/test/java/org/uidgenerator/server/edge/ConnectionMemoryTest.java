package org.uidgenerator.server.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.apache.coyote.http11.Http11NioProtocol;
import org.junit.jupiter.api.Test;
import org.uidgenerator.server.RawRequest;
import org.uidgenerator.server.Servers;

class ConnectionMemoryTest {
    private static final long HEAP = 256L << 20;

    private static Http11NioProtocol protocol(int maxConnections) {
        Http11NioProtocol protocol = new Http11NioProtocol();
        protocol.setMaxHttpRequestHeaderSize(8_192);
        protocol.setMaxConnections(maxConnections);
        return protocol;
    }

    @Test
    void allowsAsManyAsHalfOfTheHeapHasRoomFor() {
        Http11NioProtocol protocol = protocol(8_192);
        ConnectionMemory.limit(protocol, HEAP, false, false);
        assertThat(protocol.getMaxConnections()).isEqualTo(3_925);
        assertThat(ConnectionMemory.most(HEAP, 16_384, false)).isEqualTo(3_166);
        assertThat(ConnectionMemory.most(HEAP, 8_192, true)).isEqualTo(1_292);
        assertThat(ConnectionMemory.most(4L << 30, 8_192, false)).isEqualTo(20_000);
        assertThat(ConnectionMemory.most(1_000, 8_192, false)).isEqualTo(1);
    }

    /** Two writes cost a fifth more of a processor than one. */
    @Test
    void writesAHundredIdsAtOnce() throws Exception {
        String answer = RawRequest.send(
                Servers.open(), "GET /api/ids?count=100 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");

        assertThat(answer).startsWith("HTTP/1.1 200 ").hasSizeLessThan(ConnectionMemory.WRITE_BUFFER);
    }

    @Test
    void allowsFewerIfSomebodySaysSo() {
        Http11NioProtocol protocol = protocol(3_925);
        ConnectionMemory.limit(protocol, HEAP, false, true);
        assertThat(protocol.getMaxConnections()).isEqualTo(3_925);
    }

    @Test
    void refusesMoreThanTheHeapHasRoomFor() {
        for (int refused : new int[] {3_926, 0, -1}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> ConnectionMemory.limit(protocol(refused), HEAP, false, true))
                    .withMessage(
                            "server.tomcat.max-connections must be in [1, 3925], because each connection may take 34192"
                                    + " bytes and all of them half of the heap of 256 MB: server.tomcat.max-connections="
                                    + refused
                                    + ", server.max-http-request-header-size=8192B; leave server.tomcat.max-connections unset for"
                                    + " the greatest number, or give the process more heap");
        }
    }
}
