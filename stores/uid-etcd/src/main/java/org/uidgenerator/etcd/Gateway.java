package org.uidgenerator.etcd;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.StoreException;
import org.uidgenerator.worker.lease.store.ServerDate;

/**
 * The JSON gateway of the servers of a cluster. Transactions are what is asked, also to read, because they go through
 * the leader, so they see all that was acknowledged before.
 *
 * <p>Each is sent once, to the server that answered last, because a lost answer leaves open whether it was done.
 * Another server is asked at once only if there is no connection to one. For any thread.
 */
final class Gateway {
    private static final String TRANSACTIONS = "/v3/kv/txn";
    private static final String LOGINS = "/v3/auth/authenticate";
    private static final int LONGEST_QUOTE = 200;

    private final List<URI> servers;
    private final Duration timeout;
    private final @Nullable SSLContext sslContext;

    /** The request to log in, or null if none is needed. */
    private final @Nullable String login;

    /** What the servers know the user by, or null before the first login. */
    private volatile @Nullable String token;

    /** Which server is asked next; it counts on for ever. */
    private final AtomicInteger next = new AtomicInteger();

    Gateway(List<URI> servers, Duration timeout, @Nullable SSLContext sslContext, @Nullable String login) {
        this.servers = servers;
        this.timeout = timeout;
        this.sslContext = sslContext;
        this.login = login;
    }

    /**
     * Runs a transaction.
     *
     * @throws StoreException if no server answers, or one refuses; it may have been done then
     */
    Transaction.Outcome run(Transaction transaction) {
        String request = transaction.request().toString();
        for (int attempt = 1; ; attempt++) {
            int turn = next.get();
            URI server = servers.get(Math.floorMod(turn, servers.size()));
            boolean served = false;
            try {
                Answer answer = sendAsUser(server, request);
                Transaction.Outcome outcome = read(server, answer, json -> Transaction.outcome(json, answer.time()));
                served = true;
                return outcome;
            } catch (NoConnectionException e) {
                if (attempt == servers.size()) {
                    throw failure(server, "does not answer: " + e.getCause(), e.getCause());
                }
            } catch (SocketTimeoutException e) {
                throw failure(server, "has not answered within " + timeout, e);
            } catch (IOException e) {
                throw failure(server, "does not answer: " + e, e);
            } finally {
                if (!served) { // one that refuses may be cut off from the others
                    next.compareAndSet(turn, turn + 1);
                }
            }
        }
    }

    private static StoreException failure(URI server, String what, @Nullable Throwable cause) {
        return new StoreException(String.format(Locale.ROOT, "etcd at %s %s", server, what), cause);
    }

    /** Sends a transaction again, once, whose token was refused, because it was then surely not done. */
    private Answer sendAsUser(URI server, String request) throws IOException {
        if (login == null) {
            return send(server, TRANSACTIONS, request, null);
        }
        String known = token;
        if (known != null) {
            Answer answer = send(server, TRANSACTIONS, request, known);
            if (!answer.refusesToken()) {
                return answer;
            }
        }
        String fresh = tokenOf(server, login);
        token = fresh;
        return send(server, TRANSACTIONS, request, fresh);
    }

    private String tokenOf(URI server, String login) throws IOException {
        Answer answer = send(server, LOGINS, login, null);
        return read(server, answer, json -> json.getAsJsonPrimitive("token").getAsString());
    }

    private Answer send(URI server, String path, String request, @Nullable String token) throws IOException {
        byte[] body = request.getBytes(StandardCharsets.UTF_8);
        HttpURLConnection connection = connection(server, path, token);
        connection.setFixedLengthStreamingMode(body.length); // a request that is not streamed may be sent twice
        try {
            connection.connect();
        } catch (IOException e) {
            throw new NoConnectionException(e);
        }
        try (OutputStream out = connection.getOutputStream()) {
            out.write(body);
        }
        int status = connection.getResponseCode();
        InputStream content =
                status < HttpURLConnection.HTTP_BAD_REQUEST ? connection.getInputStream() : connection.getErrorStream();
        return new Answer(status, textOf(content), ServerDate.read(connection.getHeaderField("Date"), Instant.now()));
    }

    private HttpURLConnection connection(URI server, String path, @Nullable String token) throws IOException {
        HttpURLConnection connection =
                (HttpURLConnection) URI.create(server + path).toURL().openConnection();
        if (sslContext != null && connection instanceof HttpsURLConnection secure) {
            secure.setSSLSocketFactory(sslContext.getSocketFactory());
        }
        connection.setRequestMethod("POST");
        connection.setDoOutput(true);
        connection.setInstanceFollowRedirects(false);
        connection.setConnectTimeout((int) timeout.toMillis());
        connection.setReadTimeout((int) timeout.toMillis());
        connection.setRequestProperty("Content-Type", "application/json");
        if (token != null) {
            connection.setRequestProperty("Authorization", token);
        }
        return connection;
    }

    /** Reads to the end, so that the connection can serve the next request. */
    private static String textOf(@Nullable InputStream content) throws IOException {
        if (content == null) {
            return "";
        }
        try (content) {
            return new String(content.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static <T> T read(URI server, Answer answer, Function<JsonObject, T> reader) {
        if (answer.status() != HttpURLConnection.HTTP_OK) {
            throw failure(server, "refuses: " + answer.refusal(), null);
        }
        try {
            return reader.apply(JsonParser.parseString(answer.text()).getAsJsonObject());
        } catch (JsonParseException | IllegalStateException | IllegalArgumentException e) {
            throw failure(server, "is no etcd of version 3.4 or newer: " + quote(answer.text()), e);
        }
    }

    private static String quote(String text) {
        return text.length() <= LONGEST_QUOTE ? text : text.substring(0, LONGEST_QUOTE) + "...";
    }

    /**
     * The answer of a server.
     *
     * @param time what its clock showed then
     */
    private record Answer(int status, String text, Instant time) {
        /** As servers say it that know no such token, or have changed a user or role since they made the token. */
        private static final Set<String> REFUSED_TOKENS = Set.of(
                "etcdserver: invalid auth token",
                "etcdserver: revision of auth store is old",
                "auth: revision in header is old");

        /** Returns whether a transaction was not done because of its token, whatever the status, which varies. */
        boolean refusesToken() {
            return status == HttpURLConnection.HTTP_UNAUTHORIZED
                    || (status != HttpURLConnection.HTTP_OK && REFUSED_TOKENS.contains(refusal()));
        }

        /** Says why it does not do it. */
        String refusal() {
            try {
                JsonObject json = JsonParser.parseString(text).getAsJsonObject();
                JsonElement message = json.get("error");
                if (message != null && message.isJsonPrimitive()) {
                    return quote(message.getAsString());
                }
            } catch (JsonParseException | IllegalStateException e) {
                // no JSON
            }
            return "status " + status + " " + quote(text.strip())
                    + (status == HttpURLConnection.HTTP_NOT_FOUND
                            ? ": set enable-grpc-gateway: true, which etcd needs if it has a configuration file"
                            : "");
        }
    }

    /** Nothing was sent. */
    private static final class NoConnectionException extends IOException {
        private static final long serialVersionUID = 1L;

        NoConnectionException(IOException cause) {
            super(cause);
        }
    }

    @Override
    public String toString() {
        return "etcd " + servers.stream().map(URI::toString).collect(Collectors.joining(","));
    }
}
