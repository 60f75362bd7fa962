package org.uidgenerator.server.peer;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.uidgenerator.DecodedUid;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.segment.SegmentTag;
import org.uidgenerator.server.access.Client;
import org.uidgenerator.server.access.Scope;
import org.uidgenerator.server.web.ClientUids;
import org.uidgenerator.server.web.Counters;
import org.uidgenerator.server.web.IdRequest;
import org.uidgenerator.server.web.Route;
import org.uidgenerator.server.web.Routes;
import org.uidgenerator.server.web.SpaceName;

/**
 * Answers as Leaf does, at any method, with digits as text or JSON, whichever a client accepts. What Leaf calls a
 * segment is a counter; its snowflakes are UIDs of this server's layout, whatever the key. Errors are this server's:
 * where Leaf sends a page of status 500, there is a problem detail.
 */
@RestController
final class LeafResources implements Routes {
    private final UidGenerator generator;
    private final ClientUids uids;
    private final Counters counters;
    private final SpaceName space;

    LeafResources(UidGenerator generator, ClientUids uids, Counters counters, SpaceName space) {
        this.generator = generator;
        this.uids = uids;
        this.counters = counters;
        this.space = space;
    }

    @Override
    public List<Route> routes() {
        return List.of(
                Route.atAnyMethod("/api/segment/get/{key}", null, this::segment),
                Route.atAnyMethod("/api/snowflake/get/{key}", Scope.IDS, this::snowflake));
    }

    private void segment(IdRequest request) {
        Client client = request.client();
        client.countNumbers(1);
        long id = counters.numbers(request.variable(), client, SegmentTag::getUID);
        request.answer(Long.toString(id));
    }

    private void snowflake(IdRequest request) {
        long uid = uids.next(request.client());
        space.nameTo(request);
        request.answer(Long.toString(uid));
    }

    /** Shows a UID: the time in milliseconds and as text, in the time zone of this machine, as Leaf does. */
    @RequestMapping(path = "/decodeSnowflakeId", produces = MediaType.APPLICATION_JSON_VALUE)
    Map<String, String> decode(@RequestParam(defaultValue = "") String snowflakeId) {
        Map<String, String> answer = new LinkedHashMap<>();
        try {
            DecodedUid uid = generator.decode(Long.parseLong(snowflakeId));
            answer.put("timestamp", timestamp(uid.time()));
            answer.put("workerId", Long.toString(uid.workerId()));
            answer.put("sequenceId", Long.toString(uid.sequence()));
        } catch (IllegalArgumentException e) {
            answer.put(
                    "errorMsg",
                    "snowflakeId must be a UID of " + generator.layout().totalBits() + " bits");
        }
        return answer;
    }

    private static String timestamp(Instant time) {
        DateTimeFormatter format = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSS", Locale.ROOT);
        return time.toEpochMilli() + "(" + format.format(time.atZone(ZoneId.systemDefault())) + ")";
    }
}
