package org.uidgenerator.server.access;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.HttpHeaders;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.servlet.HandlerExceptionResolver;

/**
 * Refuses requests with a body before anybody reads it. A thread that reads a body waits for its client, so a few
 * hundred clients that send a byte now and then would keep all threads.
 */
final class BodilessRequests extends OncePerRequestFilter {
    private final HandlerExceptionResolver problems;

    BodilessRequests(HandlerExceptionResolver problems) {
        this.problems = problems;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (request.getContentLengthLong() > 0 || request.getHeader(HttpHeaders.TRANSFER_ENCODING) != null) {
            problems.resolveException(request, response, null, new BodyException());
        } else {
            chain.doFilter(request, response);
        }
    }
}
