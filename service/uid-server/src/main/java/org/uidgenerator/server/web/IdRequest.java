package org.uidgenerator.server.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.uidgenerator.UidLayout;
import org.uidgenerator.UidRange;
import org.uidgenerator.server.access.Client;
import org.uidgenerator.server.access.Refusal;
import tools.jackson.databind.json.JsonMapper;

/**
 * A request for ids, or for what is known of them, and its answer. Numbers in it are read strictly: digits and nothing
 * else, each once. (Spring reads {@code 0x10} and {@code #10} as numbers, too.) Ids are written as JSON or, for callers
 * without a parser, as lines of text. In JSON they are text in decimal, because JavaScript would round the numbers. For
 * one thread.
 */
public final class IdRequest {
    private static final String IDENTITY = "Uid-Store-Identity";
    private static final Pattern DIGITS = Pattern.compile("[0-9]{1,19}");

    /** An id of 19 digits, its quotes and a comma. */
    private static final int LONGEST_ID = 22;

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

    Client client() {
        return Objects.requireNonNull(client, "the route knows its clients itself");
    }

    /** Returns the decoded part of the path that stands for the variable of the route. */
    String variable() {
        return variable;
    }

    /** Returns the value of a parameter, all of them with commas if it is there several times, or null if it is not. */
    @Nullable
    String parameter(String name) {
        if (request.getQueryString() == null) {
            return null;
        }
        String[] values = request.getParameterValues(name);
        return values == null ? null : String.join(",", values);
    }

    /** Returns the value of a parameter, or the default if it is not there or empty. */
    String parameter(String name, String absent) {
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

    /** Returns the UID that all ids must be above, if one is given, or throws a {@link Refusal} if it is none. */
    OptionalLong after() {
        String after = parameter("after");
        return after == null ? OptionalLong.empty() : OptionalLong.of(number("after", after, 0, Long.MAX_VALUE));
    }

    /** Returns the UID in the route's path, or throws a {@link Refusal} if it is none. */
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

    /** Names the store identity of the ids, so that clients notice a server of another identity. */
    void nameIdentity(String identity) {
        response.setHeader(IDENTITY, identity);
    }

    void answerId(long id) {
        answer(isText ? id + "\n" : "{\"id\":\"" + id + "\"}");
    }

    void answerIds(int count, LongStream ids) {
        StringBuilder body = new StringBuilder(LONGEST_ID * (count + 1));
        if (isText) {
            ids.forEach(id -> body.append(id).append('\n'));
        } else {
            body.append("{\"ids\":[");
            ids.forEach(id -> body.append('"').append(id).append("\","));
            body.setCharAt(body.length() - 1, ']');
            body.append('}');
        }
        answer(body);
    }

    void answerRange(UidRange range) {
        answer(text(range));
    }

    /** Joins neighbours. */
    void answerRanges(UidLayout layout, List<UidRange> ascending) {
        StringBuilder body = new StringBuilder();
        body.append(isText ? layout.text() + "\n" : "{\"layout\":\"" + layout.text() + "\",\"ranges\":[");
        UidRange joined = ascending.get(0);
        for (UidRange next : ascending.subList(1, ascending.size())) {
            if (next.first() == joined.last() + joined.increment()) {
                joined = new UidRange(joined.first(), next.last(), joined.increment());
            } else {
                body.append(text(joined)).append(isText ? "" : ",");
                joined = next;
            }
        }
        answer(body.append(text(joined)).append(isText ? "" : "]}"));
    }

    private String text(UidRange range) {
        return isText
                ? range.first() + " " + range.last() + " " + range.increment() + "\n"
                : "{\"first\":\"" + range.first() + "\",\"last\":\"" + range.last() + "\",\"increment\":\""
                        + range.increment() + "\",\"size\":" + range.size() + "}";
    }

    /** Answers ASCII in the type that the client accepts. */
    void answer(CharSequence body) {
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

    void answerJson(Object value) {
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
