package org.uidgenerator.server.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.uidgenerator.server.access.Client;
import org.uidgenerator.server.access.Refusal;
import tools.jackson.databind.json.JsonMapper;

/**
 * A request for ids, or for what is known of them, and its answer. Numbers in it are read strictly: digits and nothing
 * else, each once. (Spring reads {@code 0x10} and {@code #10} as numbers, too.) For one thread.
 */
public final class IdRequest {
    private static final String IDENTITY = "Uid-Store-Identity";
    private static final Pattern DIGITS = Pattern.compile("[0-9]{1,19}");

    private final HttpServletRequest request;
    private final HttpServletResponse response;
    private final String variable;
    private final @Nullable Client client;
    private final boolean isText;
    private final JsonMapper json;

    /**
     * Makes a request that may be answered.
     *
     * @param variable what stands for the variable of the route's path, or nothing
     * @param client null if the route knows its clients itself
     * @param isText whether the answer is text rather than JSON
     */
    IdRequest(
            HttpServletRequest request,
            HttpServletResponse response,
            String variable,
            @Nullable Client client,
            boolean isText,
            JsonMapper json) {
        this.request = request;
        this.response = response;
        this.variable = variable;
        this.client = client;
        this.isText = isText;
        this.json = json;
    }

    /** {@return the client whose request it is} */
    public Client client() {
        return Objects.requireNonNull(client, "the route knows its clients itself");
    }

    /** {@return the decoded part of the path that stands for the variable of the route} */
    public String variable() {
        return variable;
    }

    /**
     * {@return the value of a parameter, all of them with commas if it is there several times, or null if it is not
     * there}
     *
     * @param name its name
     */
    public @Nullable String parameter(String name) {
        if (request.getQueryString() == null) {
            return null;
        }
        String[] values = request.getParameterValues(name);
        return values == null ? null : String.join(",", values);
    }

    /**
     * {@return the value of a parameter, or the default if it is not there or empty}
     *
     * @param name its name
     * @param absent the default
     */
    public String parameter(String name, String absent) {
        String value = parameter(name);
        return value == null || value.isEmpty() ? absent : value;
    }

    /**
     * Returns how many ids the client wants.
     *
     * @param absent the number if there is none
     * @param most how many it may have, at most {@link Integer#MAX_VALUE}
     * @throws Refusal if it is no number of {@code [1, most]}
     */
    int count(int absent, long most) {
        return (int) number("count", parameter("count", Integer.toString(absent)), 1, most);
    }

    /**
     * Returns the UID that all ids must be above, if one is given.
     *
     * @throws Refusal if it is none
     */
    OptionalLong after() {
        String after = parameter("after");
        return after == null ? OptionalLong.empty() : OptionalLong.of(number("after", after, 0, Long.MAX_VALUE));
    }

    /**
     * Returns the UID in the route's path.
     *
     * @throws Refusal if it is none
     */
    long id() {
        return number("id", variable, 0, Long.MAX_VALUE);
    }

    private static long number(String parameter, String text, long least, long most) {
        if (DIGITS.matcher(text).matches()) {
            long number = Long.parseUnsignedLong(text); // 19 digits fit
            if (number >= least && number <= most) {
                return number;
            }
        }
        throw Refusal.of(parameter, "a whole number from " + least + " to " + most, text);
    }

    boolean isText() {
        return isText;
    }

    /** Names the store identity of the ids, so that clients notice a server of another identity. */
    void nameIdentity(String identity) {
        response.setHeader(IDENTITY, identity);
    }

    /**
     * Answers in the type that the client accepts.
     *
     * @param body ASCII
     */
    public void answer(CharSequence body) {
        answer(isText ? MediaType.TEXT_PLAIN_VALUE : MediaType.APPLICATION_JSON_VALUE, body);
    }

    /**
     * Answers.
     *
     * @param type the type of the answer
     * @param body ASCII
     */
    public void answer(String type, CharSequence body) {
        answer(type, body.toString().getBytes(StandardCharsets.ISO_8859_1));
    }

    /**
     * Answers as JSON.
     *
     * @param value the value
     */
    public void answerJson(Object value) {
        answer(MediaType.APPLICATION_JSON_VALUE, json.writeValueAsBytes(value));
    }

    private void answer(String type, byte[] body) {
        response.setContentType(type);
        response.setContentLength(body.length);
        try {
            response.getOutputStream().write(body);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // the client is gone
        }
    }
}
