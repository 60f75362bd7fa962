package org.uidgenerator.server.peer;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
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
 * TinyId's message would be that of an exception, it is {@code sys error}. What a client's rate does not allow at once
 * is cut: its clients would ask for it again and again.
 */
@RestController
@RequestMapping("/tinyid/id")
final class TinyIdResources {
    private static final int OK = 200;
    private static final int TOKEN_ERROR = 5;
    private static final int SYSTEM_ERROR = 6;

    /** TinyId cuts what is above its {@code batch.size.max} as well. */
    private static final int GREATEST_BATCH = 10_000;

    /** As many as a range of a quiet counter has. Fewer where a range ends, or a rate allows fewer. */
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

    @RequestMapping("/nextId")
    ResponseEntity<Response<List<Long>>> nextId(
            @RequestParam @Nullable String bizType,
            @RequestParam @Nullable String token,
            @RequestParam @Nullable String batchSize) {
        return json(answer(bizType, token, size(batchSize), TinyIdResources::ids));
    }

    @RequestMapping("/nextIdSimple")
    ResponseEntity<String> nextIdSimple(
            @RequestParam @Nullable String bizType,
            @RequestParam @Nullable String token,
            @RequestParam @Nullable String batchSize) {
        List<Long> ids =
                answer(bizType, token, size(batchSize), TinyIdResources::ids).data();
        StringJoiner line = new StringJoiner(",");
        if (ids != null) {
            ids.forEach(id -> line.add(id.toString()));
        }
        return text(line.toString());
    }

    @RequestMapping("/nextSegmentId")
    ResponseEntity<Response<Segment>> nextSegmentId(
            @RequestParam @Nullable String bizType, @RequestParam @Nullable String token) {
        return json(answer(bizType, token, SEGMENT, TinyIdResources::segment));
    }

    @RequestMapping("/nextSegmentIdSimple")
    ResponseEntity<String> nextSegmentIdSimple(
            @RequestParam @Nullable String bizType, @RequestParam @Nullable String token) {
        Segment segment =
                answer(bizType, token, SEGMENT, TinyIdResources::segment).data();
        return text(segment == null ? "" : segment.line());
    }

    private static <T> ResponseEntity<T> json(T answer) {
        return ResponseEntity.ok().contentType(MediaType.APPLICATION_JSON).body(answer);
    }

    private static ResponseEntity<String> text(String line) {
        return ResponseEntity.ok().contentType(MediaType.TEXT_PLAIN).body(line);
    }

    /** What takes numbers from a counter. */
    private interface Request<T> {
        T take(SegmentTag counter, int count);
    }

    private <T> Response<T> answer(@Nullable String bizType, @Nullable String token, int wanted, Request<T> request) {
        Optional<Client> client = clients.ofToken(token);
        if (bizType == null || client.isEmpty() || !client.get().mayUse(bizType)) {
            return new Response<>(null, TOKEN_ERROR, "token is error");
        }
        try {
            client.get().countRequest();
            int count = (int) client.get().numbersAtOnce(wanted);
            client.get().countNumbers(count);
            return new Response<>(
                    counters.numbers(bizType, client.get(), counter -> request.take(counter, count)), OK, "");
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

    private static Segment segment(SegmentTag counter, int count) {
        return Segment.of(counter.claim(count));
    }

    private static int size(@Nullable String batchSize) {
        if (batchSize == null || !BATCH_SIZE.matcher(batchSize).matches()) {
            return 1;
        }
        return (int) Math.max(1, Math.min(GREATEST_BATCH, Long.parseLong(batchSize)));
    }
}
