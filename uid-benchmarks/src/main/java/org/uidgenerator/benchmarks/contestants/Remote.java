package org.uidgenerator.benchmarks.contestants;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.uidgenerator.UidRange;
import org.uidgenerator.client.RemoteUidGenerator;
import org.uidgenerator.generator.CachedUidGenerator;
import org.uidgenerator.generator.Ordering;
import org.uidgenerator.worker.WorkerLease;

/**
 * A {@link RemoteUidGenerator}, fed over the loopback interface by a server in the same JVM. The server hands out what
 * the contestants of {@link Cached} do, so that the two differ by what is between them.
 */
final class Remote implements Contestant {
    private static final Pattern QUERY = Pattern.compile("count=([0-9]+)(?:&after=([0-9]+))?");

    static {
        // Or the server waits 40 ms for an acknowledgement between the head of an answer and its body. The id service
        // does not.
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    private final CachedUidGenerator source = CachedUidGenerator.builder(anyLayout -> WorkerLease.neverReused(1))
            .layout(Cached.WIDE)
            .ordering(Ordering.STRICT)
            .build();
    private final HttpServer server;
    private final RemoteUidGenerator generator;

    Remote() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/api/ranges", this::answer);
        server.start();
        generator = RemoteUidGenerator.builder(List.of(
                        URI.create("http://127.0.0.1:" + server.getAddress().getPort())))
                .build();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = ranges(exchange.getRequestURI().getQuery()).getBytes(StandardCharsets.US_ASCII);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private String ranges(String query) {
        Matcher parameters = QUERY.matcher(query);
        if (!parameters.matches()) {
            throw new IllegalArgumentException(query);
        }
        if (parameters.group(2) != null) {
            source.advancePast(Long.parseLong(parameters.group(2)));
        }
        StringBuilder text = new StringBuilder(source.layout().text()).append('\n');
        for (int left = Integer.parseInt(parameters.group(1)); left > 0; ) {
            UidRange range = source.claim(left);
            text.append(range.first() + " " + range.last() + " " + range.step() + "\n");
            left -= (int) range.size();
        }
        return text.toString();
    }

    @Override
    public long next() {
        return generator.getUID();
    }

    @Override
    public OptionalLong epochMilli(long newest) {
        return OptionalLong.of(generator.layout().decode(newest).time().toEpochMilli());
    }

    @Override
    public void close() {
        generator.close();
        server.stop(0);
        source.close();
    }
}
