package org.uidgenerator.benchmarks.inserts;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A port that leads to a server and counts how often a client had to wait for it. Each change from requests to answers
 * is a round trip, however many packets either of them takes.
 */
final class RoundTrips implements AutoCloseable {
    private static final int BUFFER = 1 << 16;
    private static final int WAITING = 50;

    private final int server;
    private final ServerSocket entrance;
    private final AtomicLong count = new AtomicLong();

    RoundTrips(int server) throws IOException {
        this.server = server;
        entrance = new ServerSocket(0, WAITING, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    int port() {
        return entrance.getLocalPort();
    }

    long count() {
        return count.get();
    }

    private void accept() throws IOException {
        while (true) {
            Socket client = entrance.accept();
            Socket target = new Socket(InetAddress.getLoopbackAddress(), server);
            client.setTcpNoDelay(true);
            target.setTcpNoDelay(true);
            AtomicBoolean asked = new AtomicBoolean();
            start(() -> copy(client, target, () -> asked.set(true)));
            start(() -> copy(target, client, () -> count.addAndGet(asked.getAndSet(false) ? 1 : 0)));
        }
    }

    private static void copy(Socket from, Socket to, Runnable each) throws IOException {
        byte[] buffer = new byte[BUFFER];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                each.run();
                out.write(buffer, 0, read);
            }
        }
    }

    private interface Task {
        void run() throws IOException;
    }

    private static void start(Task task) {
        Thread thread = new Thread(
                () -> {
                    try {
                        task.run();
                    } catch (IOException e) {
                        // one of the two ends is closed
                    }
                },
                "round-trips");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        entrance.close();
    }
}
