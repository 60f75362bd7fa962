package org.uidgenerator.server.web;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.DecodedUid;
import org.uidgenerator.UidLayout;

/** The parts of a UID of a layout, and its bits from the highest to the lowest. */
final class Reading {
    private Reading() {}

    /**
     * Reads a UID.
     *
     * @param preset the layout's name, if it is that of another system
     * @throws IllegalArgumentException if the UID has more bits than the layout
     */
    static JsonObject of(long uid, @Nullable String preset, UidLayout layout) {
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

    private static List<JsonObject> fields(DecodedUid uid, UidLayout layout) {
        Bits time = new Bits("time", layout.timeBits(), layout.tickOf(uid.uid()));
        Bits sequence = new Bits("sequence", layout.seqBits(), uid.sequence());
        List<Bits> order = new ArrayList<>(worker(uid, layout));
        switch (layout.fieldOrder()) {
            case TIME_WORKER_SEQUENCE -> {
                order.add(0, time);
                order.add(sequence);
            }
            case TIME_SEQUENCE_WORKER -> order.addAll(0, List.of(time, sequence));
            case WORKER_TIME_SEQUENCE -> order.addAll(List.of(time, sequence));
        }
        return fields(order, layout.totalBits());
    }

    private record Bits(String name, int bits, long value) {}

    private static List<Bits> worker(DecodedUid uid, UidLayout layout) {
        int dataCenterBits = layout.dataCenterBits();
        return dataCenterBits == 0
                ? List.of(new Bits("workerId", layout.workerBits(), uid.workerId()))
                : List.of(
                        new Bits("dataCenterId", dataCenterBits, uid.dataCenterId()),
                        new Bits("machineId", layout.workerBits() - dataCenterBits, uid.machineId()));
    }

    private static List<JsonObject> fields(List<Bits> order, int totalBits) {
        List<JsonObject> fields = new ArrayList<>();
        int shift = totalBits;
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
