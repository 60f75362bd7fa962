package org.uidgenerator.worker.db;

import java.time.Instant;
import org.uidgenerator.FieldOrder;
import org.uidgenerator.UidLayout;

/** A layout as shifts, masks and bounds, which SQL understands. */
record LayoutNumbers(UidLayout layout) {

    /** A part of a UID: {@code (uid >> shift) & mask}. */
    record Field(String name, int shift, long mask) {
        static Field of(String name, int shift, int bits) {
            return new Field(name, shift, (1L << bits) - 1);
        }
    }

    int tickShift() {
        return layout.workerBits() + layout.seqBits();
    }

    int workerShift() {
        return isWorkerLast() ? 0 : layout.seqBits();
    }

    int seqShift() {
        return isWorkerLast() ? layout.workerBits() : 0;
    }

    private boolean isWorkerLast() {
        return layout.fieldOrder() == FieldOrder.TIME_SEQUENCE_WORKER;
    }

    /** What is below the tick. */
    long restMask() {
        return (1L << tickShift()) - 1;
    }

    long maxUid() {
        return layout.maxUid(layout.timeOf(layout.maxTick()));
    }

    long tickMillis() {
        return layout.tick().toMillis();
    }

    long epochMillis() {
        return layout.epoch().toEpochMilli();
    }

    Instant end() {
        return layout.expiresAt();
    }

    /** Returns all parts but the tick. */
    Field[] fields() {
        Field worker = Field.of("worker", workerShift(), layout.workerBits());
        Field sequence = Field.of("sequence", seqShift(), layout.seqBits());
        if (layout.dataCenterBits() == 0) {
            return new Field[] {worker, sequence};
        }
        int machineBits = layout.workerBits() - layout.dataCenterBits();
        return new Field[] {
            worker,
            sequence,
            Field.of("data_center", workerShift() + machineBits, layout.dataCenterBits()),
            Field.of("machine", workerShift(), machineBits)
        };
    }

    /** Puts numbers into the places of a script that are named {@code ${...}}. */
    String fill(String script) {
        return script.replace("${layout}", layout.text())
                .replace("${epoch}", layout.epoch().toString())
                .replace("${end}", end().toString())
                .replace("${epochMillis}", Long.toString(epochMillis()))
                .replace("${endMillis}", Long.toString(end().toEpochMilli()))
                .replace("${tickMillis}", Long.toString(tickMillis()))
                .replace("${tickShift}", Integer.toString(tickShift()))
                .replace("${workerShift}", Integer.toString(workerShift()))
                .replace("${seqShift}", Integer.toString(seqShift()))
                .replace("${seqBits}", Integer.toString(layout.seqBits()))
                .replace("${maxTick}", Long.toString(layout.maxTick()))
                .replace("${maxSequence}", Long.toString(layout.maxSequence()))
                .replace("${restMask}", Long.toString(restMask()))
                .replace("${maxUid}", Long.toString(maxUid()));
    }

    /** Puts a part of the UID into the places of a script. */
    String fill(String script, Field field) {
        return fill(script.replace("${name}", field.name())
                .replace("${shift}", Integer.toString(field.shift()))
                .replace("${mask}", Long.toString(field.mask())));
    }
}
