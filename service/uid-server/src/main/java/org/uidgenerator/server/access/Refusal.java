package org.uidgenerator.server.access;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/** Thrown when a request is refused. It is the problem detail (RFC 9457) that the client gets. */
public final class Refusal extends ErrorResponseException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes a refusal.
     *
     * @param status the status of the answer
     * @param detail what is wrong, for the client
     */
    public Refusal(HttpStatus status, @Nullable String detail) {
        this(status, detail, null);
    }

    /**
     * Makes a refusal with a reason that the client does not see.
     *
     * @param status the status of the answer
     * @param detail what is wrong, for the client
     * @param cause the reason
     */
    public Refusal(HttpStatus status, @Nullable String detail, @Nullable Throwable cause) {
        super(status, ProblemDetail.forStatusAndDetail(status, detail), cause);
    }

    /**
     * {@return the refusal of a parameter that breaks its rule}
     *
     * @param parameter its name
     * @param rule what the value must be: {@code a whole number from 1 to 10}
     * @param value what it is; shown as far as the first 40 characters
     */
    public static Refusal of(String parameter, String rule, String value) {
        String shown = value.length() <= 40 ? value : value.substring(0, 40) + "...";
        return ofParameter(parameter, rule, parameter + " must be " + rule + ": " + parameter + "=" + shown);
    }

    /**
     * {@return the refusal of a parameter}
     *
     * @param parameter its name
     * @param rule what the value must be
     * @param detail what is wrong, with the value
     */
    public static Refusal ofParameter(String parameter, String rule, @Nullable String detail) {
        return new Refusal(HttpStatus.BAD_REQUEST, detail)
                .with("parameter", parameter)
                .with("rule", rule);
    }

    /**
     * {@return the refusal of what there is none of now, and may be in a second}
     *
     * @param detail what is wrong, for the client
     * @param cause the reason, which the client does not see
     */
    public static Refusal unavailable(String detail, @Nullable Throwable cause) {
        return new Refusal(HttpStatus.SERVICE_UNAVAILABLE, detail, cause).retryAfter(1);
    }

    /**
     * Adds a member to the problem detail.
     *
     * @param name its name
     * @param value its value
     * @return this
     */
    public Refusal with(String name, String value) {
        getBody().setProperty(name, value);
        return this;
    }

    /** Says in how many seconds to ask again, at least one. */
    Refusal retryAfter(long seconds) {
        return withHeader(HttpHeaders.RETRY_AFTER, Long.toString(seconds));
    }

    Refusal withHeader(String name, String value) {
        getHeaders().set(name, value);
        return this;
    }

    /** Returns the detail. */
    @Override
    public String getMessage() {
        return String.valueOf(getBody().getDetail());
    }
}
