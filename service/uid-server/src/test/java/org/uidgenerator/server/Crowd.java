package org.uidgenerator.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Connections that stay open, as of clients that do nothing, or that ask and read nothing. */
final class Crowd implements AutoCloseable {
    private final List<Socket> connections = new ArrayList<>();

    /** Connects, and sends the same on each connection. */
    static Crowd of(int size, RunningServer server, String request) throws IOException {
        Crowd crowd = new Crowd();
        for (int i = 0; i < size; i++) {
            Socket connection = RawRequest.connect(server);
            crowd.connections.add(connection);
            connection.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
        }
        return crowd;
    }

    @Override
    public void close() {
        for (Socket connection : connections) {
            try {
                connection.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
