package org.uidgenerator.simulation;

import java.util.HashSet;
import java.util.Set;
import org.uidgenerator.worker.WorkerLease;

/** A worker id in the hands of one process, as the process sees it; tells the ledger what it claims. */
final class Tenure extends DelegatingLease {
    private final Ledger ledger;
    private final String process;
    private final Set<Long> claimed = new HashSet<>();
    private long greatestClaimed = -1;
    private long revokedAt;
    private int failures;

    Tenure(WorkerLease lease, Ledger ledger, String process) {
        super(lease);
        this.ledger = ledger;
        this.process = process;
    }

    @Override
    public void reserve(long tick) {
        failures++;
        super.reserve(tick);
        failures--;
        claimed.add(tick);
        greatestClaimed = Math.max(greatestClaimed, tick);
        ledger.claimed(this, tick);
    }

    /** Who asks and is told that it is revoked hands out nothing of it from then on. */
    @Override
    public boolean isRevoked() {
        boolean revoked = super.isRevoked();
        if (revoked && revokedAt == 0) {
            revokedAt = ledger.nextEvent();
        }
        return revoked;
    }

    boolean wasRevokedBefore(long event) {
        return revokedAt != 0 && revokedAt < event;
    }

    @Override
    public void release(long lastTick) {
        if (lastTick < greatestClaimed) {
            ledger.violated("%s gives tick %d back, but has claimed %d".formatted(this, lastTick, greatestClaimed));
        }
        super.release(lastTick);
    }

    /** How many times a tick could not be had. */
    int failures() {
        return failures;
    }

    boolean has(long tick) {
        return claimed.contains(tick);
    }

    long greatestClaimed() {
        return greatestClaimed;
    }

    String process() {
        return process;
    }

    @Override
    public String toString() {
        return "%s as worker %d from tick %d on".formatted(process, workerId(), firstTick());
    }
}
