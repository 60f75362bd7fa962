package org.uidgenerator.etcd;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** What lies between a client and its etcd: connections that break at a transaction that a test chooses. */
final class DisturbedServer implements AutoCloseable {
    private enum Loss {
        OF_REQUEST,
        OF_ANSWER
    }

    private static final String WRITE = "\"request_put\"";

    private final String etcd;
    private final HttpServer listener;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Queue<String> transactions = new ConcurrentLinkedQueue<>();
    private volatile Loss next;
    private volatile Runnable beforeWrites = () -> {};

    DisturbedServer(String etcd) throws IOException {
        this.etcd = etcd;
        listener = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
        listener.createContext("/", this::handle);
        listener.setExecutor(threads);
        listener.start();
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + listener.getAddress().getPort());
    }

    void loseNextWrite() {
        next = Loss.OF_REQUEST;
    }

    void loseAnswerToNextWrite() {
        next = Loss.OF_ANSWER;
    }

    /** Lets another client act each time before a write arrives. */
    void beforeWrites(Runnable act) {
        beforeWrites = act;
    }

    /** Counts the transactions during a call. */
    int transactionsOf(Runnable call) {
        transactions.clear();
        call.run();
        return List.copyOf(transactions).size();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String request = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            transactions.add(request);
            Loss loss = null;
            if (request.contains(WRITE)) {
                beforeWrites.run();
                loss = next;
                next = null;
            }
            if (loss != Loss.OF_REQUEST) {
                forward(exchange, request, loss == null);
            }
        }
    }

    private void forward(HttpExchange exchange, String request, boolean answered) throws IOException {
        HttpURLConnection connection = (HttpURLConnection)
                URI.create(etcd + exchange.getRequestURI()).toURL().openConnection();
        connection.setDoOutput(true);
        connection.setRequestProperty("Content-Type", "application/json");
        try (OutputStream out = connection.getOutputStream()) {
            out.write(request.getBytes(StandardCharsets.UTF_8));
        }
        int status = connection.getResponseCode();
        try (InputStream in = status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
            byte[] answer = in.readAllBytes();
            if (answered) {
                exchange.sendResponseHeaders(status, answer.length);
                exchange.getResponseBody().write(answer);
            }
        }
    }

    @Override
    public void close() {
        listener.stop(0);
        threads.shutdown();
    }
}
