package org.uidgenerator.server.web;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import org.uidgenerator.DecodedUid;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.segment.SegmentTag;
import org.uidgenerator.server.access.Client;
import org.uidgenerator.server.access.Scope;

/**
 * Answers as Leaf does, at any method, with digits as text or JSON, whichever a client accepts. What Leaf calls a
 * segment is a counter; its snowflakes are UIDs of this server's layout, whatever the key. Errors are this server's: a
 * problem detail instead of Leaf's page of status 500.
 */
@Component
final class LeafRoutes implements Route.Group {
    private static final List<MediaType> TEXT_OR_JSON = List.of(MediaType.TEXT_PLAIN, MediaType.APPLICATION_JSON);

    private final UidGenerator generator;
    private final UidRoutes uids;
    private final CounterRoutes counters;

    LeafRoutes(UidGenerator generator, UidRoutes uids, CounterRoutes counters) {
        this.generator = generator;
        this.uids = uids;
        this.counters = counters;
    }

    @Override
    public List<Route> routes() {
        return List.of(
                route("/api/segment/get/{key}", TEXT_OR_JSON, null, this::segment),
                route("/api/snowflake/get/{key}", TEXT_OR_JSON, Scope.IDS, this::snowflake),
                route("/decodeSnowflakeId", List.of(MediaType.APPLICATION_JSON), null, this::decode));
    }

    private static Route route(
            String pattern, List<MediaType> types, @Nullable Scope scope, Consumer<IdRequest> handler) {
        return new Route(pattern, Route.ANY_METHOD, types, true, scope, handler);
    }

    private void segment(IdRequest request) {
        Client client = request.client();
        client.numbers().take(1);
        long id = counters.numbers(request.variable(), client, SegmentTag::getUID);
        request.answer(Long.toString(id));
    }

    private void snowflake(IdRequest request) {
        request.answer(Long.toString(uids.next(request)));
    }

    /** Shows a UID: the time in milliseconds and as text, in the time zone of this machine, as Leaf does. */
    private void decode(IdRequest request) {
        try {
            DecodedUid uid = generator.decode(Long.parseLong(request.parameter("snowflakeId", "")));
            request.answerJson(new JsonObject()
                    .text("timestamp", timestamp(uid.time()))
                    .text("workerId", uid.workerId())
                    .text("sequenceId", uid.sequence()));
        } catch (IllegalArgumentException e) {
            request.answerJson(new JsonObject()
                    .with(
                            "errorMsg",
                            "snowflakeId must be a UID of " + generator.layout().totalBits() + " bits"));
        }
    }

    private static String timestamp(Instant time) {
        DateTimeFormatter format = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSS", Locale.ROOT);
        return time.toEpochMilli() + "(" + format.format(time.atZone(ZoneId.systemDefault())) + ")";
    }
}
