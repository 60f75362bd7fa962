package org.uidgenerator.server.peer;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.uidgenerator.UidRange;
import org.uidgenerator.segment.SegmentTag;
import org.uidgenerator.server.access.Client;
import org.uidgenerator.server.access.Clients;
import org.uidgenerator.server.web.Counters;

/**
 * Answers as TinyId does, at any method, with status 200 whatever happens: its clients read nothing else. A business
 * type is the tag of a counter, and the token in the query is the bearer token of a client that has this tag. Where
 * TinyId's message would be that of an exception, it is {@code sys error}.
 */
@RestController
@RequestMapping("/tinyid/id")
final class TinyIdResources {
    private static final int OK = 200;
    private static final int TOKEN_ERROR = 5;
    private static final int SYSTEM_ERROR = 6;

    /** TinyId cuts what is above its {@code batch.size.max} as well. */
    private static final int GREATEST_BATCH = 10_000;

    /** As many as a range of a quiet counter has. Fewer where a range ends. */
    private static final int SEGMENT = 1_000;

    private static final Pattern BATCH_SIZE = Pattern.compile("-?[0-9]{1,10}");

    private final Clients clients;
    private final Counters counters;

    TinyIdResources(Clients clients, Counters counters) {
        this.clients = clients;
        this.counters = counters;
    }

    /**
     * What TinyId wraps its data in.
     *
     * @param data the data, or null
     * @param code 200, 5 for a wrong token, 6 for all else
     * @param message empty, or what is wrong
     * @param <T> the kind of data
     */
    record Response<T>(
            @com.fasterxml.jackson.annotation.JsonInclude @Nullable
            T data,

            int code,
            String message) {}

    /**
     * A segment: numbers above {@code currentId} up to {@code maxId} that are {@code remainder} modulo {@code delta}.
     *
     * @param maxId the last number
     * @param loadingId from where the client fetches the next segment
     * @param currentId the number before the first one
     * @param delta how far apart the numbers are
     * @param remainder what they are modulo delta
     */
    record Segment(long maxId, long loadingId, long currentId, long delta, long remainder) {
        static Segment of(UidRange range) {
            long current = range.first() - 1;
            long fifth = (range.last() - current) / 5;
            return new Segment(
                    range.last(), current + fifth, current, range.step(), Math.floorMod(range.first(), range.step()));
        }

        String line() {
            return currentId + "," + loadingId + "," + maxId + "," + delta + "," + remainder;
        }
    }

    @RequestMapping(path = "/nextId", produces = MediaType.APPLICATION_JSON_VALUE)
    Response<List<Long>> nextId(
            @RequestParam @Nullable String bizType,
            @RequestParam @Nullable String token,
            @RequestParam @Nullable String batchSize) {
        return answer(bizType, token, size(batchSize), counter -> ids(counter, size(batchSize)));
    }

    @RequestMapping(path = "/nextIdSimple", produces = MediaType.TEXT_PLAIN_VALUE)
    String nextIdSimple(
            @RequestParam @Nullable String bizType,
            @RequestParam @Nullable String token,
            @RequestParam @Nullable String batchSize) {
        List<Long> ids = nextId(bizType, token, batchSize).data();
        if (ids == null) {
            return "";
        }
        StringJoiner line = new StringJoiner(",");
        ids.forEach(id -> line.add(id.toString()));
        return line.toString();
    }

    @RequestMapping(path = "/nextSegmentId", produces = MediaType.APPLICATION_JSON_VALUE)
    Response<Segment> nextSegmentId(@RequestParam @Nullable String bizType, @RequestParam @Nullable String token) {
        return answer(bizType, token, SEGMENT, counter -> Segment.of(counter.claim(SEGMENT)));
    }

    @RequestMapping(path = "/nextSegmentIdSimple", produces = MediaType.TEXT_PLAIN_VALUE)
    String nextSegmentIdSimple(@RequestParam @Nullable String bizType, @RequestParam @Nullable String token) {
        Segment segment = nextSegmentId(bizType, token).data();
        return segment == null ? "" : segment.line();
    }

    private <T> Response<T> answer(
            @Nullable String bizType, @Nullable String token, int count, Function<SegmentTag, T> request) {
        Optional<Client> client = clients.ofToken(token);
        if (bizType == null || client.isEmpty() || !client.get().mayUse(bizType)) {
            return new Response<>(null, TOKEN_ERROR, "token is error");
        }
        try {
            client.get().countRequest();
            client.get().countNumbers(count);
            return new Response<>(request.apply(counters.of(bizType, client.get())), OK, "");
        } catch (RuntimeException e) {
            return new Response<>(null, SYSTEM_ERROR, "sys error");
        }
    }

    private static List<Long> ids(SegmentTag counter, int count) {
        long[] uids = new long[count];
        counter.getUIDs(uids);
        List<Long> ids = new ArrayList<>(count);
        for (long uid : uids) {
            ids.add(uid);
        }
        return ids;
    }

    private static int size(@Nullable String batchSize) {
        if (batchSize == null || !BATCH_SIZE.matcher(batchSize).matches()) {
            return 1;
        }
        return (int) Math.max(1, Math.min(GREATEST_BATCH, Long.parseLong(batchSize)));
    }
}
