package org.uidgenerator.server.web;

import static org.springframework.http.MediaType.APPLICATION_JSON_VALUE;
import static org.springframework.http.MediaType.TEXT_PLAIN_VALUE;

import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.UidRange;
import org.uidgenerator.server.access.Client;

/** Hands out UIDs: one, some, or ranges for others to hand out. */
@RestController
@RequestMapping(
        path = "/api",
        produces = {APPLICATION_JSON_VALUE, TEXT_PLAIN_VALUE})
final class IdResources {
    static final int MOST_IDS = 10_000;
    static final int MOST_IN_RANGES = 10_000_000;

    private final UidGenerator generator;
    private final BoundedAdvancer advancer;
    private final ClientUids uids;

    IdResources(UidGenerator generator, BoundedAdvancer advancer, ClientUids uids) {
        this.generator = generator;
        this.advancer = advancer;
        this.uids = uids;
    }

    @AnswersUids
    @GetMapping("/id")
    IdText id(@RequestParam @Nullable String after, @AuthenticationPrincipal Client client) {
        OptionalLong last = Parameters.after(after);
        last.ifPresent(uid -> advancer.advancePast(uid, client)); // before they are promised: they are above it
        return new IdText(Long.toString(uids.next(client)));
    }

    @AnswersUids
    @GetMapping("/ids")
    IdTexts ids(
            @RequestParam(defaultValue = "1") String count,
            @RequestParam @Nullable String after,
            @AuthenticationPrincipal Client client) {
        int wanted = Parameters.count(count, Math.min(MOST_IDS, client.mostUids()));
        OptionalLong last = Parameters.after(after);
        last.ifPresent(uid -> advancer.advancePast(uid, client));
        return IdTexts.of(uids.claim(wanted, client).stream().flatMapToLong(UidRange::uids));
    }

    @AnswersUids
    @GetMapping("/ranges")
    IdRanges ranges(
            @RequestParam(defaultValue = "1000") String count,
            @RequestParam @Nullable String after,
            @AuthenticationPrincipal Client client) {
        int wanted = Parameters.count(count, MOST_IN_RANGES);
        OptionalLong last = Parameters.after(after);
        last.ifPresent(uid -> advancer.advancePast(uid, client));
        return IdRanges.of(generator.layout(), uids.claim((int) client.uidsAtOnce(wanted), client));
    }
}
