package org.uidgenerator.server;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a server has answered; checked against {@code openapi.yaml}.
 *
 * @param response the response
 */
record Answer(HttpResponse<String> response) {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final JsonMapper JSON = new JsonMapper();

    /** Asks, with headers as names and values. */
    static Answer get(URI uri, String... headers) throws Exception {
        return to("GET", uri, headers);
    }

    static Answer to(String method, URI uri, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri).method(method, HttpRequest.BodyPublishers.noBody());
        if (headers.length > 0) {
            request.headers(headers);
        }
        HttpResponse<String> response = CLIENT.send(request.build(), BodyHandlers.ofString());
        Answer answer = new Answer(response);
        OpenApi.requireDescribed(method, uri.getPath(), answer);
        return answer;
    }

    int status() {
        return response.statusCode();
    }

    String body() {
        return response.body();
    }

    String header(String name) {
        return response.headers().firstValue(name).orElse("");
    }

    JsonNode json() {
        return JSON.readTree(body());
    }

    /** Returns the ids of an answer in JSON. */
    List<String> ids() {
        return json().get("ids").valueStream().map(JsonNode::stringValue).toList();
    }
}
