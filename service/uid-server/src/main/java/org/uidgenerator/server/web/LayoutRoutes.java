package org.uidgenerator.server.web;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.uidgenerator.DecodedUid;
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

    /** The name of this server's layout in readings, if it is no preset. */
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
            return reading(uid, null, layout);
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
            readings.add(reading(uid, OWN, layout));
        }
        LayoutPreset.fitting(uid, clock.instant()).stream()
                .map(fit -> reading(uid, fit.preset().text(), fit.preset().layout()))
                .forEach(readings::add);
        return readings;
    }

    /**
     * Returns the parts of a UID of a layout, and its bits from the highest to the lowest.
     *
     * @param preset the layout's name, if it is that of another system
     * @throws IllegalArgumentException if the UID has more bits than the layout
     */
    private static JsonObject reading(long uid, @Nullable String preset, UidLayout layout) {
        DecodedUid decoded = layout.decode(uid);
        boolean isDivided = layout.dataCenterBits() > 0;
        return new JsonObject()
                .text("uid", uid)
                .with("preset", preset)
                .with("layout", layout.text())
                .text("time", decoded.time())
                .text("tick", layout.tickOf(uid))
                .text("workerId", decoded.workerId())
                .text("dataCenterId", isDivided ? decoded.dataCenterId() : null)
                .text("machineId", isDivided ? decoded.machineId() : null)
                .text("sequence", decoded.sequence())
                .with("fields", fields(decoded, layout));
    }

    private record Bits(String name, int bits, long value) {}

    private static List<JsonObject> fields(DecodedUid uid, UidLayout layout) {
        Bits time = new Bits("time", layout.timeBits(), layout.tickOf(uid.uid()));
        Bits sequence = new Bits("sequence", layout.seqBits(), uid.sequence());
        int dataCenterBits = layout.dataCenterBits();
        List<Bits> order = new ArrayList<>();
        if (dataCenterBits == 0) {
            order.add(new Bits("workerId", layout.workerBits(), uid.workerId()));
        } else {
            order.add(new Bits("dataCenterId", dataCenterBits, uid.dataCenterId()));
            order.add(new Bits("machineId", layout.workerBits() - dataCenterBits, uid.machineId()));
        }
        switch (layout.fieldOrder()) {
            case TIME_WORKER_SEQUENCE -> {
                order.add(0, time);
                order.add(sequence);
            }
            case TIME_SEQUENCE_WORKER -> order.addAll(0, List.of(time, sequence));
            case WORKER_TIME_SEQUENCE -> order.addAll(List.of(time, sequence));
        }
        List<JsonObject> fields = new ArrayList<>();
        int shift = layout.totalBits();
        for (Bits bits : order) {
            shift -= bits.bits();
            fields.add(new JsonObject()
                    .with("name", bits.name())
                    .with("bits", bits.bits())
                    .with("shift", shift)
                    .text("value", bits.value()));
        }
        return fields;
    }
}
