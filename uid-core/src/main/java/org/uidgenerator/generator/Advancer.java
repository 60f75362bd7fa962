package org.uidgenerator.generator;

import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.internal.NanoClock;
import org.uidgenerator.internal.engine.Engine;
import org.uidgenerator.internal.engine.RunState;
import org.uidgenerator.worker.WorkerLease;

/**
 * Moves a generator past the UIDs of others. First it reserves the ticks above the UID. So a generator that cannot get
 * there stays as it is, and one that can has UIDs for the next call.
 */
final class Advancer {
    private final String name;
    private final UidLayout layout;
    private final TickClock clock;
    private final Engine<?> engine;
    private final Supplier<? extends LeasedRun<?>> run;
    private final TickWait wait;

    /**
     * Makes what advances one generator.
     *
     * @param name the generator's
     * @param run returns what works now, or worked last
     */
    Advancer(
            String name,
            UidLayout layout,
            TickClock clock,
            NanoClock nanoClock,
            Engine<?> engine,
            Supplier<? extends LeasedRun<?>> run) {
        this.name = name;
        this.layout = layout;
        this.clock = clock;
        this.engine = engine;
        this.run = run;
        wait = new TickWait(() -> run.get().leases, nanoClock);
    }

    /** Does what {@link org.uidgenerator.UidGenerator#advancePast} says. */
    void advancePast(long uid) {
        engine.state().requireOpen(name);
        if (uid < 0 || uid > engine.passed()) {
            layout.decode(uid); // refuses what is no UID
            reserveAbove(uid);
            engine.advancePast(uid);
        }
    }

    private void reserveAbove(long uid) {
        boolean reserved = false;
        try {
            wait.until(() -> tryReserveAbove(uid), (why, cause) -> refusal(uid, why, cause));
            reserved = true;
        } finally {
            if (!reserved) {
                forget(uid);
            }
        }
    }

    /** Otherwise the generator would lack ticks that it needs only to get there. */
    private void forget(long uid) {
        LeasedTicks leases = run.get().leases;
        HeldWorkerId claimant = leases.claimants().get(0);
        claimant.forget(TickSource.lowestTickAbove(uid, claimant.lease.workerId(), layout));
    }

    /**
     * Checks everything again each time, because the worker id may have changed, or the generator may have been
     * stopped.
     */
    private boolean tryReserveAbove(long uid) {
        engine.state().requireOpen(name);
        LeasedRun<?> run = this.run.get();
        HeldWorkerId claimant = run.leases.claimants().get(0);
        WorkerLease lease = claimant.lease;
        if (engine.passed() >= uid) { // another call was faster
            return true;
        }
        requireInReach(uid, lease);
        long tick = TickSource.lowestTickAbove(uid, lease.workerId(), layout);
        return tick <= run.ticks.highestTick() // claimed already
                || tick < lease.firstTick()
                || tick > layout.maxTick() // whoever wants a UID is told
                || engine.state() != RunState.RUNNING
                || run.leases.tryReserve(tick, claimant);
    }

    private void requireInReach(long uid, WorkerLease lease) {
        long now = clock.currentTick();
        long tick = layout.tickOf(uid);
        if (tick > clock.latestTick(now)) {
            throw refusal(
                    uid, beyond("its time must not be later than now + maxBorrow", tick, clock.latestTick(now)), null);
        }
        if (tick > lease.latestTick(now)) {
            String rule = "its time must not be later than the lease of worker id " + lease.workerId() + " allows now";
            throw refusal(uid, beyond(rule, tick, lease.latestTick(now)), null);
        }
    }

    private String beyond(String rule, long tick, long latest) {
        return String.format(Locale.ROOT, "%s: time=%s, latest=%s", rule, layout.timeOf(tick), layout.timeOf(latest));
    }

    private UidGenerateException refusal(long uid, String why, @Nullable Throwable cause) {
        return new UidGenerateException(
                String.format(Locale.ROOT, "%s cannot advance past uid=%d: %s", name, uid, why), cause);
    }
}
