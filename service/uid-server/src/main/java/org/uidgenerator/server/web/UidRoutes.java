package org.uidgenerator.server.web;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.uidgenerator.StoreIdentity;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.UidRange;
import org.uidgenerator.server.access.Scope;

/** Hands out UIDs: one, some, or ranges for others to hand out. */
@Component
final class UidRoutes implements Route.Group {
    static final int MOST_IDS = 10_000;
    static final int MOST_IN_RANGES = 10_000_000;

    private final UidGenerator generator;
    private final ClientUids uids;

    UidRoutes(UidGenerator generator, ClientUids uids) {
        this.generator = generator;
        this.uids = uids;
    }

    @Override
    public List<Route> routes() {
        return List.of(
                Route.ids("/api/id", Scope.IDS, this::id),
                Route.ids("/api/ids", Scope.IDS, this::ids),
                Route.ids("/api/ranges", Scope.IDS, this::ranges),
                Route.json(
                        "/api/identity",
                        null,
                        request -> parts(uids.nameIdentity(request).orElse(null))));
    }

    private void id(IdRequest request) {
        advance(request);
        new IdWriter(request, 1).id(uids.next(request));
    }

    private void ids(IdRequest request) {
        int wanted = request.count(1, Math.min(MOST_IDS, request.client().uids().burst()));
        advance(request);
        List<UidRange> claimed = uids.claim(wanted, request);
        new IdWriter(request, wanted).ids(claimed.stream().flatMapToLong(UidRange::uids));
    }

    private void ranges(IdRequest request) {
        int wanted = request.count(1_000, MOST_IN_RANGES);
        advance(request);
        List<UidRange> claimed = uids.claim((int) request.client().uids().atOnce(wanted), request);
        new IdWriter(request, 3 * claimed.size()).ranges(generator.layout(), claimed);
    }

    /**
     * Returns a store identity with its parts, as far as they are known: a number is there only if a store keeps it.
     */
    static JsonObject parts(@Nullable String identity) {
        JsonObject parts = new JsonObject().with("identity", identity);
        if (identity == null) {
            return parts;
        }
        try {
            StoreIdentity parsed = StoreIdentity.parse(identity);
            return parts.with("name", parsed.name()).text("number", parsed.number());
        } catch (IllegalArgumentException e) { // a bare name
            return parts.with("name", identity);
        }
    }

    /** Before UIDs are promised, because they are above it. */
    private void advance(IdRequest request) {
        request.after().ifPresent(last -> uids.advancePast(last, request.client()));
    }
}
