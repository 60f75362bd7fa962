package org.uidgenerator.server.access;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Set;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Refuses what pages of other sites make the browser of this machine ask, where no token protects the server: requests
 * that the browser calls cross-site, and requests for a host name that another site has pointed at the loopback
 * address.
 */
final class LocalRequestsOnly extends OncePerRequestFilter {
    private static final Set<String> LOCAL_NAMES = Set.of("localhost", "127.0.0.1", "[::1]");

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if ("cross-site".equals(request.getHeader("Sec-Fetch-Site")) && !isLinkToThePage(request)) {
            throw new AccessDeniedException("pages of other sites may not use a server without tokens");
        }
        if (!LOCAL_NAMES.contains(request.getServerName())) {
            throw new AccessDeniedException("a server without tokens answers to localhost, 127.0.0.1 and [::1] only");
        }
        chain.doFilter(request, response);
    }

    private static boolean isLinkToThePage(HttpServletRequest request) {
        return "navigate".equals(request.getHeader("Sec-Fetch-Mode")) && "/".equals(request.getRequestURI());
    }
}
