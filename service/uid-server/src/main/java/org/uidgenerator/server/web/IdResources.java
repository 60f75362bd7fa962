package org.uidgenerator.server.web;

import static org.springframework.http.MediaType.APPLICATION_JSON_VALUE;
import static org.springframework.http.MediaType.TEXT_PLAIN_VALUE;

import java.util.ArrayList;
import java.util.List;
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
import org.uidgenerator.server.access.Lead;

/** Hands out UIDs: one, some, or ranges for others to hand out. */
@RestController
@RequestMapping(
        path = "/api",
        produces = {APPLICATION_JSON_VALUE, TEXT_PLAIN_VALUE})
final class IdResources {
    static final int MOST_IDS = 10_000;
    static final int MOST_IN_RANGES = 1_000_000;

    private final UidGenerator generator;
    private final BoundedAdvancer advancer;
    private final Lead lead;

    IdResources(UidGenerator generator, BoundedAdvancer advancer, Lead lead) {
        this.generator = generator;
        this.advancer = advancer;
        this.lead = lead;
    }

    @AnswersUids
    @GetMapping("/id")
    IdText id(@RequestParam @Nullable String after, @AuthenticationPrincipal Client client) {
        OptionalLong last = Parameters.after(after);
        last.ifPresent(uid -> advancer.advancePast(uid, client)); // before it counts how far ahead its UIDs are
        client.countUids(1);
        long id = generator.getUID();
        reached(id);
        return new IdText(Long.toString(id));
    }

    @AnswersUids
    @GetMapping("/ids")
    IdTexts ids(
            @RequestParam(defaultValue = "1") String count,
            @RequestParam @Nullable String after,
            @AuthenticationPrincipal Client client) {
        long[] ids = new long[Parameters.count(count, Math.min(MOST_IDS, client.mostUids()))];
        OptionalLong last = Parameters.after(after);
        last.ifPresent(uid -> advancer.advancePast(uid, client));
        client.countUids(ids.length);
        generator.getUIDs(ids);
        reached(ids[ids.length - 1]);
        return IdTexts.of(ids);
    }

    @AnswersUids
    @GetMapping("/ranges")
    IdRanges ranges(
            @RequestParam(defaultValue = "1000") String count,
            @RequestParam @Nullable String after,
            @AuthenticationPrincipal Client client) {
        int wanted = Parameters.count(count, Math.min(MOST_IN_RANGES, client.mostUids()));
        OptionalLong last = Parameters.after(after);
        last.ifPresent(uid -> advancer.advancePast(uid, client));
        client.countUids(wanted);
        List<UidRange> claimed = new ArrayList<>();
        while (wanted > 0) {
            UidRange range = generator.claim(wanted);
            claimed.add(range);
            wanted -= (int) range.size();
            reached(range.last());
        }
        return IdRanges.of(generator.layout(), claimed);
    }

    /** A generator may skip UIDs, so that it is further ahead than those that were promised. */
    private void reached(long uid) {
        lead.reach(generator.decode(uid).time());
    }
}
