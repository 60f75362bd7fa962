package org.uidgenerator.spring.boot.actuator;

import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.EndpointWebExtension;
import org.uidgenerator.DecodedUid;
import org.uidgenerator.ManagedUidGenerator;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.UidLayout;
import org.uidgenerator.spring.metrics.StatusFigure;

/**
 * The actuator endpoint {@code uid}: what each generator is doing, and what is in a UID. UIDs are text, since
 * JavaScript has no 64-bit numbers.
 */
@Endpoint(id = "uid")
public final class UidEndpoint {
    private final InstantiatedBeans beans;

    UidEndpoint(InstantiatedBeans beans) {
        this.beans = beans;
    }

    /**
     * Describes all generators.
     *
     * @return by the names of their beans what {@link #generator} says
     */
    @ReadOperation
    public Map<String, Map<String, Object>> generators() {
        Map<String, Map<String, Object>> described = new LinkedHashMap<>();
        beans.of(UidGenerator.class).forEach((name, generator) -> described.put(name, describe(generator)));
        return described;
    }

    /**
     * Describes a generator: text, end and rate of its layout, and every {@link StatusFigure} if it has a status; where
     * its UIDs come from, if that is an id service.
     *
     * @param generator the name of its bean
     * @return its figures by name, or null if there is none of that name
     */
    @ReadOperation
    public @Nullable Map<String, Object> generator(@Selector String generator) {
        UidGenerator found = beans.of(UidGenerator.class).get(generator);
        return found == null ? null : describe(found);
    }

    private static Map<String, Object> describe(UidGenerator generator) {
        UidLayout layout = generator.layout();
        Map<String, Object> described = new LinkedHashMap<>();
        described.put("layout", layout.text());
        described.put("expiresAt", layout.expiresAt().toString());
        described.put("uidsPerSecond", layout.uidsPerSecond());
        if (generator instanceof ManagedUidGenerator managed) {
            described.putAll(StatusFigure.describe(managed.status(), EnumSet.allOf(StatusFigure.class)));
        }
        RemoteView.of(generator).ifPresent(remote -> described.putAll(remote.details()));
        return described;
    }

    /**
     * Takes a UID apart.
     *
     * @param generator the name of the bean of a generator with the UID's layout
     * @param uid the UID
     * @return when its tick starts, its worker id, with data centre and machine if the layout has data centres, and its
     *     sequence; null if there is no such generator
     * @throws InvalidEndpointRequestException if it is no number, negative, or has more bits than the layout
     */
    @ReadOperation
    public @Nullable Map<String, Object> decode(@Selector String generator, @Selector String uid) {
        UidGenerator found = beans.of(UidGenerator.class).get(generator);
        return found == null ? null : describe(uid, decode(found, uid), found.layout());
    }

    private static Map<String, Object> describe(String uid, DecodedUid parts, UidLayout layout) {
        Map<String, Object> described = new LinkedHashMap<>();
        described.put("uid", uid);
        described.put("time", parts.time().toString());
        described.put("workerId", parts.workerId());
        if (layout.dataCenterBits() > 0) {
            described.put("dataCenterId", parts.dataCenterId());
            described.put("machineId", parts.machineId());
        }
        described.put("sequence", parts.sequence());
        return described;
    }

    private static DecodedUid decode(UidGenerator generator, String uid) {
        try {
            return generator.decode(Long.parseLong(uid));
        } catch (IllegalArgumentException e) {
            String reason = e instanceof NumberFormatException
                    ? "uid must be a number in [0, " + Long.MAX_VALUE + "]: uid=" + uid
                    : e.getMessage();
            throw new InvalidEndpointRequestException(reason, reason, e);
        }
    }

    /**
     * Describes in HTTP what is wrong with a number that is no UID, whatever {@code server.error.include-message} is.
     */
    @EndpointWebExtension(endpoint = UidEndpoint.class)
    public static final class WebExtension {
        private final UidEndpoint endpoint;

        WebExtension(UidEndpoint endpoint) {
            this.endpoint = endpoint;
        }

        /**
         * Takes a UID apart, as {@link UidEndpoint#decode} does.
         *
         * @param generator the name of the bean of a generator with the UID's layout
         * @param uid the UID
         * @return its parts; status 404 if there is no such generator, 400 with the reason if it is no UID of the
         *     layout
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
}
