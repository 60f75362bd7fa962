package org.uidgenerator.server.edge;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;

/**
 * Answers as a problem detail what no handler has answered: requests that Tomcat cannot read, and those that a filter
 * has refused. Tomcat would send a page. Nothing of the request is repeated, so the answer is short whatever it was.
 */
final class ProblemReports extends ErrorReportValve {
    @Override
    protected void report(Request request, Response response, @Nullable Throwable failure) {
        int status = response.getStatus();
        if (status < HttpServletResponse.SC_BAD_REQUEST
                || response.isCommitted()
                || response.getContentWritten() > 0
                || response.getContentType() != null) { // to HEAD, a handler has answered without content
            return;
        }
        response.setErrorReported();
        HttpStatus known = HttpStatus.resolve(status);
        byte[] problem = String.format(
                        Locale.ROOT,
                        "{\"status\":%d,\"title\":\"%s\"}",
                        status,
                        known == null ? "Error" : known.getReasonPhrase())
                .getBytes(StandardCharsets.US_ASCII);
        try {
            response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
            response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
            response.setHeader("X-Content-Type-Options", "nosniff");
            response.setContentLength(problem.length);
            response.getOutputStream().write(problem);
            response.finishResponse();
        } catch (IOException e) { // the client is gone
            getContainer().getLogger().debug("no problem detail was sent", e);
        }
    }
}
