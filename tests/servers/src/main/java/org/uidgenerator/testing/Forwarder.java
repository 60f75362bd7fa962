package org.uidgenerator.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * An address on this host that leads to one server, and later to another, as that of a database that fails over does.
 */
public final class Forwarder implements AutoCloseable {
    private static final int WAITING = 50;

    private final ServerSocket entrance;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile int target;

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
            start(() -> copy(client, server));
            start(() -> copy(server, client));
            if (leadsTo != target) { // meanwhile
                close(client);
            }
        } catch (IOException e) {
            close(client); // nobody listens there
        }
    }

    private void copy(Socket from, Socket to) {
        try {
            from.setTcpNoDelay(true);
            from.getInputStream().transferTo(to.getOutputStream());
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
