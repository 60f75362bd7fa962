package org.uidgenerator.server.web;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.uidgenerator.LayoutPreset;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.UidLayout;
import org.uidgenerator.server.access.Refusal;
import org.uidgenerator.text.ForeignId;
import org.uidgenerator.text.UidFormat;
import org.uidgenerator.text.UidNumber;

/** Shows layouts, and what is in ids. */
@Component
final class LayoutRoutes implements Route.Group {
    private static final int LONGEST_TEXT = 128;

    private static final String READABLE = "a number below 2^63, as 12345 or 0x3039, a UUID, a ULID or an ObjectId";

    /** The name of this server's layout in readings, where it is no preset. */
    private static final String OWN = "this-server";

    private final UidLayout layout;
    private final Clock clock;

    LayoutRoutes(UidGenerator generator, Clock clock) {
        layout = generator.layout();
        this.clock = clock;
    }

    @Override
    public List<Route> routes() {
        return List.of(
                Route.json("/api/layout", null, request -> view(null, layout)),
                Route.json("/api/layouts", null, request -> presets()),
                Route.json("/api/ids/{id}", null, this::read),
                Route.json("/api/parse", null, this::parse));
    }

    private static JsonObject presets() {
        return new JsonObject()
                .with(
                        "layouts",
                        Stream.of(LayoutPreset.values())
                                .map(preset -> view(preset.text(), preset.layout()))
                                .toList());
    }

    private static JsonObject view(@Nullable String preset, UidLayout layout) {
        return new JsonObject()
                .with("preset", preset)
                .with("layout", layout.text())
                .with("totalBits", layout.totalBits())
                .with("timeBits", layout.timeBits())
                .with("workerBits", layout.workerBits())
                .with("seqBits", layout.seqBits())
                .with("dataCenterBits", layout.dataCenterBits())
                .text("fieldOrder", layout.fieldOrder())
                .text("epoch", layout.epoch())
                .text("tick", layout.tick())
                .text("expiresAt", layout.expiresAt())
                .text("workerIds", layout.maxWorkerId() + 1)
                .with("uidsPerSecond", layout.uidsPerSecond());
    }

    private JsonObject read(IdRequest request) {
        long uid = request.id();
        try {
            return Reading.of(uid, null, layout);
        } catch (IllegalArgumentException e) {
            throw Refusal.ofParameter("id", "a UID of " + layout.totalBits() + " bits", e.getMessage());
        }
    }

    private JsonObject parse(IdRequest request) {
        String text = request.parameter("text", "");
        String id = text.strip();
        if (id.isEmpty() || id.length() > LONGEST_TEXT) {
            throw Refusal.of("text", "1 to " + LONGEST_TEXT + " characters", text);
        }
        Optional<ForeignId> foreign = ForeignId.recognise(id);
        if (foreign.isPresent()) {
            return foreign(id, foreign.get());
        }
        long uid = uid(id);
        return new JsonObject()
                .with("text", id)
                .with("kind", "UID")
                .text("uid", uid)
                .with("forms", forms(uid))
                .with("readings", readings(uid));
    }

    private static long uid(String text) {
        try {
            return UidNumber.parse(text);
        } catch (IllegalArgumentException e) {
            throw Refusal.ofParameter("text", READABLE, e.getMessage());
        }
    }

    private static JsonObject foreign(String text, ForeignId id) {
        return new JsonObject()
                .with("text", text)
                .with("kind", id.kind())
                .text("time", id.time().orElse(null))
                .with(
                        "parts",
                        id.parts().stream()
                                .map(part -> new JsonObject()
                                        .with("name", part.name())
                                        .with("value", part.value()))
                                .toList());
    }

    private static JsonObject forms(long uid) {
        return new JsonObject()
                .text("decimal", uid)
                .with("hex", "0x" + Long.toHexString(uid))
                .with("base32", UidFormat.CROCKFORD32.format(uid))
                .with("base36", UidFormat.BASE36.format(uid))
                .with("base62", UidFormat.BASE62.format(uid));
    }

    private List<JsonObject> readings(long uid) {
        List<JsonObject> readings = new ArrayList<>();
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
