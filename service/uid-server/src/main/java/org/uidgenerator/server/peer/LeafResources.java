package org.uidgenerator.server.peer;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.springframework.http.MediaType;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.uidgenerator.DecodedUid;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.server.access.Client;
import org.uidgenerator.server.web.AnswersUids;
import org.uidgenerator.server.web.ClientUids;
import org.uidgenerator.server.web.Counters;

/**
 * Answers as Leaf does, at any method, with digits as text or JSON, whichever a client accepts. What Leaf calls a
 * segment is a counter; its snowflakes are UIDs of this server's layout, whatever the key. Errors are this server's:
 * where Leaf sends a page of status 500, there is a problem detail.
 */
@RestController
final class LeafResources {
    private final UidGenerator generator;
    private final ClientUids uids;
    private final Counters counters;

    LeafResources(UidGenerator generator, ClientUids uids, Counters counters) {
        this.generator = generator;
        this.uids = uids;
        this.counters = counters;
    }

    @RequestMapping(
            path = "/api/segment/get/{key}",
            produces = {MediaType.TEXT_PLAIN_VALUE, MediaType.APPLICATION_JSON_VALUE})
    String segment(@PathVariable String key, @AuthenticationPrincipal Client client) {
        client.countNumbers(1);
        return counters.numbers(key, client, counter -> Long.toString(counter.getUID()));
    }

    @AnswersUids
    @RequestMapping(
            path = "/api/snowflake/get/{key}",
            produces = {MediaType.TEXT_PLAIN_VALUE, MediaType.APPLICATION_JSON_VALUE})
    String snowflake(@PathVariable String key, @AuthenticationPrincipal Client client) {
        return Long.toString(uids.next(client));
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
