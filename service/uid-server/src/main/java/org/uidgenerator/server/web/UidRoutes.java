package org.uidgenerator.server.web;

import java.util.List;
import java.util.OptionalLong;
import org.springframework.stereotype.Component;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.UidRange;
import org.uidgenerator.server.access.Client;
import org.uidgenerator.server.access.Scope;

/** Hands out UIDs: one, some, or ranges for others to hand out. */
@Component
final class UidRoutes implements Routes {
    static final int MOST_IDS = 10_000;
    static final int MOST_IN_RANGES = 10_000_000;

    private final UidGenerator generator;
    private final BoundedAdvancer advancer;
    private final ClientUids uids;
    private final SpaceName space;

    UidRoutes(UidGenerator generator, BoundedAdvancer advancer, ClientUids uids, SpaceName space) {
        this.generator = generator;
        this.advancer = advancer;
        this.uids = uids;
        this.space = space;
    }

    @Override
    public List<Route> routes() {
        return List.of(
                Route.of("/api/id", Scope.IDS, this::id),
                Route.of("/api/ids", Scope.IDS, this::ids),
                Route.of("/api/ranges", Scope.IDS, this::ranges));
    }

    private void id(IdRequest request) {
        advance(request);
        long uid = uids.next(request.client());
        space.nameTo(request);
        new IdWriter(request).id(uid);
    }

    private void ids(IdRequest request) {
        Client client = request.client();
        int wanted = Parameters.count(request.parameter("count", "1"), Math.min(MOST_IDS, client.mostUids()));
        advance(request);
        List<UidRange> claimed = uids.claim(wanted, client);
        space.nameTo(request);
        new IdWriter(request).ids(claimed.stream().flatMapToLong(UidRange::uids));
    }

    private void ranges(IdRequest request) {
        Client client = request.client();
        int wanted = Parameters.count(request.parameter("count", "1000"), MOST_IN_RANGES);
        advance(request);
        List<UidRange> claimed = uids.claim((int) client.uidsAtOnce(wanted), client);
        space.nameTo(request);
        new IdWriter(request).ranges(generator.layout(), claimed);
    }

    /** Before UIDs are promised, because they are above it. */
    private void advance(IdRequest request) {
        OptionalLong last = Parameters.after(request.parameter("after"));
        if (last.isPresent()) {
            advancer.advancePast(last.getAsLong(), request.client());
        }
    }
}
