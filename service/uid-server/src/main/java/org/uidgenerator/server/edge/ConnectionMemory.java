package org.uidgenerator.server.edge;

import java.util.Locale;
import org.apache.coyote.http11.AbstractHttp11Protocol;
import org.uidgenerator.server.SettingException;

/**
 * The greatest cost of connections, and how many of them fit into half of the heap. A client pays nothing for a head
 * that it does not end, or for headers that are all names, so the most expensive connection is what counts.
 */
final class ConnectionMemory {
    private static final int READ_BUFFER = 1_024;

    /** A hundred ids with their headers. What does not fit is another write. */
    static final int WRITE_BUFFER = 3_072;

    /** Each is some objects, however short it is. Browsers send about 20, proxies add some. */
    private static final int MOST_HEADERS = 40;

    /** Bodies are refused, so no client sends headers after one. Tomcat makes the buffer all the same. */
    private static final int TRAILERS = 64;

    /** Buffers, headers and all else that a connection with a head of no length has; measured, and rounded up. */
    private static final int CONNECTION = 26_000;

    /** Two buffers for records on the wire, two for what is in them. */
    private static final int TLS = 4 * 17 * 1_024;

    private static final int MOST_CONNECTIONS = 20_000;

    private ConnectionMemory() {}

    /** Makes connections as small as they can be. */
    static void shrink(AbstractHttp11Protocol<?> protocol) {
        protocol.setProperty("socket.appReadBufSize", Integer.toString(READ_BUFFER));
        protocol.setProperty("socket.appWriteBufSize", Integer.toString(WRITE_BUFFER));
        protocol.setProperty("socket.bufferPoolSize", "0");
        protocol.setMaxHeaderCount(MOST_HEADERS);
        protocol.setMaxTrailerSize(TRAILERS);
    }

    /**
     * Sets how many connections there may be, unless that is configured.
     *
     * @param heap the greatest size of the heap in bytes
     * @param tls whether connections are encrypted here
     * @param isConfigured whether the protocol's limit is one that the operator has set
     * @throws SettingException if the configured limit needs more than half of the heap
     */
    static void limit(AbstractHttp11Protocol<?> protocol, long heap, boolean tls, boolean isConfigured) {
        int head = protocol.getMaxHttpRequestHeaderSize();
        int most = most(heap, head, tls);
        int configured = protocol.getMaxConnections();
        if (!isConfigured) {
            protocol.setMaxConnections(most);
        } else if (configured < 1 || configured > most) {
            throw new SettingException(String.format(
                    Locale.ROOT,
                    "server.tomcat.max-connections must be in [1, %d], because each connection may take %d bytes and all of them"
                            + " half of the heap of %d MB: server.tomcat.max-connections=%d,"
                            + " server.max-http-request-header-size=%dB; leave server.tomcat.max-connections unset for the"
                            + " greatest number, or give the process more heap",
                    most,
                    bytes(head, tls),
                    heap >> 20,
                    configured,
                    head));
        }
    }

    static int most(long heap, int head, boolean tls) {
        return (int) Math.max(1, Math.min(MOST_CONNECTIONS, heap / 2 / bytes(head, tls)));
    }

    private static long bytes(int head, boolean tls) {
        return CONNECTION + (long) head + (tls ? TLS : 0);
    }
}
