package org.uidgenerator.server;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Servers that many tests ask; each starts when it is wanted first, and ends with the process. */
public final class Servers {
    /** The token of the client {@code orders}. */
    static final String ORDERS = "t0ken-of-orders";

    /** The token of the client {@code operator}. */
    public static final String OPERATOR = "t0ken-of-the-operator";

    /** The token of the client {@code slow}, which may make two requests and take 100 ids a second. */
    static final String SLOW = "t0ken-of-slow";

    private Servers() {}

    private static final class Open {
        static final RunningServer SERVER = started(
                "--uid.segments.tags.orders.first=1",
                "--uid.segments.tags.invoices.first=1",
                "--server.tomcat.connection-timeout=2s");
    }

    private static final class Guarded {
        static final RunningServer SERVER = started(
                "--uid.segments.tags.orders.first=1",
                "--uid.segments.tags.invoices.first=1",
                "--uid.server.clients.orders.token-sha256=69c2c2c1bd0c09b0a9d9a9cf7bda2c1d1c9a5dd1fd7c0e7a2b0a1f0f8e1c3d5b,"
                        + sha256(ORDERS),
                "--uid.server.clients.orders.tags=orders",
                "--uid.server.clients.operator.token-sha256=" + sha256(OPERATOR),
                "--uid.server.clients.operator.scopes=operations",
                "--uid.server.clients.slow.token-sha256=" + sha256(SLOW),
                "--uid.server.clients.slow.tags=*",
                "--uid.server.clients.slow.requests-per-second=2",
                "--uid.server.clients.slow.ids-per-second=100");
    }

    /** Returns what the servers know of a token. */
    public static String sha256(String token) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static RunningServer started(String... arguments) {
        RunningServer server = RunningServer.start(arguments);
        Runtime.getRuntime().addShutdownHook(new Thread(server::close));
        return server;
    }

    /**
     * Returns a server without tokens, with the counters {@code orders} and {@code invoices}.
     *
     * @return the server
     */
    public static RunningServer open() {
        return Open.SERVER;
    }

    /** Returns a server with the clients above. */
    public static RunningServer guarded() {
        return Guarded.SERVER;
    }
}
