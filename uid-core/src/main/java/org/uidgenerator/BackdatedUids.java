package org.uidgenerator;

import java.time.Instant;
import java.util.Locale;
import java.util.Objects;

/**
 * Makes UIDs of the past, for rows that are older than the first generator. Rows are imported in the order of their
 * times.
 *
 * <p><b>Hazard:</b> nothing is reserved and no store is asked. These UIDs are unique only because no generator uses
 * their worker id. So take one that no generator ever gets, outside the range of every {@code WorkerIdAssigner}, and
 * use it for one import at a time. An import that continues after a crash must continue {@linkplain #after after} the
 * greatest UID it has made.
 *
 * <p>A tick holds {@code 2^seqBits} UIDs. If more rows have its time, the rest get UIDs of the ticks that follow. So
 * the time in a UID may be later than asked for, but never earlier. For all threads; the UIDs strictly increase.
 */
public final class BackdatedUids {
    private final UidLayout layout;
    private final long workerId;
    private long lastTick;
    private long lastSequence;
    private Instant lastTime = Instant.MIN;

    /**
     * Begins an import.
     *
     * @param layout the layout of the UIDs
     * @param workerId a worker id that is used for nothing else, ever
     * @throws IllegalArgumentException if the worker id does not fit the layout
     */
    public BackdatedUids(UidLayout layout, long workerId) {
        this(layout, Objects.requireNonNull(layout, "layout").requireWorkerId(workerId), 0, -1);
    }

    private BackdatedUids(UidLayout layout, long workerId, long lastTick, long lastSequence) {
        this.layout = layout;
        this.workerId = workerId;
        this.lastTick = lastTick;
        this.lastSequence = lastSequence;
    }

    /**
     * Continues an import that was interrupted.
     *
     * @param layout the layout of the UIDs
     * @param greatestUid the greatest UID that the import has made: the new ones have the same worker id and are
     *     greater
     * @return a source of UIDs
     * @throws IllegalArgumentException if {@code greatestUid} is not a UID of the layout
     */
    public static BackdatedUids after(UidLayout layout, long greatestUid) {
        DecodedUid greatest = Objects.requireNonNull(layout, "layout").decode(greatestUid);
        return new BackdatedUids(layout, greatest.workerId(), layout.tickOf(greatestUid), greatest.sequence());
    }

    /**
     * Makes a UID.
     *
     * @param time the time of the row, not before that of the previous call
     * @return a UID of the tick that holds this time, or of a later one if that is used up
     * @throws IllegalArgumentException if the time lies before the epoch, after the layout's end, or before that of the
     *     previous call
     * @throws UidGenerateException if the layout's last tick is used up
     */
    public synchronized long uidAt(Instant time) {
        if (time.isBefore(lastTime)) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT, "times must not descend, so sort the rows: time=%s, before=%s", time, lastTime));
        }
        long tick = layout.requireTickAt(time);
        long sequence = 0;
        if (tick <= lastTick) {
            boolean usedUp = lastSequence == layout.maxSequence();
            tick = usedUp ? lastTick + 1 : lastTick;
            sequence = usedUp ? 0 : lastSequence + 1;
        }
        if (tick > layout.maxTick()) {
            throw new UidGenerateException(
                    OptionText.of("the last tick is used up: the layout %s ends at %s", layout, layout.expiresAt()));
        }
        lastTime = time;
        lastTick = tick;
        lastSequence = sequence;
        return layout.encode(tick, workerId, sequence);
    }
}
