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
final class UidRoutes implements Route.Group {
    static final int MOST_IDS = 10_000;
    static final int MOST_IN_RANGES = 10_000_000;

    private final UidGenerator generator;
    private final ClientUids uids;
    private final IdentityName identity;

    UidRoutes(UidGenerator generator, ClientUids uids, IdentityName identity) {
        this.generator = generator;
        this.uids = uids;
        this.identity = identity;
    }

    @Override
    public List<Route> routes() {
        return List.of(
                Route.ids("/api/id", Scope.IDS, this::id),
                Route.ids("/api/ids", Scope.IDS, this::ids),
                Route.ids("/api/ranges", Scope.IDS, this::ranges),
                Route.json("/api/identity", null, this::identity));
    }

    private void id(IdRequest request) {
        advance(request);
        long uid = uids.next(request.client());
        identity.nameTo(request);
        new IdWriter(request, 1).id(uid);
    }

    private void ids(IdRequest request) {
        Client client = request.client();
        int wanted = Parameters.count(
                request.parameter("count", "1"),
                Math.min(MOST_IDS, client.uids().burst()));
        advance(request);
        List<UidRange> claimed = uids.claim(wanted, client);
        identity.nameTo(request);
        new IdWriter(request, wanted).ids(claimed.stream().flatMapToLong(UidRange::uids));
    }

    private void ranges(IdRequest request) {
        Client client = request.client();
        int wanted = Parameters.count(request.parameter("count", "1000"), MOST_IN_RANGES);
        advance(request);
        List<UidRange> claimed = uids.claim((int) client.uids().atOnce(wanted), client);
        identity.nameTo(request);
        new IdWriter(request, 3 * claimed.size()).ranges(generator.layout(), claimed);
    }

    private JsonObject identity(IdRequest request) {
        identity.nameTo(request);
        return identity.parts();
    }

    /** Before UIDs are promised, because they are above it. */
    private void advance(IdRequest request) {
        OptionalLong last = Parameters.after(request.parameter("after"));
        if (last.isPresent()) {
            uids.advancePast(last.getAsLong(), request.client());
        }
    }
}
