package org.uidgenerator.spring.boot.actuator;

import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.EndpointWebExtension;

/** Describes in HTTP what is wrong with a number that is no UID, whatever {@code server.error.include-message} is. */
@EndpointWebExtension(endpoint = UidEndpoint.class)
public final class UidEndpointWebExtension {
    private final UidEndpoint endpoint;

    UidEndpointWebExtension(UidEndpoint endpoint) {
        this.endpoint = endpoint;
    }

    /**
     * Takes a UID apart, as {@link UidEndpoint#decode} does.
     *
     * @param generator the name of the bean of a generator with the UID's layout
     * @param uid the UID
     * @return its parts; status 404 if there is no such generator, 400 with the reason if it is no UID of the layout
     */
    @ReadOperation
    public WebEndpointResponse<Map<String, Object>> decode(@Selector String generator, @Selector String uid) {
        Map<String, Object> parts;
        try {
            parts = endpoint.decode(generator, uid);
        } catch (InvalidEndpointRequestException e) {
            return new WebEndpointResponse<>(badRequest(e), WebEndpointResponse.STATUS_BAD_REQUEST);
        }
        return parts == null
                ? new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND)
                : new WebEndpointResponse<>(parts);
    }

    /** Returns what Boot answers to a bad request, with its message. */
    private static Map<String, Object> badRequest(InvalidEndpointRequestException e) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("status", WebEndpointResponse.STATUS_BAD_REQUEST);
        body.put("error", "Bad Request");
        body.put("message", e.getReason());
        return body;
    }
}
