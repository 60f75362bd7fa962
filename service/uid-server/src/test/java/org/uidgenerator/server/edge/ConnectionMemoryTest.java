package org.uidgenerator.server.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.apache.coyote.http11.Http11NioProtocol;
import org.junit.jupiter.api.Test;

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
        assertThat(protocol.getMaxConnections()).isEqualTo(4_043);
        assertThat(ConnectionMemory.most(HEAP, 16_384, false)).isEqualTo(3_243);
        assertThat(ConnectionMemory.most(HEAP, 8_192, true)).isEqualTo(1_305);
        assertThat(ConnectionMemory.most(4L << 30, 8_192, false)).isEqualTo(20_000);
        assertThat(ConnectionMemory.most(1_000, 8_192, false)).isEqualTo(1);
    }

    @Test
    void allowsFewerIfSomebodySaysSo() {
        Http11NioProtocol protocol = protocol(4_043);
        ConnectionMemory.limit(protocol, HEAP, false, true);
        assertThat(protocol.getMaxConnections()).isEqualTo(4_043);
    }

    @Test
    void refusesMoreThanTheHeapHasRoomFor() {
        for (int refused : new int[] {4_044, 0, -1}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> ConnectionMemory.limit(protocol(refused), HEAP, false, true))
                    .withMessage(
                            "server.tomcat.max-connections must be in [1, 4043], because each connection may take 33192"
                                    + " bytes and all of them half of the heap of 256 MB: server.tomcat.max-connections="
                                    + refused
                                    + ", server.max-http-request-header-size=8192B; leave server.tomcat.max-connections unset for"
                                    + " the greatest number, or give the process more heap");
        }
    }
}
