package org.uidgenerator.crash;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.uidgenerator.testing.Ensemble;
import org.uidgenerator.testing.EtcdEnsemble;
import org.uidgenerator.testing.EtcdServer;

/** etcd. */
final class EtcdTarget extends FaultTarget {
    private static final Pattern REVISION = Pattern.compile("\"revision\":\"(\\d+)\"");
    private static final Pattern MEMBER = Pattern.compile("\"member_id\":\"(\\d+)\"");
    private static final Pattern TOKEN = Pattern.compile("\"token\":\"([^\"]+)\"");
    private static final String ROOT = "{\"name\":\"root\",\"password\":\"secret\"}";

    EtcdTarget() {
        super(CrashStore.ETCD);
    }

    private String post(String path, String body) {
        return post(path, body, "");
    }

    private String post(String path, String body, String token) {
        try {
            HttpURLConnection connection = (HttpURLConnection)
                    URI.create(((EtcdServer) server()).url() + path).toURL().openConnection();
            connection.setDoOutput(true);
            if (!token.isEmpty()) {
                connection.setRequestProperty("Authorization", token);
            }
            try (OutputStream out = connection.getOutputStream()) {
                out.write(body.getBytes(StandardCharsets.UTF_8));
            }
            InputStream answer =
                    connection.getResponseCode() < 400 ? connection.getInputStream() : connection.getErrorStream();
            try (answer) {
                return new String(answer.readAllBytes(), StandardCharsets.UTF_8);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String find(Pattern pattern, String text) {
        Matcher found = pattern.matcher(text);
        if (!found.find()) {
            throw new AssertionError("etcd answers without " + pattern + ": " + text);
        }
        return found.group(1);
    }

    /** Only a user that has logged in may do anything; processes have none. */
    @Override
    void setRights(boolean granted) {
        if (granted) {
            String login = post("/v3/auth/authenticate", ROOT);
            if (login.contains("token")) {
                post("/v3/auth/disable", "{}", find(TOKEN, login));
            }
        } else {
            post("/v3/auth/user/add", ROOT);
            post("/v3/auth/role/add", "{\"name\":\"root\"}");
            post("/v3/auth/user/grant", "{\"user\":\"root\",\"role\":\"root\"}");
            post("/v3/auth/enable", "{}");
        }
    }

    @Override
    void setMemoryFull(boolean full) {
        String member = find(MEMBER, post("/v3/maintenance/status", "{}"));
        post(
                "/v3/maintenance/alarm",
                "{\"action\":\"" + (full ? "ACTIVATE" : "DEACTIVATE") + "\",\"memberID\":\"" + member
                        + "\",\"alarm\":\"NOSPACE\"}");
    }

    @Override
    Ensemble<?> newEnsemble() {
        return new EtcdEnsemble();
    }

    @Override
    void compact() {
        String revision = find(REVISION, post("/v3/maintenance/status", "{}"));
        post("/v3/kv/compaction", "{\"revision\":\"" + revision + "\",\"physical\":true}");
    }

    /** From the first key to the last one. */
    @Override
    void empty() {
        post("/v3/kv/deleterange", "{\"key\":\"AA==\",\"range_end\":\"AA==\"}");
    }
}
