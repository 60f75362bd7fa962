package org.uidgenerator.server.web;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.uidgenerator.ManagedUidGenerator;
import org.uidgenerator.StoreIdentity;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidRange;
import org.uidgenerator.server.access.Client;
import org.uidgenerator.server.access.Lead;
import org.uidgenerator.server.access.Refusal;
import org.uidgenerator.server.access.Scope;

/**
 * The routes that hand out UIDs, one, some, or ranges for others to hand out, as many as the rates of clients allow.
 * From before they are taken they count for how far ahead the generator is, and those that are not handed out no longer
 * count. Each answer with some of them names their store identity.
 */
@Component
final class UidRoutes implements Route.Group {
    static final int MOST_IDS = 10_000;
    static final int MOST_IN_RANGES = 10_000_000;

    private final ManagedUidGenerator generator;
    private final Lead lead;

    /** Once it is known, it stays, because a generator does not change to another identity. */
    private volatile Optional<String> identity = Optional.empty();

    UidRoutes(ManagedUidGenerator generator, Lead lead) {
        this.generator = generator;
        this.lead = lead;
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
                        request -> parts(nameIdentity(request).orElse(null))));
    }

    private void id(IdRequest request) {
        advance(request);
        request.answerId(next(request));
    }

    private void ids(IdRequest request) {
        int wanted = request.count(1, Math.min(MOST_IDS, request.client().uids().burst()));
        advance(request);
        request.answerIds(wanted, claim(wanted, request).stream().flatMapToLong(UidRange::uids));
    }

    private void ranges(IdRequest request) {
        int wanted = request.count(1_000, MOST_IN_RANGES);
        advance(request);
        request.answerRanges(
                generator.layout(), claim((int) request.client().uids().atOnce(wanted), request));
    }

    /**
     * Returns a store identity with its parts, as far as they are known. A number is there only if a store keeps it.
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

    /**
     * Hands out one.
     *
     * @throws Refusal if the client has taken too many
     * @throws UidGenerateException if the generator has none
     */
    long next(IdRequest request) {
        long uid = next(request.client());
        nameIdentity(request);
        return uid;
    }

    private long next(Client client) {
        try (Lead.Promise promise = client.uids().take(1)) {
            long uid = generator.getUID();
            handOut(promise, 1, uid);
            return uid;
        }
    }

    /** Hands out as many as are wanted, in ranges, as {@link #next} does. */
    private List<UidRange> claim(int wanted, IdRequest request) {
        try (Lead.Promise promise = request.client().uids().take(wanted)) {
            List<UidRange> claimed = new ArrayList<>();
            for (long left = wanted; left > 0; ) {
                UidRange range = generator.claim((int) left);
                handOut(promise, range.size(), range.last());
                claimed.add(range);
                left -= range.size();
            }
            nameIdentity(request);
            return claimed;
        }
    }

    private void handOut(Lead.Promise promise, long count, long last) {
        promise.handOut(count, generator.decode(last).time());
    }

    /** Names the store identity of all UIDs in an answer, and returns its text, if it is known. */
    private Optional<String> nameIdentity(IdRequest request) {
        Optional<String> named = identity;
        if (named.isEmpty()) {
            named = generator.status().identity();
            identity = named;
        }
        named.ifPresent(request::nameIdentity);
        return named;
    }

    /** Before UIDs are promised, because they are above it. */
    private void advance(IdRequest request) {
        request.after().ifPresent(last -> advancePast(last, request.client()));
    }

    /**
     * Makes all UIDs that the calling thread gets from now on greater than one that the client has seen elsewhere. One
     * far ahead of the clock is refused. The library allows {@code maxBorrow}, which is for its owner to use up;
     * strangers who did would leave no UIDs to other clients until the clock has caught up.
     *
     * @throws Refusal if it is no UID of the layout, or its time lies too far ahead of this server's clock, or the
     *     client has taken too many UIDs to see whether the generator is there already
     * @throws UidGenerateException if the store does not reserve that time
     */
    private void advancePast(long uid, Client client) {
        Instant time = timeOf(uid);
        if (lead.advance(time, () -> move(uid))) {
            return;
        }
        if (next(client) <= uid) { // a generator that is there already is not moved; the UID is lost
            throw tooFarAhead(
                    String.format(
                            Locale.ROOT,
                            "after must not be more than %d minutes ahead of this server's clock, together with what is"
                                    + " being handed out: after=%d, time=%s, latest=%s",
                            Lead.GREATEST.toMinutes(),
                            uid,
                            time,
                            lead.latest()),
                    null);
        }
    }

    private void move(long uid) {
        try {
            generator.advancePast(uid);
        } catch (UidGenerateException e) {
            throw e.getCause() == null
                    ? tooFarAhead(e.getMessage(), e)
                    : e; // its lease does not allow it, or the store is unavailable
        }
    }

    private static Refusal tooFarAhead(@Nullable String detail, @Nullable Throwable cause) {
        return new Refusal(HttpStatus.UNPROCESSABLE_CONTENT, detail, cause)
                .with("parameter", "after")
                .with("rule", "not more than " + Lead.GREATEST.toMinutes() + " minutes ahead of this server's clock");
    }

    private Instant timeOf(long uid) {
        try {
            return generator.decode(uid).time();
        } catch (IllegalArgumentException e) {
            throw Refusal.ofParameter("after", "a UID of " + generator.layout().totalBits() + " bits", e.getMessage());
        }
    }
}
