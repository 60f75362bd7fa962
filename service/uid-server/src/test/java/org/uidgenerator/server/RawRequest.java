package org.uidgenerator.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Requests that no HTTP client would send. */
public final class RawRequest {
    private static final int READ_TIMEOUT_MILLIS = 120_000;

    private RawRequest() {}

    static Socket connect(RunningServer server) throws IOException {
        return connect(server.uri("/").getPort());
    }

    private static Socket connect(int port) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(READ_TIMEOUT_MILLIS);
        return socket;
    }

    /**
     * Sends bytes and returns all that comes back until the server closes the connection; without chunk sizes.
     *
     * @param server the server
     * @param request the request, as it is on the wire
     * @return the answer, with its head
     * @throws IOException if the connection fails
     */
    public static String send(RunningServer server, String request) throws IOException {
        return send(server, request.getBytes(StandardCharsets.ISO_8859_1));
    }

    static String send(RunningServer server, byte[] request) throws IOException {
        return send(server.uri("/").getPort(), request);
    }

    static String send(int port, String request) throws IOException {
        return send(port, request.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static String send(int port, byte[] request) throws IOException {
        try (Socket socket = connect(port)) {
            socket.getOutputStream().write(request);
            socket.shutdownOutput();
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return answer.replaceAll("\r\n[0-9a-f]+\r\n(\r\n)?", "").stripTrailing();
        }
    }
}
