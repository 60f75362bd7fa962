package org.uidgenerator.server.access;

import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/**
 * The checks that each request passes, by a route or by Spring. Safe for use by any thread.
 *
 * <p>A server without tokens is protected against what pages of other sites make a browser ask: requests that the
 * browser calls cross-site, and requests for a host name that another site has pointed at this server. If it is not for
 * everyone, it refuses what a proxy passes on as well, because that may come from anywhere.
 */
@Component
public final class Entrance {
    private static final String BEARER = "Bearer ";

    private static final Set<String> LOCAL_NAMES = Set.of("localhost", "127.0.0.1", "[::1]");

    private static final List<String> OF_PROXIES =
            List.of("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP", "Via");

    /** Addresses, and names of hosts in the same network, because no other site can have a page there. */
    private static final Pattern NOBODY_ELSES = Pattern.compile("\\[.*|[0-9.]+|[^.]+");

    private final Clients clients;

    /** True if a server without tokens serves more than its own machine. */
    private final boolean forEveryone;

    private final Set<String> hostNames;

    Entrance(Clients clients, ServerProperties properties) {
        this.clients = clients;
        forEveryone = properties.anonymous();
        hostNames = properties.hostNames().stream()
                .map(name -> name.toLowerCase(Locale.ROOT))
                .collect(Collectors.toUnmodifiableSet());
    }

    /**
     * Refuses a request that no client may make. A body is refused before a thread reads it, because a thread that
     * reads a body waits for its client, so a few hundred clients that send a byte now and then would keep all threads.
     *
     * @param request the request
     * @throws Refusal if it has a body, is for another machine, or a page of another site has made a browser send it
     */
    public void admit(HttpServletRequest request) {
        if (request.getContentLengthLong() > 0 || request.getHeader(HttpHeaders.TRANSFER_ENCODING) != null) {
            throw new Refusal(HttpStatus.CONTENT_TOO_LARGE, "a request must have no body: parameters are in the query");
        }
        if (clients.everyone().isEmpty()) {
            return;
        }
        if ("cross-site".equals(request.getHeader("Sec-Fetch-Site")) && !isLinkToThePage(request)) {
            throw new Refusal(HttpStatus.FORBIDDEN, "pages of other sites may not use a server without tokens");
        }
        if (forEveryone) {
            requireOwnName(request.getServerName());
        } else {
            requireLocal(request);
        }
    }

    private static boolean isLinkToThePage(HttpServletRequest request) {
        return "navigate".equals(request.getHeader("Sec-Fetch-Mode")) && "/".equals(request.getRequestURI());
    }

    private void requireOwnName(String host) {
        if (!NOBODY_ELSES.matcher(host).matches() && !hostNames.contains(host.toLowerCase(Locale.ROOT))) {
            throw new Refusal(
                    HttpStatus.FORBIDDEN,
                    "a server without tokens answers to IP addresses, names without a dot and"
                            + " those of uid.server.host-names only: host=" + host);
        }
    }

    private static void requireLocal(HttpServletRequest request) {
        if (!LOCAL_NAMES.contains(request.getServerName())) {
            throw new Refusal(
                    HttpStatus.FORBIDDEN, "a server without tokens answers to localhost, 127.0.0.1 and [::1] only");
        }
        for (String header : OF_PROXIES) {
            if (request.getHeader(header) != null) {
                throw new Refusal(
                        HttpStatus.FORBIDDEN,
                        "a server without tokens is for its own machine, and " + header
                                + " is of a proxy; set uid.server.clients.<name>.token-sha256, or"
                                + " uid.server.anonymous=true to let everyone in");
            }
        }
    }

    /**
     * {@return the client of a request with a scope}
     *
     * @param request the request
     * @param scope what the client must be allowed to do, or null if any client will do
     * @throws Refusal if the request has no token of a client, or the client lacks the scope
     */
    public Client client(HttpServletRequest request, @Nullable Scope scope) {
        Client client = client(request).orElseThrow(() -> unknown(token(request)));
        if (scope != null && !client.scopes().contains(scope)) {
            throw new Refusal(HttpStatus.FORBIDDEN, "Access Denied");
        }
        return client;
    }

    /** Returns the client of a request by its bearer token. A token that is no client's is as good as none. */
    Optional<Client> client(HttpServletRequest request) {
        return clients.ofToken(token(request));
    }

    private static Refusal unknown(@Nullable String token) {
        return new Refusal(
                        HttpStatus.UNAUTHORIZED,
                        token == null || token.isEmpty()
                                ? "a token is needed: send the header Authorization: Bearer <token>"
                                : "the token is that of no client, so it is no use to ask with it again")
                .withHeader(HttpHeaders.WWW_AUTHENTICATE, "Bearer");
    }

    private static @Nullable String token(HttpServletRequest request) {
        String header = request.getHeader(HttpHeaders.AUTHORIZATION);
        return header != null && header.regionMatches(true, 0, BEARER, 0, BEARER.length())
                ? header.substring(BEARER.length()).strip()
                : null;
    }
}
