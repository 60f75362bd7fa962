package org.uidgenerator.client;

import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.OptionException;
import org.uidgenerator.OptionText;
import org.uidgenerator.internal.NanoClock;

/**
 * Makes what asks an id service, and holds the options that all of it has. A builder is for one thread. Every option is
 * checked in {@code build()}.
 *
 * @param <B> the builder itself
 */
public abstract sealed class ServiceClientBuilder<B extends ServiceClientBuilder<B>>
        permits RemoteUidGenerator.Builder, RemoteSegmentStore.Builder {
    final Supplier<List<URI>> servers;

    @Nullable
    String identity;

    @Nullable
    Supplier<String> token;

    Duration timeout = Duration.ofSeconds(2);
    Supplier<HttpClient> httpClient = HttpClient::newHttpClient;
    NanoClock nanoClock = NanoClock.SYSTEM;
    Random random = new Random();

    ServiceClientBuilder(Supplier<List<URI>> servers) {
        this.servers = Objects.requireNonNull(servers, "servers");
    }

    @SuppressWarnings("unchecked") // B is the builder itself
    private B self() {
        return (B) this;
    }

    /**
     * Sets which store identity the servers must have, so that the first answer is held to it as well. A server that
     * names another one, or none, counts as one that fails. UIDs and counters have identities of their own:
     * {@code default/482903117264} and {@code SEGMENT/739104468552}, say.
     *
     * @param identity the name of the identity, such as {@code default}, its identity, such as {@code 482903117264}, or
     *     both as servers show them, {@code default/482903117264}; not blank; default is the identity of the first
     *     answer
     * @return this
     */
    public B expectedIdentity(String identity) {
        this.identity = Objects.requireNonNull(identity, "identity");
        return self();
    }

    /**
     * Sets the token by which the servers know the caller. It is sent with each request, as {@code Authorization:
     * Bearer}. A caller that takes numbers of counters needs these among the {@code tags} of the client.
     *
     * @param token is asked for each request, so that a token may be replaced; default none is sent. It returns visible
     *     ASCII characters; for as long as it returns others or throws, no server is asked
     * @return this
     */
    public B token(Supplier<String> token) {
        this.token = Objects.requireNonNull(token, "token");
        return self();
    }

    /**
     * Sets how long the answer of one server may take, before another one is asked. Keep it, times the servers, below
     * half of the {@code maxWait} of a generator of numbers.
     *
     * @param timeout positive, default 2 s
     * @return this
     */
    public B timeout(Duration timeout) {
        this.timeout = Objects.requireNonNull(timeout, "timeout");
        return self();
    }

    /**
     * Sets what makes the HTTP client, for a proxy, a client certificate or certificates of one's own. Each client that
     * was made is shut down. On JDK 21 and later its threads end with {@code close()} of what this builder builds,
     * before that once it is collected.
     *
     * @param httpClient makes another client at each call, which follows no redirects; it is called in {@code build()},
     *     and at most twice a minute while requests fail; default {@link HttpClient#newHttpClient}
     * @return this
     */
    public B httpClient(Supplier<HttpClient> httpClient) {
        this.httpClient = Objects.requireNonNull(httpClient, "httpClient");
        return self();
    }

    B nanoClock(NanoClock nanoClock) {
        this.nanoClock = nanoClock;
        return self();
    }

    B random(Random random) {
        this.random = random;
        return self();
    }

    /** Checks the common options that nothing else checks. */
    final void requireOptions() {
        if (servers instanceof Listed listed) {
            requireServers(listed.get());
        }
        if (timeout.isNegative() || timeout.isZero()) {
            throw new OptionException("timeout", timeout, "must be positive");
        }
        if (identity != null) {
            OptionException.requireNotBlank("expectedIdentity", identity);
        }
    }

    static void requireServers(List<URI> servers) {
        if (servers.isEmpty()) {
            throw new OptionException("servers", servers, "must name at least one");
        }
        servers.forEach(ServiceClientBuilder::requireServer);
    }

    private static void requireServer(URI server) {
        boolean isHttp = "http".equals(server.getScheme()) || "https".equals(server.getScheme());
        if (!isHttp
                || server.getHost() == null
                || server.getRawUserInfo() != null
                || server.getRawQuery() != null
                || server.getRawFragment() != null
                || server.getRawPath().endsWith("/")) {
            throw OptionException.inWords(
                    "servers",
                    server,
                    OptionText.of("a server must be http(s)://host[:port][/path], without a slash at the end"),
                    OptionText.of("server=%s", server));
        }
    }

    /** Servers that are never named anew, so that they are checked in {@code build()}. */
    record Listed(List<URI> get) implements Supplier<List<URI>> {
        Listed {
            get = List.copyOf(Objects.requireNonNull(get, "servers"));
        }
    }
}
