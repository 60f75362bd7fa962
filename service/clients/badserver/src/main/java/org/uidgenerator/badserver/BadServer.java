package org.uidgenerator.badserver;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

/**
 * Many servers of an id service at one address, all of which but one break a rule of clients. The good one is at the
 * path {@code /well}, a server with a {@link Fault} at the path of that, those that fail in TLS at ports of their own.
 * Behind these names a path may go on, by which a client finds its own requests again. The server {@code /well/me}
 * keeps them at {@code /requests/well/me}, as JSON. {@code /faults} lists the servers with faults, as JSON.
 *
 * <p>It listens on the loopback interface. For any number of threads.
 */
public final class BadServer implements AutoCloseable {
    /** The layout of all ids. */
    public static final String LAYOUT = "31/14/18 bits of PT1S from 2026-01-01T00:00:00Z";

    /** One of 53 bits, which are fewer than an id has. */
    static final String SHORT_LAYOUT = "31/10/12 bits of PT1S from 2026-01-01T00:00:00Z";

    /** The store identity of all ids. */
    public static final String IDENTITY = "default/482903117264";

    private static final Instant EPOCH = Instant.parse("2026-01-01T00:00:00Z");
    private static final int TIME_SHIFT = 32;
    private static final String WELL = "/well";
    private static final String REQUESTS = "/requests";

    /** Between two ranges of an answer, so that no client takes them for one. */
    private static final int GAP = 7;

    private final ServerSocket plain;
    private final Map<Fault, ServerSocket> tls;
    private final Set<Socket> connections = ConcurrentHashMap.newKeySet();
    private final Map<String, List<String>> requests = new ConcurrentHashMap<>();
    private long next = Duration.between(EPOCH, Instant.now()).toSeconds() << TIME_SHIFT;

    private BadServer(int port) throws IOException {
        plain = listen(port);
        tls = Map.of(Fault.TLS_HANG, listen(0), Fault.TLS_DRIP, listen(0));
        accept(plain, this::answer);
        tls.forEach((fault, socket) -> accept(socket, fault::commit));
    }

    /**
     * Starts a server at any free port.
     *
     * @throws UncheckedIOException if it cannot listen
     */
    public static BadServer start() {
        return start(0);
    }

    private static BadServer start(int port) {
        try {
            return new BadServer(port);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Runs a server until the process ends, and prints where it is.
     *
     * @param arguments the port, 8099 unless it is said
     * @throws InterruptedException if the thread is interrupted
     */
    public static void main(String[] arguments) throws InterruptedException {
        BadServer server = start(arguments.length == 0 ? 8099 : Integer.parseInt(arguments[0]));
        System.out.println(server.uri());
        Thread.currentThread().join();
    }

    /** Returns where all of it is, for clients in other languages. */
    public URI uri() {
        return URI.create(address(""));
    }

    /**
     * Returns where a good server is.
     *
     * @param client by which it is found again, in {@link #requests}
     */
    public URI well(String client) {
        return URI.create(address(WELL + "/" + client));
    }

    /**
     * Returns where a server with a fault is.
     *
     * @param client by which it is found again, in {@link #requests}
     */
    public URI uri(Fault fault, String client) {
        return URI.create(address(fault) + "/" + client);
    }

    /** Returns the heads of the requests that a server has had, in their order. */
    public List<String> requests(URI server) {
        return requests(server.getPath());
    }

    private List<String> requests(String path) {
        return requests.getOrDefault(path, List.of());
    }

    private String address(Fault fault) {
        if (fault == Fault.NOBODY) {
            return "http://127.0.0.1:1";
        }
        ServerSocket socket = tls.get(fault);
        return socket == null ? address("/" + fault.path()) : "https://127.0.0.1:" + socket.getLocalPort();
    }

    String address(String path) {
        return "http://127.0.0.1:" + plain.getLocalPort() + path;
    }

    /** Claims ids for a good answer, as two ranges if there are so many, and returns the lines of these. */
    synchronized String claim(long count, long after) {
        long first = Math.max(next, after + 1);
        long half = (count + 1) / 2;
        String lines = line(first, half);
        if (count > half) {
            lines += line(first + half + GAP, count - half);
        }
        next = first + count + GAP;
        return lines;
    }

    private static String line(long first, long count) {
        return first + " " + (first + count - 1) + " 1\n";
    }

    private void answer(Exchange exchange) throws IOException {
        String path = exchange.readRequest();
        if (path.isEmpty()) {
            answerTest(exchange);
            return;
        }
        requests.computeIfAbsent(path, any -> new CopyOnWriteArrayList<>()).add(exchange.head());
        String name = path.split("/", -1)[1];
        if (path.startsWith(WELL)) {
            exchange.well();
        } else {
            Arrays.stream(Fault.values())
                    .filter(fault -> fault.path().equals(name))
                    .findAny()
                    .orElseThrow(() -> new IOException("no such fault: " + path))
                    .commit(exchange);
        }
    }

    /** What the test of a client asks, and no client. */
    private void answerTest(Exchange exchange) throws IOException {
        String path = exchange.head().split(" ", -1)[1];
        String json = path.startsWith(REQUESTS)
                ? json(requests(path.substring(REQUESTS.length())))
                : Arrays.stream(Fault.values()).map(this::json).collect(Collectors.joining(",\n", "[", "]\n"));
        exchange.ok(json);
    }

    private static String json(List<String> texts) {
        return texts.stream().map(BadServer::json).collect(Collectors.joining(",\n", "[", "]\n"));
    }

    private static String json(String text) {
        return "\""
                + text.replace("\\", "\\\\")
                        .replace("\"", "\\\"")
                        .replace("\r", "\\r")
                        .replace("\n", "\\n")
                + "\"";
    }

    private String json(Fault fault) {
        return "{\"name\": " + json(fault.path()) + ", \"url\": " + json(address(fault)) + ", \"says\": "
                + json(fault.says()) + ", \"timeoutMillis\": " + fault.timeoutMillis() + "}";
    }

    private static ServerSocket listen(int port) throws IOException {
        return new ServerSocket(port, 0, InetAddress.getLoopbackAddress());
    }

    private void accept(ServerSocket listening, Fault.Misdeed answer) {
        run("accept-" + listening.getLocalPort(), () -> {
            while (true) {
                Socket connection = listening.accept();
                run("talk-" + connection.getPort(), () -> talk(connection, answer));
            }
        });
    }

    private void talk(Socket connection, Fault.Misdeed answer) throws IOException {
        connections.add(connection);
        try (connection) {
            if (!plain.isClosed()) { // it may have been closed before this connection was added
                answer.commit(new Exchange(this, connection));
            }
        } finally {
            connections.remove(connection);
        }
    }

    /** Runs until the other side hangs up, or this one is closed. Both are failures of a socket. */
    private static void run(String name, Exchange.Step talk) {
        Thread thread = new Thread(
                () -> {
                    try {
                        talk.run();
                    } catch (IOException e) {
                        // the connection is over
                    }
                },
                "bad-server-" + name);
        thread.setDaemon(true);
        thread.start();
    }

    /** Ends all that is under way. */
    @Override
    public void close() {
        closeQuietly(plain);
        tls.values().forEach(BadServer::closeQuietly);
        connections.forEach(BadServer::closeQuietly);
    }

    private static void closeQuietly(Closeable closing) {
        try {
            closing.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
