package org.uidgenerator.server.edge;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.util.Set;
import org.apache.coyote.BadRequestException;
import org.apache.coyote.CloseNowException;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;

/**
 * Stands before all other filters, and has early answers. Refuses paths that can be read in two ways, and ends whatever
 * other filters let through, so no exception reaches Tomcat, which would write its stack trace into the log for each
 * request. What is answered is the matter of {@link ProblemReports}.
 */
public final class UnservedRequests implements Filter {
    private static final Set<HttpMethod> METHODS = Set.of(HttpMethod.values());

    /** Answers to requests that no other filter and no dispatcher sees. Safe for use by any thread. */
    public interface EarlyAnswers {
        /**
         * Answers a request, unless it is for others.
         *
         * @param request the request
         * @param response untouched if the request is for others
         * @return whether the request was answered
         * @throws IOException if the client is gone
         */
        boolean answer(HttpServletRequest request, HttpServletResponse response) throws IOException;
    }

    private final EarlyAnswers early;
    private final FailureLog log;

    UnservedRequests(EarlyAnswers early, FailureLog log) {
        this.early = early;
        this.log = log;
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        HttpServletRequest asked = (HttpServletRequest) request;
        HttpServletResponse answer = (HttpServletResponse) response;
        try {
            if (!isPlain(asked)) {
                answer.sendError(HttpServletResponse.SC_BAD_REQUEST);
            } else if (!early.answer(asked, answer)) {
                chain.doFilter(request, response);
            }
        } catch (CloseNowException | BadRequestException e) { // a client that is gone: Tomcat writes nothing
            throw e;
        } catch (InvalidParameterException e) {
            end(answer, e.getErrorCode());
        } catch (IOException | ServletException | RuntimeException e) {
            log.write(e);
            end(answer, HttpServletResponse.SC_INTERNAL_SERVER_ERROR);
        }
    }

    /**
     * Returns whether all who read a request see the same path in it: no parameters, no {@code ..} and no escapes that
     * Tomcat reads in another way. So what is allowed is what is answered.
     */
    private static boolean isPlain(HttpServletRequest request) {
        String sent = request.getRequestURI();
        String path = request.getContextPath() + request.getServletPath();
        return METHODS.contains(HttpMethod.valueOf(request.getMethod()))
                && (sent.equals(path) || path.equals(decoded(sent)));
    }

    private static @Nullable String decoded(String path) {
        try {
            return URI.create(path).getPath();
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /** An answer that has begun must not look complete. */
    private static void end(HttpServletResponse answer, int status) throws IOException {
        if (answer.isCommitted()) {
            throw new CloseNowException("the request failed in the middle of its answer");
        }
        answer.reset();
        answer.sendError(status);
    }
}
