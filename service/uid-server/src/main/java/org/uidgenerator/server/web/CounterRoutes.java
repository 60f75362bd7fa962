package org.uidgenerator.server.web;

import java.util.List;
import java.util.stream.LongStream;
import org.springframework.stereotype.Component;
import org.uidgenerator.UidRange;
import org.uidgenerator.segment.SegmentIdGenerator;
import org.uidgenerator.server.access.Client;

/**
 * Hands out the numbers of counters, and ranges for others to hand out. Ranges come from the store, so that each is
 * above all before it, whichever servers gave them. Their tag is a parameter, because a path cannot have each character
 * of tags.
 */
@Component
final class CounterRoutes implements Route.Group {
    private final SegmentIdGenerator generator;
    private final Counters counters;

    CounterRoutes(SegmentIdGenerator generator, Counters counters) {
        this.generator = generator;
        this.counters = counters;
    }

    @Override
    public List<Route> routes() {
        return List.of(
                Route.json("/api/segments", null, request -> counters.used(request.client())),
                Route.json("/api/segments/{tag}", null, request -> counters.used(request.variable(), request.client())),
                Route.ids("/api/segments/{tag}/ids", null, this::ids),
                Route.ids("/api/segment-range", null, this::range));
    }

    private void ids(IdRequest request) {
        Client client = request.client();
        long most = Math.min(UidRoutes.MOST_IDS, client.numbers().burst());
        long[] ids = new long[request.count(1, most)];
        counters.numbers(request.variable(), client, counter -> {
            client.numbers().take(ids.length);
            counter.getUIDs(ids);
            return ids;
        });
        new IdWriter(request, ids.length).ids(LongStream.of(ids));
    }

    private void range(IdRequest request) {
        Client client = request.client();
        int wanted = request.count(1_000, UidRoutes.MOST_IN_RANGES);
        UidRange range =
                counters.range(request.parameter("tag", ""), client.numbers().atOnce(wanted), client);
        generator.identity().ifPresent(identity -> request.nameIdentity(identity.toString()));
        new IdWriter(request, 3).range(range);
    }
}
