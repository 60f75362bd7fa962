package org.uidgenerator.simulation;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongSupplier;
import org.uidgenerator.worker.WorkerLease;

/** A worker id in the hands of one process, as the process sees it; tells the ledger what it claims. */
final class Tenure extends DelegatingLease {
    private final WorkerLease truth;
    private final Ledger ledger;
    private final String process;
    private final LongSupplier nanos;
    private final Map<Long, Long> claimed = new HashMap<>(); // how long the store took for each tick
    private long reservedThrough = -1;
    private long greatest = -1;
    private long revokedAt;
    private int failures;

    /**
     * Makes a tenure.
     *
     * @param lease what the process is told
     * @param truth what would be true to tell
     */
    Tenure(WorkerLease lease, WorkerLease truth, Ledger ledger, LongSupplier nanos, String process) {
        super(lease);
        this.truth = truth;
        this.ledger = ledger;
        this.nanos = nanos;
        this.process = process;
    }

    @Override
    public void reserve(long tick) {
        long start = nanos.getAsLong();
        failures++;
        super.reserve(tick);
        failures--;
        claimed.put(tick, nanos.getAsLong() - start);
        reservedThrough = Math.max(reservedThrough, tick);
        ledger.claimed(this, tick);
    }

    /**
     * A generator that looks after what is open hands out nothing of a revoked lease from then on, even if it has
     * another.
     *
     * @return whether it is revoked
     */
    boolean looksWhetherItIsRevoked() {
        if (truth.isRevoked() && revokedAt == 0) {
            revokedAt = ledger.nextEvent();
        }
        return revokedAt != 0;
    }

    boolean wasRevokedBefore(long event) {
        return revokedAt != 0 && revokedAt < event;
    }

    @Override
    public void beginRelease(long lastTick) {
        requireNotBelowUsed(lastTick);
        super.beginRelease(lastTick);
    }

    @Override
    public void release(long lastTick) {
        requireNotBelowUsed(lastTick);
        super.release(lastTick);
    }

    private void requireNotBelowUsed(long lastTick) {
        if (lastTick < greatest) {
            ledger.violated(
                    String.format(Locale.ROOT, "%s gives tick %d back, but has used %d", this, lastTick, greatest));
        }
    }

    /** How many times a tick could not be had. */
    int failures() {
        return failures;
    }

    /** A UID of a tick was handed out. Says whether the tick had been reserved, by itself or with a later one. */
    boolean handedOut(long tick) {
        greatest = Math.max(greatest, tick);
        return tick <= reservedThrough;
    }

    long nanosToClaim(long tick) {
        return claimed.getOrDefault(tick, 0L);
    }

    /** The greatest tick of which UIDs were, or may be, handed out. */
    long greatest() {
        return greatest;
    }

    String process() {
        return process;
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%s as worker %d from tick %d on", process, workerId(), firstTick());
    }
}
