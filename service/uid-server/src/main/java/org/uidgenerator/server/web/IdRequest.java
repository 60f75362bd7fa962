package org.uidgenerator.server.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.uidgenerator.server.access.Client;
import tools.jackson.databind.json.JsonMapper;

/** A request for ids, or for what is known of them, and its answer. For one thread. */
public final class IdRequest {
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

    /**
     * Returns whose request it is.
     *
     * @return the client
     */
    public Client client() {
        return Objects.requireNonNull(client, "the route knows its clients itself");
    }

    /**
     * Returns what stands for the variable of the route's path.
     *
     * @return the decoded part of the path
     */
    public String variable() {
        return variable;
    }

    /**
     * Returns a parameter.
     *
     * @param name its name
     * @return its value, all of them with commas if it is there several times, or null if it is not there
     */
    public @Nullable String parameter(String name) {
        if (request.getQueryString() == null) {
            return null;
        }
        String[] values = request.getParameterValues(name);
        return values == null ? null : String.join(",", values);
    }

    /**
     * Returns a parameter.
     *
     * @param name its name
     * @param absent a default
     * @return its value, or the default if it is not there or empty
     */
    public String parameter(String name, String absent) {
        String value = parameter(name);
        return value == null || value.isEmpty() ? absent : value;
    }

    boolean isText() {
        return isText;
    }

    /** Names the store identity of the ids, so that clients notice a server of another identity. */
    void nameIdentity(String identity) {
        response.setHeader(IdentityName.HEADER, identity);
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
