package org.uidgenerator.server.access;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/** The checks that each request passes, by a route or by Spring. Safe for use by any thread. */
@Component
public final class Entrance {
    private static final String BEARER = "Bearer ";

    private final Clients clients;
    private final @Nullable OpenServerGuard guard; // where no client has a token

    Entrance(Clients clients, ServerProperties properties) {
        this.clients = clients;
        boolean isOpen = clients.everyone().isPresent();
        guard = isOpen ? new OpenServerGuard(properties.anonymous(), properties.hostNames()) : null;
    }

    /**
     * Refuses a request that nobody may make. A body is refused before anybody reads it: a thread that reads a body
     * waits for its client, so a few hundred clients that send a byte now and then would keep all threads.
     *
     * @param request the request
     * @throws Refusal if it has a body, is for another machine, or a page of another site has made a browser send it
     */
    public void admit(HttpServletRequest request) {
        if (request.getContentLengthLong() > 0 || request.getHeader(HttpHeaders.TRANSFER_ENCODING) != null) {
            throw new Refusal(HttpStatus.CONTENT_TOO_LARGE, "a request must have no body: parameters are in the query");
        }
        if (guard != null) {
            guard.require(request);
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

    /** Returns the client of a request by its bearer token. A token that is nobody's is as good as none. */
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
