package org.uidgenerator.server.web;

import jakarta.servlet.http.HttpServletRequest;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotWritableException;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.firewall.RequestRejectedException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;
import org.springframework.web.util.DisconnectedClientHelper;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.server.access.BodyException;
import org.uidgenerator.server.access.Entrance;
import org.uidgenerator.server.access.Lead;
import org.uidgenerator.server.access.RateExceededException;
import org.uidgenerator.server.edge.FailureLog;

/** Answers exceptions as problem details (RFC 9457). What a store or the Java platform says stays in the log. */
@RestControllerAdvice
final class Problems extends ResponseEntityExceptionHandler {
    private final FailureLog log;

    Problems(FailureLog log) {
        this.log = log;
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> badParameter(BadParameterException e) {
        ProblemDetail problem = problem(HttpStatus.BAD_REQUEST, e.getMessage());
        problem.setProperty("parameter", e.parameter());
        problem.setProperty("rule", e.rule());
        return answer(problem);
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> tooFarAhead(TooFarAheadException e) {
        ProblemDetail problem = problem(HttpStatus.UNPROCESSABLE_CONTENT, e.getMessage());
        problem.setProperty("parameter", "after");
        problem.setProperty(
                "rule", "not more than " + Lead.GREATEST.toMinutes() + " minutes ahead of this server's clock");
        return answer(problem);
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> unknownCounter(UnknownCounterException e) {
        return answer(problem(HttpStatus.NOT_FOUND, e.getMessage()));
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> noToken(AuthenticationException e, HttpServletRequest request) {
        String detail = Entrance.showsToken(request)
                ? "the token is that of no client, so it is no use to ask with it again"
                : "a token is needed: send the header Authorization: Bearer <token>";
        return ResponseEntity.status(HttpStatus.UNAUTHORIZED)
                .header(HttpHeaders.WWW_AUTHENTICATE, "Bearer")
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(problem(HttpStatus.UNAUTHORIZED, detail));
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> noRight(AccessDeniedException e) {
        return answer(problem(HttpStatus.FORBIDDEN, e.getMessage()));
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> tooMuch(RateExceededException e) {
        ProblemDetail problem = problem(HttpStatus.TOO_MANY_REQUESTS, e.getMessage());
        problem.setProperty("setting", e.setting());
        return later(problem, e.retryAfterSeconds());
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> countersAway(CountersAwayException e) {
        log.write(e);
        return later(problem(HttpStatus.SERVICE_UNAVAILABLE, e.getMessage()), 1);
    }

    /** The reasons are in the log and in the health: the generator has written them once, not for each request. */
    @ExceptionHandler
    ResponseEntity<ProblemDetail> noId(UidGenerateException e) {
        if (Ended.isCauseOf(e)) {
            return answer(problem(HttpStatus.GONE, "the counter has come to its end: there are no more numbers of it"));
        }
        return later(
                problem(
                        HttpStatus.SERVICE_UNAVAILABLE,
                        "there is no id now; the server's log says why. Ask again, or ask another instance"),
                1);
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> body(BodyException e) {
        return answer(problem(HttpStatus.CONTENT_TOO_LARGE, e.getMessage()));
    }

    /** Names and values with control characters, which are read only when a resource wants them. */
    @ExceptionHandler
    ResponseEntity<ProblemDetail> rejected(RequestRejectedException e) {
        return answer(problem(HttpStatus.BAD_REQUEST, "parameters and headers must have no control characters"));
    }

    /** Parameters that are malformed, or too many of them. */
    @ExceptionHandler
    ResponseEntity<ProblemDetail> badParameters(InvalidParameterException e) {
        HttpStatus status = HttpStatus.resolve(e.getErrorCode());
        return answer(problem(
                status == null ? HttpStatus.BAD_REQUEST : status,
                "the parameters are too long, too many or malformed"));
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> unexpected(RuntimeException e) {
        log.write(e);
        return answer(problem(HttpStatus.INTERNAL_SERVER_ERROR, "the server failed; its log says why"));
    }

    /** Clients that go away in the middle of an answer get nothing, and write nothing into the log. */
    @Override
    protected @Nullable ResponseEntity<Object> handleHttpMessageNotWritable(
            HttpMessageNotWritableException e, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        return DisconnectedClientHelper.isClientDisconnectedException(e)
                ? null
                : super.handleHttpMessageNotWritable(e, headers, status, request);
    }

    /** Has the type of a problem detail, so that a client that accepts none gets one. */
    @Override
    protected ResponseEntity<Object> createResponseEntity(
            @Nullable Object body, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        HttpHeaders typed = HttpHeaders.copyOf(headers);
        typed.setContentType(MediaType.APPLICATION_PROBLEM_JSON);
        return new ResponseEntity<>(body, typed, status);
    }

    private static ProblemDetail problem(HttpStatus status, @Nullable String detail) {
        return ProblemDetail.forStatusAndDetail(status, detail);
    }

    private static ResponseEntity<ProblemDetail> later(ProblemDetail problem, long seconds) {
        return ResponseEntity.status(problem.getStatus())
                .header(HttpHeaders.RETRY_AFTER, Long.toString(seconds))
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(problem);
    }

    private static ResponseEntity<ProblemDetail> answer(ProblemDetail problem) {
        return ResponseEntity.status(problem.getStatus())
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(problem);
    }
}
