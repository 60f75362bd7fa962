package org.uidgenerator.benchmarks.contestants;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.uidgenerator.UidRange;
import org.uidgenerator.generator.CachedUidGenerator;
import org.uidgenerator.generator.Ordering;
import org.uidgenerator.worker.WorkerLease;

/**
 * A server on the loopback interface that hands out, in ranges, what the contestants of {@link Cached} do. As a program
 * it prints its address, and ends with its input.
 */
public final class RangeService implements AutoCloseable {
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

    RangeService() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/api/ranges", this::answer);
        server.start();
    }

    public static void main(String[] args) throws IOException {
        try (RangeService service = new RangeService()) {
            System.out.println(service.address());
            System.in.transferTo(OutputStream.nullOutputStream());
        }
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
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
            text.append(range.first() + " " + range.last() + " " + range.increment() + "\n");
            left -= (int) range.size();
        }
        return text.toString();
    }

    @Override
    public void close() {
        server.stop(0);
        source.close();
    }
}
