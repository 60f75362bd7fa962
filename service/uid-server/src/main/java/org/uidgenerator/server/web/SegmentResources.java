package org.uidgenerator.server.web;

import static org.springframework.http.MediaType.APPLICATION_JSON_VALUE;

import java.util.List;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.uidgenerator.segment.SegmentIdGenerator;
import org.uidgenerator.server.access.Client;

/** Shows the counters that this server has used. */
@RestController
@RequestMapping("/api/segments")
final class SegmentResources {
    private final SegmentIdGenerator generator;
    private final Counters counters;

    SegmentResources(SegmentIdGenerator generator, Counters counters) {
        this.generator = generator;
        this.counters = counters;
    }

    record Segments(List<SegmentView> segments) {}

    @GetMapping(produces = APPLICATION_JSON_VALUE)
    Segments segments(@AuthenticationPrincipal Client client) {
        return new Segments(generator.status().stream()
                .filter(status -> client.mayUse(status.tag()))
                .map(SegmentView::of)
                .toList());
    }

    /** Takes no range, which would be charged to nobody. */
    @GetMapping(path = "/{tag}", produces = APPLICATION_JSON_VALUE)
    SegmentView segment(@PathVariable String tag, @AuthenticationPrincipal Client client) {
        return counters.used(tag, client).map(SegmentView::of).orElseThrow(() -> UnknownCounterException.unused(tag));
    }
}
