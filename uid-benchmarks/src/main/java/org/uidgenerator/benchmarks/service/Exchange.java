package org.uidgenerator.benchmarks.service;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * A connection that stays open, with one request at a time. The client is as cheap as can be, because it shares the
 * machine with the server: it writes the same bytes again and again, and skips what comes back. For one thread.
 */
interface Exchange extends AutoCloseable {
    /**
     * Sends the request and waits for the end of its answer.
     *
     * @throws IOException if the server refuses or closes the connection
     */
    void once() throws IOException, SQLException;

    @Override
    void close() throws IOException, SQLException;

    /** Opens a connection. */
    interface Opening {
        Exchange open() throws IOException, SQLException;
    }

    static Opening get(int port, String path) {
        String request = "GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/plain\r\n\r\n";
        return () -> new Http(port, request);
    }

    static Opening incr(int port) {
        return () -> new Redis(port, "*2\r\n$4\r\nINCR\r\n$3\r\nids\r\n");
    }

    static Opening query(String url, String query) {
        return () -> new Jdbc(DriverManager.getConnection(url), query);
    }

    /** The same bytes over a socket each time. */
    abstract class Bytes implements Exchange {
        private final Socket socket;
        private final InputStream in;
        private final byte[] request;

        /** The answer so far. */
        final byte[] buffer = new byte[1 << 19];

        private Bytes(int port, String request) throws IOException {
            socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.setTcpNoDelay(true);
            in = socket.getInputStream();
            this.request = request.getBytes(StandardCharsets.US_ASCII);
        }

        @Override
        public void once() throws IOException {
            socket.getOutputStream().write(request);
            for (int read = 0; read == 0 || !isComplete(read); ) {
                int more = in.read(buffer, read, buffer.length - read);
                if (more < 0) {
                    throw new EOFException("the server closed the connection");
                }
                read += more;
            }
        }

        abstract boolean isComplete(int read) throws IOException;

        final String text(int from, int to) {
            return new String(buffer, from, to - from, StandardCharsets.ISO_8859_1);
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    /** Answers have a length. */
    final class Http extends Bytes {
        private Http(int port, String request) throws IOException {
            super(port, request);
        }

        @Override
        boolean isComplete(int read) throws IOException {
            int end = endOfHead(read);
            if (end < 0) {
                return false;
            }
            String head = text(0, end);
            if (!head.startsWith("HTTP/1.1 200")) {
                throw new IOException("the server refused: " + head);
            }
            int value = head.indexOf("\r\nContent-Length: ") + 18;
            return read - end >= Integer.parseInt(head, value, head.indexOf('\r', value), 10);
        }

        private int endOfHead(int read) {
            for (int i = 3; i < read; i++) {
                if (buffer[i] == '\n' && buffer[i - 2] == '\n') {
                    return i + 1;
                }
            }
            return -1;
        }
    }

    /** Answers are lines. */
    final class Redis extends Bytes {
        private Redis(int port, String request) throws IOException {
            super(port, request);
        }

        @Override
        boolean isComplete(int read) throws IOException {
            if (buffer[0] != ':') {
                throw new IOException("the server refused: " + text(0, read));
            }
            return buffer[read - 1] == '\n';
        }
    }

    /** A query of one number. */
    final class Jdbc implements Exchange {
        private final Connection connection;
        private final PreparedStatement statement;

        private Jdbc(Connection connection, String query) throws SQLException {
            this.connection = connection;
            statement = connection.prepareStatement(query);
        }

        @Override
        public void once() throws IOException, SQLException {
            try (ResultSet row = statement.executeQuery()) {
                if (!row.next() || row.getLong(1) <= 0) {
                    throw new IOException("the database answers with no number");
                }
            }
        }

        @Override
        public void close() throws SQLException {
            connection.close();
        }
    }
}
