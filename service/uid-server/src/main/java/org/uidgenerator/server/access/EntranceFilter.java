package org.uidgenerator.server.access;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.security.Principal;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoints;
import org.springframework.boot.actuate.endpoint.web.WebServerNamespace;
import org.springframework.web.servlet.HandlerExceptionResolver;

/**
 * The {@link Entrance} of what Spring answers, on each port: the page, which is open, and the actuator, of which only
 * the health is. Adds the headers that keep a browser from using the page for another one.
 */
public final class EntranceFilter implements Filter {
    private static final Set<String> OPEN = Set.of("/", "/index.html", "/favicon.ico", "/openapi.yaml");
    private static final EndpointId HEALTH = EndpointId.of("health");

    private static final Map<String, String> OF_PAGES = Map.of(
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self';"
                    + " connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none';"
                    + " frame-ancestors 'none'",
            "Cache-Control",
            "no-store",
            "X-Content-Type-Options",
            "nosniff",
            "X-Frame-Options",
            "DENY",
            "Referrer-Policy",
            "no-referrer",
            "Cross-Origin-Opener-Policy",
            "same-origin",
            "Cross-Origin-Resource-Policy",
            "same-origin");

    private final Entrance entrance;
    private final PathMappedEndpoints actuator;
    private final HandlerExceptionResolver problems;

    /**
     * Makes a filter.
     *
     * @param entrance the checks
     * @param actuator where the actuator is
     * @param problems answers refusals
     */
    public EntranceFilter(Entrance entrance, PathMappedEndpoints actuator, HandlerExceptionResolver problems) {
        this.entrance = entrance;
        this.actuator = actuator;
        this.problems = problems;
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        HttpServletRequest asked = (HttpServletRequest) request;
        HttpServletResponse answer = (HttpServletResponse) response;
        OF_PAGES.forEach(answer::setHeader);
        if (request.isSecure()) {
            answer.setHeader("Strict-Transport-Security", "max-age=31536000; includeSubDomains");
        }
        try {
            entrance.admit(asked);
            requireRight(asked);
        } catch (Refusal e) {
            problems.resolveException(asked, answer, null, e);
            return;
        }
        chain.doFilter(
                entrance.client(asked)
                        .<ServletRequest>map(client -> new OfClient(asked, client))
                        .orElse(asked),
                response);
    }

    private void requireRight(HttpServletRequest request) {
        String path = request.getServletPath();
        boolean isPage = OPEN.contains(path) || path.startsWith("/page/");
        if (!(isPage && request.getMethod().equals("GET")) && !isHealth(path)) {
            entrance.client(request, isWithin(actuator.getBasePath(), path) ? Scope.OPERATIONS : null);
        }
    }

    private boolean isHealth(String path) {
        return Stream.concat(
                        Stream.of(String.valueOf(actuator.getPath(HEALTH))),
                        Stream.of(WebServerNamespace.SERVER, WebServerNamespace.MANAGEMENT)
                                .flatMap(port -> actuator.getAdditionalPaths(port, HEALTH).stream()))
                .anyMatch(health -> isWithin(health, path));
    }

    private static boolean isWithin(String folder, String path) {
        return path.startsWith(folder) && (path.length() == folder.length() || path.charAt(folder.length()) == '/');
    }

    /** A request of a client, whose scopes are its roles, so the health shows its details to one of them. */
    private static final class OfClient extends HttpServletRequestWrapper {
        private final Client client;

        OfClient(HttpServletRequest request, Client client) {
            super(request);
            this.client = client;
        }

        @Override
        public Principal getUserPrincipal() {
            return client::toString;
        }

        @Override
        public boolean isUserInRole(String role) {
            return client.scopes().stream().anyMatch(scope -> scope.name().equals(role));
        }
    }
}
