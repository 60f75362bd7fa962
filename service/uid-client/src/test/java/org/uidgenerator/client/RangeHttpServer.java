package org.uidgenerator.client;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.UidRange;
import org.uidgenerator.generator.CachedUidGenerator;
import org.uidgenerator.generator.Ordering;
import org.uidgenerator.worker.WorkerLease;

/**
 * A server that hands out ranges of a real generator over HTTP, as the id service does. Each start takes a worker id of
 * its own.
 */
public final class RangeHttpServer implements AutoCloseable {
    private static final AtomicLong WORKER_IDS = new AtomicLong();
    private static final Pattern QUERY = Pattern.compile("count=([0-9]+)(&after=([0-9]+))?");

    /** What it answers in place of ranges. */
    public record Answer(int status, String body, Map<String, String> headers) {
        public Answer(int status, String body) {
            this(status, body, Map.of());
        }
    }

    final List<String> queries = new CopyOnWriteArrayList<>();
    public final List<String> tokens = new CopyOnWriteArrayList<>();
    private final UidLayout layout;
    private final Duration clockOffset;
    private final @Nullable SSLContext tls;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicInteger hanging = new AtomicInteger();
    private final CountDownLatch end = new CountDownLatch(1);
    private volatile Answer instead;
    private volatile String identity;
    private volatile int most = Integer.MAX_VALUE;
    private volatile boolean hangs;
    private volatile boolean keepsIdentityBack;
    private HttpServer server;
    private CachedUidGenerator generator;
    private int port;

    private RangeHttpServer(UidLayout layout, Duration clockOffset, @Nullable SSLContext tls) {
        this.layout = layout;
        this.clockOffset = clockOffset;
        this.tls = tls;
    }

    public static RangeHttpServer start() {
        return start(UidLayout.DEFAULT, Duration.ZERO);
    }

    /** Starts one that speaks TLS to those who show a certificate that it trusts. */
    public static RangeHttpServer start(SSLContext tls) {
        return start(UidLayout.DEFAULT, Duration.ZERO, tls);
    }

    static RangeHttpServer start(UidLayout layout, Duration clockOffset) {
        return start(layout, clockOffset, null);
    }

    private static RangeHttpServer start(UidLayout layout, Duration clockOffset, @Nullable SSLContext tls) {
        RangeHttpServer started = new RangeHttpServer(layout, clockOffset, tls);
        started.restart();
        return started;
    }

    void restart() {
        long workerId = WORKER_IDS.incrementAndGet();
        generator = CachedUidGenerator.builder(any -> WorkerLease.neverReused(workerId))
                .layout(layout)
                .clock(InstantSource.offset(InstantSource.system(), clockOffset))
                .ordering(Ordering.STRICT)
                .build();
        try {
            server = create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        port = server.getAddress().getPort();
        server.createContext("/api/ranges", this::handle);
        server.createContext("/api/segment-range", this::handle); // for a test that says what it answers
        server.createContext("/api/identity", this::handleIdentity);
        server.setExecutor(threads);
        server.start();
    }

    private HttpServer create(InetSocketAddress address) throws IOException {
        if (tls == null) {
            return HttpServer.create(address, 0);
        }
        HttpsServer server = HttpsServer.create(address, 0);
        server.setHttpsConfigurator(new HttpsConfigurator(tls) {
            @Override
            public void configure(HttpsParameters parameters) {
                SSLParameters asked = getSSLContext().getDefaultSSLParameters();
                asked.setNeedClientAuth(true);
                parameters.setSSLParameters(asked);
            }
        });
        return server;
    }

    /** Ends it as a crash would: without an answer to those that wait for one. */
    public void kill() {
        server.stop(0);
        generator.close();
    }

    public URI uri() {
        return URI.create(
                (tls == null ? "http://" : "https://") + server.getAddress().getHostString() + ":" + port);
    }

    /** Makes it answer no client until it ends. */
    void hang() {
        hangs = true;
    }

    /** Makes it answer whom it has kept waiting, and everybody from now on. */
    void letGo() {
        hangs = false;
        end.countDown();
    }

    /** How many requests for numbers were made while it hung. */
    int hanging() {
        return hanging.get();
    }

    /** Makes it name a store identity from now on, or none if it is null. */
    public RangeHttpServer identity(String text) {
        identity = text;
        return this;
    }

    /** Makes it refuse a client that wants more. */
    void most(int count) {
        most = count;
    }

    /** Makes it keep its identity back until it ends, when it is asked for that alone. */
    void keepIdentityBack() {
        keepsIdentityBack = true;
    }

    /** Makes it answer this from now on, or ranges again if it is null. */
    public void answer(@Nullable Answer instead) {
        this.instead = instead;
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (hangs) {
                hanging.incrementAndGet();
                awaitEnd();
            }
            queries.add(exchange.getRequestURI().getQuery());
            tokens.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
            nameIdentity(exchange);
            Answer answer = instead == null ? ranges(exchange.getRequestURI().getQuery()) : instead;
            answer.headers().forEach(exchange.getResponseHeaders()::set);
            byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(answer.status(), body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private void handleIdentity(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (hangs || keepsIdentityBack) {
                awaitEnd();
            }
            nameIdentity(exchange);
            exchange.sendResponseHeaders(200, -1);
        }
    }

    private void nameIdentity(HttpExchange exchange) {
        if (identity != null) {
            exchange.getResponseHeaders().set("Uid-Store-Identity", identity);
        }
    }

    private void awaitEnd() {
        try {
            end.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Answer ranges(String query) {
        Matcher parameters = QUERY.matcher(query);
        if (!parameters.matches()) {
            return new Answer(400, query);
        }
        if (parameters.group(3) != null) {
            try {
                generator.advancePast(Long.parseLong(parameters.group(3)));
            } catch (UidGenerateException e) {
                return new Answer(422, e.getMessage());
            }
        }
        int count = Integer.parseInt(parameters.group(1));
        if (count > most) {
            return new Answer(503, "count=" + count);
        }
        StringBuilder text = new StringBuilder(layout.text()).append('\n');
        for (int left = count; left > 0; ) {
            UidRange range = generator.claim(left);
            text.append(range.first())
                    .append(' ')
                    .append(range.last())
                    .append(' ')
                    .append(range.increment())
                    .append('\n');
            left -= (int) range.size();
        }
        return new Answer(200, text.toString());
    }

    @Override
    public void close() {
        end.countDown();
        kill();
        threads.shutdown();
    }
}
