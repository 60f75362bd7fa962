package org.uidgenerator.badserver;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One request over one connection, and what is sent in return. For one thread. */
final class Exchange {
    private static final Pattern REQUEST_LINE =
            Pattern.compile("GET (/[^ ?]*?)/api/(ranges|identity)(?:\\?(\\S*))? HTTP/1\\.1");
    private static final Pattern COUNT = Pattern.compile("(?:^|&)count=([0-9]{1,7})(?:&|$)");
    private static final Pattern AFTER = Pattern.compile("(?:^|&)after=([0-9]{1,19})(?:&|$)");
    private static final int LONGEST_HEAD = 16_384;
    private static final long DRIP_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final int REPEATED = 64;

    private final BadServer server;
    private final InputStream in;
    private final OutputStream out;
    private String head = "";
    private String path = "";
    private String query = "";

    Exchange(BadServer server, Socket connection) throws IOException {
        this.server = server;
        in = connection.getInputStream();
        out = connection.getOutputStream();
    }

    /** Reads the head of the request. Returns the path of the server in it: all that is in front of {@code /api}. */
    String readRequest() throws IOException {
        StringBuilder read = new StringBuilder();
        while (read.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0 || read.length() == LONGEST_HEAD) {
                throw new IOException("no request: " + read);
            }
            read.append((char) next);
        }
        head = read.toString();
        Matcher line = REQUEST_LINE.matcher(head.substring(0, head.indexOf("\r\n")));
        if (line.matches()) {
            path = line.group(1);
            query = String.valueOf(line.group(3));
        }
        return path;
    }

    /** The request as it came, up to the empty line. */
    String head() {
        return head;
    }

    /** How many ids were asked for. */
    long count() {
        Matcher count = COUNT.matcher(query);
        return count.find() ? Long.parseLong(count.group(1)) : 1;
    }

    private OptionalLong after() {
        Matcher after = AFTER.matcher(query);
        return after.find() ? OptionalLong.of(Long.parseLong(after.group(1))) : OptionalLong.empty();
    }

    /** Sends the head of an answer after which the connection is closed. */
    void head(String status, String... headers) throws IOException {
        StringBuilder lines = new StringBuilder("HTTP/1.1 " + status + "\r\nConnection: close\r\n");
        for (String header : headers) {
            lines.append(header).append("\r\n");
        }
        send(lines.append("\r\n").toString());
    }

    /** Sends a good answer. */
    void well() throws IOException {
        lines(wellRanges());
    }

    /** Sends a body, and the store identity that all servers have. */
    void ok(String body) throws IOException {
        int length = body.getBytes(StandardCharsets.UTF_8).length;
        head(
                "200 OK",
                "Uid-Store-Identity: " + BadServer.IDENTITY,
                "Content-Type: text/plain",
                "Content-Length: " + length);
        send(body);
    }

    /** Sends ranges as a good server would, whatever they are. */
    void ranges(String... ranges) throws IOException {
        lines(String.join("\n", ranges) + "\n");
    }

    /** Sends a good layout, and lines after it. */
    void lines(String lines) throws IOException {
        ok(BadServer.LAYOUT + "\n" + lines);
    }

    /** Is a good server until it is told which id it has to exceed. */
    void okThen(Step turned) throws IOException {
        if (after().isEmpty()) {
            well();
        } else {
            turned.run();
        }
    }

    /** Lines of ranges that no client has yet. */
    String wellRanges() {
        return server.claim(count(), after().orElse(-1));
    }

    /** Where another server is. */
    String redirected() {
        String client = path.substring(path.lastIndexOf('/') + 1);
        return server.address("/well/redirected/" + client) + "/api/ranges?" + query;
    }

    void send(String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    /** Sends a text again and again until the other side does not listen any more. */
    void sendForEver(String text) throws IOException {
        byte[] bytes = text.repeat(REPEATED).getBytes(StandardCharsets.ISO_8859_1);
        while (true) {
            out.write(bytes);
        }
    }

    /** Sends a text byte by byte. */
    void drip(String text) throws IOException {
        for (byte next : text.getBytes(StandardCharsets.ISO_8859_1)) {
            out.write(next);
            out.flush();
            LockSupport.parkNanos(DRIP_NANOS);
        }
    }

    /** Waits until the other side hangs up. */
    void hang() throws IOException {
        in.transferTo(OutputStream.nullOutputStream());
    }

    /** Begins a message of the TLS handshake that is 16 KB long. */
    void dripTls() throws IOException {
        drip("\u0016\u0003\u0003@\u0000\u0002\u0000?\u00fc" + "\u0000".repeat(0x4000));
    }

    /** Some of what a server does. */
    @FunctionalInterface
    interface Step {
        void run() throws IOException;
    }
}
