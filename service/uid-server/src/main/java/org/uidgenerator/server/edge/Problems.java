package org.uidgenerator.server.edge;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.stereotype.Component;
import org.springframework.web.ErrorResponse;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.util.DisconnectedClientHelper;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.segment.ExhaustedCounterException;
import org.uidgenerator.server.access.Refusal;
import tools.jackson.databind.json.JsonMapper;

/**
 * Answers exceptions as problem details (RFC 9457) of less than a kilobyte, whatever of a request they repeat. What a
 * store or the Java platform says stays in the log.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE) // before those of Spring, which send pages
public final class Problems implements HandlerExceptionResolver {
    private static final int LONGEST_DETAIL = 200;
    private static final int LONGEST_PATH = 150;

    private final FailureLog log;
    private final JsonMapper json;

    Problems(FailureLog log, JsonMapper json) {
        this.log = log;
        this.json = json;
    }

    /** Answers what is thrown, except checked exceptions, and nothing to clients that have gone away. */
    @Override
    public @Nullable ModelAndView resolveException(
            HttpServletRequest request, HttpServletResponse response, @Nullable Object handler, Exception thrown) {
        if (!(thrown instanceof RuntimeException || thrown instanceof ErrorResponse)) {
            return null;
        }
        if (!DisconnectedClientHelper.isClientDisconnectedException(thrown)) {
            try {
                answer(request, response, problem(thrown));
            } catch (IOException e) {
                return new ModelAndView(); // the client is gone
            }
        }
        return new ModelAndView();
    }

    private void answer(HttpServletRequest request, HttpServletResponse response, ErrorResponse problem)
            throws IOException {
        ProblemDetail detail = problem.getBody();
        Map<String, Object> members = new TreeMap<>();
        members.put("status", detail.getStatus());
        members.put("title", String.valueOf(detail.getTitle()));
        if (detail.getDetail() != null) {
            members.put("detail", printable(detail.getDetail(), LONGEST_DETAIL));
        }
        if (request.getRequestURI().length() <= LONGEST_PATH) {
            members.put("instance", request.getRequestURI());
        }
        if (detail.getProperties() != null) {
            members.putAll(detail.getProperties());
        }
        response.setStatus(detail.getStatus());
        problem.getHeaders().forEach((name, values) -> values.forEach(value -> response.setHeader(name, value)));
        response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
        response.getOutputStream().write(json.writeValueAsBytes(members));
    }

    private ErrorResponse problem(Exception thrown) {
        if (thrown instanceof ErrorResponse known) {
            if (known.getStatusCode().is5xxServerError()) {
                log.write(thrown);
            }
            return known;
        }
        if (thrown instanceof UidGenerateException noId) {
            return problem(noId);
        }
        if (thrown instanceof InvalidParameterException malformed) { // or too many of them
            HttpStatus status = HttpStatus.resolve(malformed.getErrorCode());
            return new Refusal(
                    status == null ? HttpStatus.BAD_REQUEST : status,
                    "the parameters are too long, too many or malformed");
        }
        log.write(thrown);
        return new Refusal(HttpStatus.INTERNAL_SERVER_ERROR, "the server failed; its log says why");
    }

    /** The reasons are in the log and in the health. The generator has written them once, not for each request. */
    private static Refusal problem(UidGenerateException noId) {
        return isOfItsEnd(noId)
                ? new Refusal(HttpStatus.GONE, "the counter is exhausted: there are no more numbers of it")
                : Refusal.unavailable(
                        "there is no id now; the server's log says why. Ask again, or ask another instance", null);
    }

    /**
     * {@return whether there is no number because a counter is exhausted, so that asking again is no use}
     *
     * @param noId why there is none, behind which that may lie
     */
    public static boolean isOfItsEnd(UidGenerateException noId) {
        for (@Nullable Throwable cause = noId; cause != null; cause = cause.getCause()) {
            if (cause instanceof ExhaustedCounterException) {
                return true;
            }
        }
        return false;
    }

    /** Text that may be a client's, shortened, without what would end a line or be invisible. */
    static String printable(String text, int longest) {
        StringBuilder printable = new StringBuilder(Math.min(text.length(), longest));
        text.chars()
                .limit(longest)
                .map(c -> Character.isISOControl(c) || Character.isSurrogate((char) c) ? '?' : c)
                .forEach(c -> printable.append((char) c));
        if (text.length() > longest) {
            printable.replace(longest - 3, longest, "...");
        }
        return printable.toString();
    }
}
