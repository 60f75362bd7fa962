package org.uidgenerator.server.web;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.uidgenerator.LayoutPreset;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.UidLayout;
import org.uidgenerator.text.ForeignId;
import org.uidgenerator.text.UidNumber;

/** Shows layouts, and what is in ids. */
@RestController
@RequestMapping(path = "/api", produces = MediaType.APPLICATION_JSON_VALUE)
final class LayoutResources {
    private static final int LONGEST_TEXT = 128;

    private static final String READABLE = "a number below 2^63, as 12345 or 0x3039, a UUID, a ULID or an ObjectId";

    /** The name of this server's layout in readings, where it is no preset. */
    private static final String OWN = "this-server";

    private final UidLayout layout;
    private final Clock clock;

    LayoutResources(UidGenerator generator, Clock clock) {
        layout = generator.layout();
        this.clock = clock;
    }

    record Layouts(List<LayoutView> layouts) {}

    @GetMapping("/layout")
    LayoutView layout() {
        return LayoutView.of(null, layout);
    }

    @GetMapping("/layouts")
    Layouts layouts() {
        return new Layouts(Stream.of(LayoutPreset.values())
                .map(preset -> LayoutView.of(preset.text(), preset.layout()))
                .toList());
    }

    @GetMapping("/ids/{id}")
    Reading read(@PathVariable String id) {
        long uid = Parameters.uid("id", id);
        try {
            return Reading.of(uid, null, layout);
        } catch (IllegalArgumentException e) {
            throw new BadParameterException("id", "a UID of " + layout.totalBits() + " bits", e);
        }
    }

    @GetMapping("/parse")
    ParsedText parse(@RequestParam String text) {
        String id = text.strip();
        if (id.isEmpty() || id.length() > LONGEST_TEXT) {
            throw new BadParameterException("text", "1 to " + LONGEST_TEXT + " characters", text);
        }
        Optional<ForeignId> foreign = ForeignId.recognise(id);
        if (foreign.isPresent()) {
            return ParsedText.of(id, foreign.get());
        }
        long uid = uid(id);
        return ParsedText.of(id, uid, readings(uid));
    }

    private static long uid(String text) {
        try {
            return UidNumber.parse(text);
        } catch (IllegalArgumentException e) {
            throw new BadParameterException("text", READABLE, e);
        }
    }

    private List<Reading> readings(long uid) {
        List<Reading> readings = new ArrayList<>();
        boolean ownIsPreset = Stream.of(LayoutPreset.values())
                .anyMatch(preset -> preset.layout().equals(layout));
        if (!ownIsPreset && uid >>> layout.totalBits() == 0) {
            readings.add(Reading.of(uid, OWN, layout));
        }
        LayoutPreset.fitting(uid, clock.instant()).stream()
                .map(fit -> Reading.of(uid, fit.preset().text(), fit.preset().layout()))
                .forEach(readings::add);
        return readings;
    }
}
