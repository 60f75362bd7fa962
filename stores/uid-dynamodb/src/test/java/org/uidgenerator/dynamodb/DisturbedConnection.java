package org.uidgenerator.dynamodb;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;

/**
 * What lies between a client and its server: connections that break at a request that a test chooses, or fall silent,
 * and a server that refuses. It knows what was asked.
 */
final class DisturbedConnection implements AutoCloseable {
    /** Of the request, which the proxy writes anew. */
    private static final Set<String> OWN_HEADERS =
            Set.of("host", "content-length", "connection", "expect", "transfer-encoding", "upgrade");

    private enum Fate {
        REQUEST_LOST,
        ANSWER_LOST,
        REFUSED
    }

    /** What happens to the next request of a kind. */
    private record Disturbance(String operation, Fate fate, String error) {}

    /** A request that has arrived here. */
    record Request(String operation, String body) {}

    private final URI server;
    private final HttpServer entrance;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Queue<Request> requests = new ConcurrentLinkedQueue<>();
    private final AtomicReference<Disturbance> next = new AtomicReference<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile boolean silent;

    DisturbedConnection(URI server) throws IOException {
        this.server = server;
        entrance = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        entrance.setExecutor(threads);
        entrance.createContext("/", this::pass);
        entrance.start();
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + entrance.getAddress().getPort());
    }

    void loseNext(String operation) {
        next.set(new Disturbance(operation, Fate.REQUEST_LOST, ""));
    }

    void loseAnswerToNext(String operation) {
        next.set(new Disturbance(operation, Fate.ANSWER_LOST, ""));
    }

    void refuseNext(String operation, String error) {
        next.set(new Disturbance(operation, Fate.REFUSED, error));
    }

    /** Delivers nothing any more, in neither direction, and keeps the connections open. */
    void fallSilent() {
        silent = true;
    }

    /** What is asked during a call, in this order. */
    List<Request> requestsOf(Runnable call) {
        requests.clear();
        call.run();
        return List.copyOf(requests);
    }

    List<String> operationsOf(Runnable call) {
        return requestsOf(call).stream().map(Request::operation).toList();
    }

    /** How often an operation was asked for. */
    long count(String operation) {
        return requests.stream()
                .filter(request -> request.operation().equals(operation))
                .count();
    }

    private void pass(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            String target = exchange.getRequestHeaders().getFirst("X-Amz-Target");
            String operation = target.substring(target.indexOf('.') + 1);
            requests.add(new Request(operation, new String(body, StandardCharsets.UTF_8)));
            Disturbance wanted = next.get();
            boolean disturbed =
                    wanted != null && wanted.operation().equals(operation) && next.compareAndSet(wanted, null);
            if (silent) {
                closed.await();
            } else if (disturbed && wanted.fate() == Fate.REFUSED) {
                String error =
                        "{\"__type\":\"com.amazonaws.dynamodb.v20120810#" + wanted.error() + "\",\"message\":\"no\"}";
                answer(exchange, 400, error.getBytes(StandardCharsets.UTF_8));
            } else if (!disturbed || wanted.fate() == Fate.ANSWER_LOST) {
                HttpResponse<byte[]> answer = forward(exchange, body);
                if (!disturbed) {
                    answer.headers()
                            .firstValue("Date")
                            .ifPresent(date -> exchange.getResponseHeaders().set("Date", date));
                    answer(exchange, answer.statusCode(), answer.body());
                }
            } // and closes the connection
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private HttpResponse<byte[]> forward(HttpExchange exchange, byte[] body) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(server).POST(HttpRequest.BodyPublishers.ofByteArray(body));
        exchange.getRequestHeaders().forEach((name, values) -> {
            if (!OWN_HEADERS.contains(name.toLowerCase(Locale.ROOT))) {
                values.forEach(value -> request.header(name, value));
            }
        });
        return client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    private static void answer(HttpExchange exchange, int status, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "application/x-amz-json-1.0");
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
    }

    @Override
    public void close() {
        closed.countDown();
        entrance.stop(0);
        threads.shutdownNow();
    }
}
