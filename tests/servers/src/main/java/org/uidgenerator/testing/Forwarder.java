package org.uidgenerator.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * An address on this host that leads to one server, and later to another, as that of a database that fails over does.
 * What passes can be disturbed on the way.
 */
public final class Forwarder implements AutoCloseable {
    private static final int WAITING = 50;
    private static final int CHUNK = 8192;

    /**
     * Requests are cut in one of the first ones of a connection, so that each part of a dialogue is cut now and then.
     */
    private static final int CHUNKS_UNTIL_CUT = 12;

    /** The treatment of the bytes that pass, from now on. */
    public enum Disturbance {
        /** Nothing: all bytes pass at once. */
        NONE,

        /** Answers come late, by the {@linkplain #disturb delay}. */
        LATE_ANSWERS,

        /** Requests arrive, and no answer comes back. Connections stay open. */
        LOST_ANSWERS,

        /** Connections are cut in the middle of a request, of which the server gets the first half. */
        CUT_REQUESTS
    }

    private final ServerSocket entrance;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile int target;
    private volatile Disturbance disturbance = Disturbance.NONE;
    private volatile Duration delay = Duration.ZERO;

    /**
     * Opens an address.
     *
     * @param target the port of the server that it leads to at first
     */
    public Forwarder(int target) {
        this.target = target;
        try {
            entrance = new ServerSocket(0, WAITING, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        start(this::accept);
    }

    /** Returns its port. */
    public int port() {
        return entrance.getLocalPort();
    }

    /**
     * Leads to another server. Closes all connections.
     *
     * @param target the port of the server
     */
    public void leadTo(int target) {
        this.target = target;
        open.forEach(Forwarder::close);
    }

    /**
     * Disturbs what passes, on open connections, too. Connections whose answers were lost are closed with the next
     * disturbance.
     *
     * @param disturbance what happens
     * @param delay by how much answers are late, if they are
     */
    public void disturb(Disturbance disturbance, Duration delay) {
        Disturbance before = this.disturbance;
        this.delay = delay;
        this.disturbance = disturbance;
        if (before == Disturbance.LOST_ANSWERS) {
            open.forEach(Forwarder::close);
        }
    }

    private void accept() {
        while (true) {
            try {
                forward(entrance.accept());
            } catch (IOException e) {
                return; // closed
            }
        }
    }

    private void forward(Socket client) {
        int leadsTo = target;
        try {
            Socket server = new Socket(InetAddress.getLoopbackAddress(), leadsTo);
            open.add(client);
            open.add(server);
            start(() -> copy(client, server, true));
            start(() -> copy(server, client, false));
            if (leadsTo != target) { // meanwhile
                close(client);
            }
        } catch (IOException e) {
            close(client); // no server listens there
        }
    }

    private void copy(Socket from, Socket to, boolean requests) {
        int chunksUntilCut = ThreadLocalRandom.current().nextInt(CHUNKS_UNTIL_CUT);
        byte[] chunk = new byte[CHUNK];
        try {
            from.setTcpNoDelay(true);
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int length = in.read(chunk); length >= 0; length = in.read(chunk)) {
                if (requests && disturbance == Disturbance.CUT_REQUESTS && chunksUntilCut-- == 0) {
                    out.write(chunk, 0, length / 2);
                    return;
                }
                if (!requests && disturbance == Disturbance.LATE_ANSWERS) {
                    LockSupport.parkNanos(delay.toNanos());
                }
                if (requests || disturbance != Disturbance.LOST_ANSWERS) {
                    out.write(chunk, 0, length);
                }
            }
        } catch (IOException e) {
            // one of the two has closed its end
        } finally {
            close(from);
            close(to);
            open.remove(from);
            open.remove(to);
        }
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "forwarder");
        thread.setDaemon(true);
        thread.start();
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // it is of no use any more
        }
    }

    @Override
    public void close() {
        try {
            entrance.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        open.forEach(Forwarder::close);
    }
}
