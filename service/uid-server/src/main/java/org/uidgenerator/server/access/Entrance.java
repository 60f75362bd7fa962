package org.uidgenerator.server.access;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.authentication.InsufficientAuthenticationException;
import org.springframework.security.core.AuthenticationException;

/** The checks that each request passes, on the routes and in Spring alike. Safe for use by any thread. */
public final class Entrance {
    private static final String BEARER = "Bearer ";

    private final Clients clients;
    private final @Nullable OpenServerGuard guard;

    /**
     * Makes an entrance.
     *
     * @param guard null where clients have tokens
     */
    Entrance(Clients clients, @Nullable OpenServerGuard guard) {
        this.clients = clients;
        this.guard = guard;
    }

    /**
     * Refuses a request that nobody may make. A body is refused before anybody reads it: a thread that reads a body
     * waits for its client, so a few hundred clients that send a byte now and then would keep all threads.
     *
     * @param request the request
     * @throws BodyException if it has a body
     * @throws AccessDeniedException if it is for another machine, or a page of another site has made a browser send it
     */
    public void admit(HttpServletRequest request) {
        if (request.getContentLengthLong() > 0 || request.getHeader(HttpHeaders.TRANSFER_ENCODING) != null) {
            throw new BodyException();
        }
        if (guard != null) {
            guard.require(request);
        }
    }

    /**
     * Returns the client of a request with a scope.
     *
     * @param request the request
     * @param scope what the client must be allowed to do, or null if any client will do
     * @return the client
     * @throws AuthenticationException if the request has no token of a client
     * @throws AccessDeniedException if the client lacks the scope
     */
    public Client client(HttpServletRequest request, @Nullable Scope scope) {
        Client client = client(request).orElseThrow(() -> new InsufficientAuthenticationException(""));
        if (scope != null && !client.scopes().contains(scope)) {
            throw new AccessDeniedException("Access Denied");
        }
        return client;
    }

    /** Returns the client of a request by its bearer token. A token that is nobody's is as good as none. */
    Optional<Client> client(HttpServletRequest request) {
        return clients.ofToken(token(request));
    }

    /**
     * Returns whether a request shows a token, whosever it is.
     *
     * @param request the request
     * @return whether there is one that is not empty
     */
    public static boolean showsToken(HttpServletRequest request) {
        String token = token(request);
        return token != null && !token.isEmpty();
    }

    private static @Nullable String token(HttpServletRequest request) {
        String header = request.getHeader(HttpHeaders.AUTHORIZATION);
        return header != null && header.regionMatches(true, 0, BEARER, 0, BEARER.length())
                ? header.substring(BEARER.length()).strip()
                : null;
    }
}
