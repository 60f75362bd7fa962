package org.uidgenerator.server.access;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.security.authentication.AbstractAuthenticationToken;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.filter.OncePerRequestFilter;

/** Recognizes the client of a request by its bearer token. A token that is nobody's is as good as none. */
final class BearerTokens extends OncePerRequestFilter {
    private static final String BEARER = "Bearer ";

    private final Clients clients;

    BearerTokens(Clients clients) {
        this.clients = clients;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        clients.ofToken(token(request)).ifPresent(client -> {
            SecurityContext context = SecurityContextHolder.createEmptyContext();
            context.setAuthentication(new Recognized(client));
            SecurityContextHolder.setContext(context);
        });
        chain.doFilter(request, response);
    }

    private static @Nullable String token(HttpServletRequest request) {
        String header = request.getHeader(HttpHeaders.AUTHORIZATION);
        return header != null && header.regionMatches(true, 0, BEARER, 0, BEARER.length())
                ? header.substring(BEARER.length()).strip()
                : null;
    }

    /** A request of a client. */
    private static final class Recognized extends AbstractAuthenticationToken {
        private static final long serialVersionUID = 1L;

        private final transient Client client;

        Recognized(Client client) {
            super(AuthorityUtils.createAuthorityList(
                    client.scopes().stream().map(Scope::name).toList()));
            this.client = client;
            setAuthenticated(true);
        }

        @Override
        public Object getPrincipal() {
            return client;
        }

        @Override
        public @Nullable Object getCredentials() {
            return null;
        }
    }
}
