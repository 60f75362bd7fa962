package org.uidgenerator.server.access;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.authentication.AbstractAuthenticationToken;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.servlet.HandlerExceptionResolver;

/** The {@link Entrance} of requests that Spring answers, to which it shows their client. */
final class EntranceFilter extends OncePerRequestFilter {
    private final Entrance entrance;
    private final HandlerExceptionResolver problems;

    EntranceFilter(Entrance entrance, HandlerExceptionResolver problems) {
        this.entrance = entrance;
        this.problems = problems;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        try {
            entrance.admit(request);
        } catch (BodyException | AccessDeniedException e) {
            problems.resolveException(request, response, null, e);
            return;
        }
        entrance.client(request).ifPresent(client -> {
            SecurityContext context = SecurityContextHolder.createEmptyContext();
            context.setAuthentication(new Recognized(client));
            SecurityContextHolder.setContext(context);
        });
        chain.doFilter(request, response);
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
