package org.uidgenerator.server.web;

import static org.springframework.http.MediaType.APPLICATION_JSON_VALUE;
import static org.springframework.http.MediaType.TEXT_PLAIN_VALUE;

import org.springframework.http.ResponseEntity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.uidgenerator.UidRange;
import org.uidgenerator.segment.SegmentIdGenerator;
import org.uidgenerator.server.access.Client;

/**
 * Hands out ranges of counters, for others to hand out. They come from the store, so that each is above all before it,
 * whichever servers gave them. The tag is a parameter, because a path cannot have each character of tags.
 */
@RestController
final class SegmentRangeResources {
    private final SegmentIdGenerator generator;
    private final Counters counters;

    SegmentRangeResources(SegmentIdGenerator generator, Counters counters) {
        this.generator = generator;
        this.counters = counters;
    }

    @GetMapping(
            path = "/api/segment-range",
            produces = {APPLICATION_JSON_VALUE, TEXT_PLAIN_VALUE})
    ResponseEntity<IdRanges.Range> range(
            @RequestParam String tag,
            @RequestParam(defaultValue = "1000") String count,
            @AuthenticationPrincipal Client client) {
        int wanted = Parameters.count(count, IdResources.MOST_IN_RANGES);
        UidRange range = counters.range(tag, client.numbersAtOnce(wanted), client);
        ResponseEntity.BodyBuilder answer = ResponseEntity.ok();
        generator.space().ifPresent(space -> answer.header(SpaceHeader.NAME, space.toString()));
        return answer.body(IdRanges.Range.of(range));
    }
}
