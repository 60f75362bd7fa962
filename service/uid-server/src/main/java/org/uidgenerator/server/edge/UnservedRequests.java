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
import org.apache.coyote.BadRequestException;
import org.apache.coyote.CloseNowException;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.springframework.security.web.firewall.RequestRejectedException;

/**
 * Stands before all other filters, and has early answers. Refuses paths that other filters cannot read, and ends
 * whatever they let through: no exception reaches Tomcat, which would write its stack trace into the log for each
 * request. What is answered is the matter of {@link ProblemReports}.
 */
final class UnservedRequests implements Filter {
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
            if (early.answer(asked, answer)) {
                return;
            }
            if (isReadable(asked.getRequestURI())) {
                chain.doFilter(request, response);
            } else {
                answer.sendError(HttpServletResponse.SC_BAD_REQUEST);
            }
        } catch (CloseNowException | BadRequestException e) { // a client that is gone: Tomcat writes nothing
            throw e;
        } catch (InvalidParameterException e) {
            end(answer, e.getErrorCode());
        } catch (RequestRejectedException e) {
            end(answer, HttpServletResponse.SC_BAD_REQUEST);
        } catch (IOException | ServletException | RuntimeException e) {
            log.write(e);
            end(answer, HttpServletResponse.SC_INTERNAL_SERVER_ERROR);
        }
    }

    /** No path has parameters. Tomcat decodes all but these, so what it let through may still have bad escapes. */
    private static boolean isReadable(String path) {
        if (path.indexOf(';') >= 0) {
            return false;
        }
        try {
            URI.create(path);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
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
