package org.uidgenerator.simulation;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.uidgenerator.UidLayout;

/**
 * All ticks claimed and UIDs handed out by all processes, checked against the promises. The first violation is kept:
 * what finds it may run inside code that continues after any exception.
 */
final class Ledger {
    private static final int BITS = 6;

    private final UidLayout layout;
    private final int workerIds;
    private final Map<Long, Long> handedOut = new HashMap<>(); // a bit a UID
    private final Map<Long, NavigableMap<Long, Tenure>> tenures = new HashMap<>(); // by worker id, then first tick
    private long uids;
    private long greatest = -1;
    private long events;
    private long additional;
    private Violation first;

    Ledger(UidLayout layout, int workerIds) {
        this.layout = layout;
        this.workerIds = workerIds;
    }

    void violated(String message) {
        violated(message, null);
    }

    void violated(String message, Throwable cause) {
        if (first == null) {
            first = new Violation(message, cause);
        }
    }

    boolean isViolated() {
        return first != null;
    }

    void requireNoViolation() {
        if (first != null) {
            throw first;
        }
    }

    long uids() {
        return uids;
    }

    /** The greatest UID that a caller got, or -1. */
    long greatest() {
        return greatest;
    }

    /** Numbers what happens, in order. */
    long nextEvent() {
        return ++events;
    }

    /** How many worker ids were taken by processes that held one already. */
    long additional() {
        return additional;
    }

    /** A process has taken a worker id: above all that others have claimed or will claim. */
    void acquired(Tenure tenure, boolean isAdditional) {
        additional += isAdditional ? 1 : 0;
        NavigableMap<Long, Tenure> ofWorker = tenures.computeIfAbsent(tenure.workerId(), id -> new TreeMap<>());
        var before = ofWorker.floorEntry(tenure.firstTick());
        if (before != null && before.getValue().greatest() >= tenure.firstTick()) {
            violated(String.format(
                    Locale.ROOT,
                    "%s begins below tick %d of %s",
                    tenure,
                    before.getValue().greatest(),
                    before.getValue()));
        }
        ofWorker.put(tenure.firstTick(), tenure);
        if (tenure.workerId() >= workerIds) {
            violated(String.format(Locale.ROOT, "%s is out of range", tenure));
        }
    }

    void claimed(Tenure tenure, long tick) {
        NavigableMap<Long, Tenure> ofWorker = tenures.get(tenure.workerId());
        var next = ofWorker.higherEntry(tenure.firstTick());
        if (tick < tenure.firstTick() || (next != null && tick >= next.getKey())) {
            violated(String.format(Locale.ROOT, "%s claims tick %d, beside %s", tenure, tick, next));
        }
    }

    /** A call has got a UID. */
    void handedOut(Call call, long uid) {
        uids++;
        greatest = Math.max(greatest, uid);
        long bit = 1L << uid;
        Long others = handedOut.merge(uid >> BITS, bit, (old, added) -> (old & added) == 0 ? old | added : null);
        if (others == null) {
            violated(String.format(Locale.ROOT, "%s got %d, which was handed out before", call, uid));
            return;
        }
        if (uid < 0) {
            violated(String.format(Locale.ROOT, "%s got the negative %d", call, uid));
            return;
        }
        var parts = layout.decode(uid);
        long tick = layout.tickOf(uid);
        NavigableMap<Long, Tenure> ofWorker = tenures.getOrDefault(parts.workerId(), new TreeMap<>());
        var entry = ofWorker.floorEntry(tick);
        if (entry == null
                || !entry.getValue().process().equals(call.process())
                || !entry.getValue().handedOut(tick)) {
            violated(String.format(
                    Locale.ROOT,
                    "%s got %d of worker %d and tick %d, which it had not claimed but %s",
                    call,
                    uid,
                    parts.workerId(),
                    tick,
                    entry));
        } else if (entry.getValue().wasRevokedBefore(call.began())) {
            violated(String.format(
                    Locale.ROOT, "%s got %d of tick %d after %s was revoked", call, uid, tick, entry.getValue()));
        }
    }

    /** How long the store took to reserve the tick of a UID that was handed out. */
    long nanosToClaim(long uid) {
        long tick = layout.tickOf(uid);
        return tenures.get(layout.decode(uid).workerId())
                .floorEntry(tick)
                .getValue()
                .nanosToClaim(tick);
    }
}
