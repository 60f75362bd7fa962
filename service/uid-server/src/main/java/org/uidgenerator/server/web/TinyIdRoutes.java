package org.uidgenerator.server.web;

import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;
import java.util.function.ToIntFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import org.uidgenerator.UidRange;
import org.uidgenerator.segment.SegmentTag;
import org.uidgenerator.server.access.Client;
import org.uidgenerator.server.access.Clients;

/**
 * Answers as TinyId does, at any method, with status 200 whatever happens, because its clients read nothing else. A
 * business type is the tag of a counter, and the token in the query is the bearer token of a client that has this tag.
 * If TinyId's message would be that of an exception, it is {@code sys error}. What a client's rate does not allow at
 * once is cut, because its clients would ask for it again and again.
 */
@Component
final class TinyIdRoutes implements Route.Group {
    private static final Taken TOKEN_ERROR = new Taken(null, 5, "token is error");
    private static final Taken SYSTEM_ERROR = new Taken(null, 6, "sys error");

    /** TinyId cuts what is above its {@code batch.size.max} as well. */
    private static final int GREATEST_BATCH = 10_000;

    /** As many as a range of a quiet counter has. Fewer if a range ends, or a rate allows fewer. */
    private static final int SEGMENT = 1_000;

    private static final String JSON =
            "{\"maxId\":%3$d,\"loadingId\":%2$d,\"currentId\":%1$d,\"delta\":%4$d,\"remainder\":%5$d}";
    private static final String LINE = "%d,%d,%d,%d,%d";

    private static final Pattern BATCH_SIZE = Pattern.compile("-?[0-9]{1,10}");

    private final Clients clients;
    private final CounterRoutes counters;

    TinyIdRoutes(Clients clients, CounterRoutes counters) {
        this.clients = clients;
        this.counters = counters;
    }

    /**
     * The envelope of TinyId's answers.
     *
     * @param data the data, or null
     * @param code 200, 5 for a wrong token, 6 for all else
     * @param message empty, or what is wrong
     */
    private record Taken(@Nullable String data, int code, String message) {
        String json() {
            return "{\"data\":" + data + ",\"code\":" + code + ",\"message\":\"" + message + "\"}";
        }

        String text() {
            return data == null ? "" : data;
        }
    }

    @Override
    public List<Route> routes() {
        return List.of(
                route("nextId", true, TinyIdRoutes::size, (tag, count) -> "[" + ids(tag, count) + "]"),
                route("nextIdSimple", false, TinyIdRoutes::size, TinyIdRoutes::ids),
                route("nextSegmentId", true, request -> SEGMENT, (tag, count) -> segment(JSON, tag, count)),
                route("nextSegmentIdSimple", false, request -> SEGMENT, (tag, count) -> segment(LINE, tag, count)));
    }

    private Route route(
            String name,
            boolean isJson,
            ToIntFunction<IdRequest> wanted,
            BiFunction<SegmentTag, Integer, String> numbers) {
        return new Route("/tinyid/id/" + name, Route.ANY_METHOD, List.of(), false, null, request -> {
            Taken taken = take(request, wanted.applyAsInt(request), numbers);
            request.answer(
                    isJson ? MediaType.APPLICATION_JSON_VALUE : MediaType.TEXT_PLAIN_VALUE,
                    isJson ? taken.json() : taken.text());
        });
    }

    private Taken take(IdRequest request, int wanted, BiFunction<SegmentTag, Integer, String> numbers) {
        String tag = request.parameter("bizType");
        Client client = clients.ofToken(request.parameter("token")).orElse(null);
        if (tag == null || client == null || !client.mayUse(tag)) {
            return TOKEN_ERROR;
        }
        try {
            client.requests().take(1);
            int count = (int) client.numbers().atOnce(wanted);
            client.numbers().take(count);
            return new Taken(counters.numbers(tag, client, counter -> numbers.apply(counter, count)), 200, "");
        } catch (RuntimeException e) {
            return SYSTEM_ERROR;
        }
    }

    private static String ids(SegmentTag counter, int count) {
        long[] ids = new long[count];
        counter.getUIDs(ids);
        return LongStream.of(ids).mapToObj(Long::toString).collect(Collectors.joining(","));
    }

    /**
     * A segment: numbers above current up to max that are the remainder modulo delta. The client fetches the next
     * segment when it comes to loading.
     *
     * @param format takes current, loading, max, delta and remainder
     */
    private static String segment(String format, SegmentTag counter, int count) {
        UidRange range = counter.claim(count);
        long current = range.first() - 1;
        long loading = current + (range.last() - current) / 5;
        long remainder = Math.floorMod(range.first(), range.increment());
        return String.format(Locale.ROOT, format, current, loading, range.last(), range.increment(), remainder);
    }

    private static int size(IdRequest request) {
        String batchSize = request.parameter("batchSize");
        if (batchSize == null || !BATCH_SIZE.matcher(batchSize).matches()) {
            return 1;
        }
        return (int) Math.max(1, Math.min(GREATEST_BATCH, Long.parseLong(batchSize)));
    }
}
