package org.uidgenerator.server.web;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.DecodedUid;
import org.uidgenerator.UidLayout;

/**
 * What is in a UID of a layout.
 *
 * @param uid the UID
 * @param preset the layout's name, if it is that of another system
 * @param layout the layout's text
 * @param time when its tick starts
 * @param tick ticks since the epoch
 * @param workerId the worker that made it
 * @param dataCenterId the top bits of the worker id, where the layout divides it
 * @param machineId the rest of the worker id, where the layout divides it
 * @param sequence its number within tick and worker
 * @param fields its bits, from the highest to the lowest
 */
record Reading(
        String uid,
        @Nullable String preset,
        String layout,
        Instant time,
        String tick,
        String workerId,
        @Nullable String dataCenterId,
        @Nullable String machineId,
        String sequence,
        List<Field> fields) {

    /**
     * A field of a UID.
     *
     * @param name what it holds
     * @param bits how many bits it has, perhaps none
     * @param shift how many bits are below it
     * @param value what is in it
     */
    record Field(String name, int bits, int shift, String value) {}

    /**
     * Reads a UID.
     *
     * @throws IllegalArgumentException if the UID has more bits than the layout
     */
    static Reading of(long uid, @Nullable String preset, UidLayout layout) {
        DecodedUid decoded = layout.decode(uid);
        boolean divided = layout.dataCenterBits() > 0;
        return new Reading(
                Long.toString(uid),
                preset,
                layout.text(),
                decoded.time(),
                Long.toString(layout.tickOf(uid)),
                Long.toString(decoded.workerId()),
                divided ? Long.toString(decoded.dataCenterId()) : null,
                divided ? Long.toString(decoded.machineId()) : null,
                Long.toString(decoded.sequence()),
                fields(decoded, layout));
    }

    private static List<Field> fields(DecodedUid uid, UidLayout layout) {
        Bits time = new Bits("time", layout.timeBits(), layout.tickOf(uid.uid()));
        Bits sequence = new Bits("sequence", layout.seqBits(), uid.sequence());
        List<Bits> order = new ArrayList<>();
        switch (layout.fieldOrder()) {
            case TIME_WORKER_SEQUENCE -> {
                order.add(time);
                order.addAll(worker(uid, layout));
                order.add(sequence);
            }
            case TIME_SEQUENCE_WORKER -> {
                order.add(time);
                order.add(sequence);
                order.addAll(worker(uid, layout));
            }
            case WORKER_TIME_SEQUENCE -> {
                order.addAll(worker(uid, layout));
                order.add(time);
                order.add(sequence);
            }
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

    private static List<Field> fields(List<Bits> order, int totalBits) {
        List<Field> fields = new ArrayList<>();
        int shift = totalBits;
        for (Bits bits : order) {
            shift -= bits.bits();
            fields.add(new Field(bits.name(), bits.bits(), shift, Long.toString(bits.value())));
        }
        return fields;
    }
}
