package org.uidgenerator.benchmarks.programs;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * The answers of an id service over connections that stay open, each with one request at a time. The client is as cheap
 * as can be, because it shares the machine with the server: it writes the same bytes again and again, and skips what
 * comes back.
 */
public final class ServiceLoad {
    private static final long WARM_UP_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final long MEASURED_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final int MOST_REQUESTS = 2_000_000;

    private final String host;
    private final int port;
    private final int connections;

    private ServiceLoad(String host, int port, int connections) {
        this.host = host;
        this.port = port;
        this.connections = connections;
    }

    /** Takes host, port and the number of connections. */
    public static void main(String[] args) throws InterruptedException, ExecutionException {
        ServiceLoad load = new ServiceLoad(args[0], Integer.parseInt(args[1]), Integer.parseInt(args[2]));
        System.out.println("request                     requests/s         ids/s   median µs      p99 µs");
        load.report("/api/id", 1);
        load.report("/api/ids?count=100", 100);
        load.report("/api/ranges?count=10000", 10_000);
    }

    private void report(String path, int ids) throws InterruptedException, ExecutionException {
        long[] nanos = nanosOfRequests(path);
        Arrays.sort(nanos);
        double perSecond = nanos.length / (double) TimeUnit.NANOSECONDS.toSeconds(MEASURED_NANOS);
        System.out.printf(
                Locale.ROOT,
                "%-26s %,11.0f %,13.0f %,11.0f %,11.0f%n",
                path,
                perSecond,
                perSecond * ids,
                nanos[nanos.length / 2] / 1e3,
                nanos[(int) (nanos.length * 0.99)] / 1e3);
    }

    private long[] nanosOfRequests(String path) throws InterruptedException, ExecutionException {
        ExecutorService threads = Executors.newFixedThreadPool(connections);
        try {
            Callable<long[]> task = () -> nanosOnOneConnection(path);
            List<Future<long[]>> results = new ArrayList<>();
            for (int i = 0; i < connections; i++) {
                results.add(threads.submit(task));
            }
            long[] all = {};
            for (Future<long[]> result : results) {
                long[] some = result.get();
                all = Arrays.copyOf(all, all.length + some.length);
                System.arraycopy(some, 0, all, all.length - some.length, some.length);
            }
            return all;
        } finally {
            threads.shutdownNow();
        }
    }

    private long[] nanosOnOneConnection(String path) throws IOException {
        byte[] request = ("GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\nAccept: text/plain\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        long[] nanos = new long[MOST_REQUESTS];
        int measured = 0;
        try (Socket socket = new Socket(host, port)) {
            socket.setTcpNoDelay(true);
            InputStream in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
            long start = System.nanoTime();
            for (long before = start; before - start < WARM_UP_NANOS + MEASURED_NANOS; before = System.nanoTime()) {
                socket.getOutputStream().write(request);
                skipAnswer(in);
                if (before - start >= WARM_UP_NANOS && measured < MOST_REQUESTS) {
                    nanos[measured++] = System.nanoTime() - before;
                }
            }
        }
        return Arrays.copyOf(nanos, measured);
    }

    /** Reads the headers, and as many bytes as they say. */
    private static void skipAnswer(InputStream in) throws IOException {
        int length = 0;
        String line = line(in);
        if (!line.startsWith("HTTP/1.1 200")) {
            throw new IOException("the server refused: " + line);
        }
        while (!line.isEmpty()) {
            line = line(in);
            if (line.regionMatches(true, 0, "Content-Length: ", 0, 16)) {
                length = Integer.parseInt(line.substring(16));
            }
        }
        in.skipNBytes(length);
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int read = in.read(); read != '\n'; read = in.read()) {
            if (read < 0) {
                throw new EOFException("the server closed the connection");
            }
            if (read != '\r') {
                line.append((char) read);
            }
        }
        return line.toString();
    }
}
