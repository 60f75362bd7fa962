package org.uidgenerator.worker.db;

import static java.util.Map.entry;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.uidgenerator.FieldOrder;
import org.uidgenerator.UidLayout;

/** A layout as shifts, masks and bounds, which SQL understands, under the names that scripts have for them. */
final class LayoutNumbers {
    /** What {@code DATETIME} can hold. */
    private static final Instant END_OF_DATETIME = Instant.parse("+10000-01-01T00:00:00Z");

    private static final Pattern PLACE = Pattern.compile("\\$\\{(\\w+)}");

    private final Map<String, Object> numbers;

    LayoutNumbers(UidLayout layout) {
        Instant end = layout.expiresAt();
        Instant endOfMoments = end.isBefore(END_OF_DATETIME) ? end : END_OF_DATETIME;
        long epochMillis = layout.epoch().toEpochMilli();
        long tickMillis = layout.tick().toMillis();
        int tickShift = layout.workerBits() + layout.seqBits();
        boolean workerLast = layout.fieldOrder() == FieldOrder.TIME_SEQUENCE_WORKER;
        int workerShift = workerLast ? 0 : layout.seqBits();
        int machineBits = layout.workerBits() - layout.dataCenterBits();
        numbers = new HashMap<>(Map.ofEntries(
                entry("layout", layout.text()),
                entry("epoch", layout.epoch()),
                entry("end", end),
                entry("epochMillis", epochMillis),
                entry("endMillis", end.toEpochMilli()),
                entry("firstMicro", epochMillis * 1000),
                entry("lastMicro", endOfMoments.toEpochMilli() * 1000 - 1),
                entry("tickMillis", tickMillis),
                entry("tickMicros", tickMillis * 1000),
                entry("tickShift", tickShift),
                entry("maxTick", layout.maxTick()),
                entry("lastPlace", layout.maxTick() << layout.seqBits() | layout.maxSequence()),
                entry("maxSequence", layout.maxSequence()),
                entry("maxUid", layout.maxUid(layout.timeOf(layout.maxTick()))),
                entry("seqBits", layout.seqBits()),
                entry("restMask", mask(tickShift))));
        putField("worker", workerShift, layout.workerBits());
        putField("sequence", workerLast ? layout.workerBits() : 0, layout.seqBits());
        putField("data_center", workerShift + machineBits, layout.dataCenterBits());
        putField("machine", workerShift, machineBits);
    }

    /** Adds a part of a UID, which is {@code (uid >> shift) & mask}. */
    private void putField(String name, int shift, int bits) {
        numbers.put(name + "Shift", shift);
        numbers.put(name + "Mask", mask(bits));
    }

    private static long mask(int bits) {
        return (1L << bits) - 1;
    }

    /** Puts numbers into the places of a script that are named {@code ${...}}. */
    String fill(String script) {
        return PLACE.matcher(script)
                .replaceAll(
                        place -> String.valueOf(Objects.requireNonNull(numbers.get(place.group(1)), place.group())));
    }
}
