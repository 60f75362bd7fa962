package org.uidgenerator.generator;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.ManagedUidGenerator;
import org.uidgenerator.OptionText;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidGeneratorStatus;
import org.uidgenerator.UidLayout;
import org.uidgenerator.UidRange;
import org.uidgenerator.buffer.RejectedTakeBufferHandler;
import org.uidgenerator.internal.engine.BlockSource;
import org.uidgenerator.internal.engine.Engine;
import org.uidgenerator.internal.engine.EngineMeter;
import org.uidgenerator.internal.engine.RunState;
import org.uidgenerator.worker.LeaseState;
import org.uidgenerator.worker.WorkerLease;

/** All of a generator but {@link #getUID()}, the hot method, which each kind of generator has for itself. */
abstract sealed class LeasedUidGenerator implements ManagedUidGenerator
        permits CachedUidGenerator, DefaultUidGenerator {
    // No method is final: the compiler then repeats them in the public classes, where reflection may call them.

    private final String name;
    private final UidLayout layout;
    private final WatchedClock watched;
    private final Engine<?> engine;
    private final TickSource ticks;
    private final Lifecycle<?> lifecycle;

    /** For containers that make beans by reflection: the message names the class to use instead. */
    @SuppressWarnings("NullAway") // makes nothing whose fields could be read
    LeasedUidGenerator(Class<?> generator) {
        String name = generator.getSimpleName();
        throw new UnsupportedOperationException(
                name + " is made by its builder; in Spring XML the class of the bean is org.uidgenerator.spring." + name
                        + "FactoryBean");
    }

    /**
     * Starts a generator.
     *
     * @param <S> the blocks that ticks are cut into
     * @param options of all generators
     * @param watched the clock that it goes by
     * @param engine hands out the UIDs
     * @param ticks the ticks that it claims, and its worker ids
     * @param blocks what the ticks are cut into
     */
    <S extends BlockSource> LeasedUidGenerator(
            UidGeneratorBuilder<?> options, WatchedClock watched, Engine<S> engine, TickSource ticks, S blocks) {
        name = options.name;
        layout = options.layout;
        this.watched = watched;
        this.engine = engine;
        this.ticks = ticks;
        lifecycle = new Lifecycle<>(name, engine, ticks, blocks);
    }

    @Override
    public OptionalLong tryGetUID(Duration timeout) {
        return engine.tryNext(RejectedTakeBufferHandler.waitFor(timeout));
    }

    @Override
    public UidRange claim(int atMost) {
        return engine.claim(atMost);
    }

    @Override
    public UidLayout layout() {
        return layout;
    }

    /**
     * Reserves the ticks above the UID first. So a generator that cannot get there stays as it is, and one that can has
     * UIDs for the next call.
     */
    @Override
    public void advancePast(long uid) {
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
            lifecycle.leases().await(() -> tryReserveAbove(uid), (why, cause) -> refusal(uid, why, cause));
            reserved = true;
        } finally {
            if (!reserved) { // or the generator would lack ticks that it needs only to get there
                HeldWorkerId claimant = lifecycle.leases().claimants().get(0);
                claimant.forget(TickSource.lowestTickAbove(uid, claimant.lease.workerId(), layout));
            }
        }
    }

    /**
     * Checks everything again each time, because the worker id may have changed, or the generator may have been
     * stopped.
     */
    private boolean tryReserveAbove(long uid) {
        engine.state().requireOpen(name);
        LeasedTicks leases = lifecycle.leases();
        HeldWorkerId claimant = leases.claimants().get(0);
        WorkerLease lease = claimant.lease;
        if (engine.passed() >= uid) { // another call was faster
            return true;
        }
        requireInReach(uid, lease);
        long tick = TickSource.lowestTickAbove(uid, lease.workerId(), layout);
        return tick <= ticks.highestTick() // claimed already
                || tick < lease.firstTick()
                || tick > layout.maxTick() // callers are told
                || engine.state() != RunState.RUNNING
                || leases.tryReserve(tick, claimant);
    }

    private void requireInReach(long uid, WorkerLease lease) {
        TickClock clock = ticks.clock;
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
        return new UidGenerateException(OptionText.of("%s cannot advance past uid=%d: %s", name, uid, why), cause);
    }

    @Override
    public UidGeneratorStatus status() {
        LeasedTicks leases = lifecycle.leases();
        WorkerLease lease = leases.first().lease;
        LeaseState leaseState = lease.state();
        EngineMeter meter = engine.meter;
        long oldest = engine.leastFreshness();
        return new Status(
                lease.workerId(),
                leases.claimants().stream().map(one -> one.lease.workerId()).toList(),
                leaseState.identity(),
                leaseState.term(),
                leases.reservedUntil(leaseState),
                engine.issued(),
                engine.available(),
                engine.ring().size(),
                engine.ring().capacity(),
                notNegative(ticks.clock.millisAhead(ticks.lastTick())),
                oldest < 0 ? Duration.ZERO : notNegative(-ticks.clock.millisAhead(oldest)),
                meter.refills.sum(),
                Duration.ofNanos(meter.refillNanos.sum()),
                meter.waits.sum(),
                meter.rejectedTakes.sum(),
                watched.setbacks(),
                watched.largestSetback(),
                leaseState.clockSkew(),
                engine.failure(),
                leaseState.storeFailure());
    }

    private static Duration notNegative(long millis) {
        return Duration.ofMillis(Math.max(0, millis));
    }

    private record Status(
            long workerId,
            List<Long> workerIds,
            Optional<String> identity,
            OptionalLong term,
            Instant reservedUntil,
            long issued,
            long available,
            int blocks,
            int capacity,
            Duration borrowed,
            Duration staleness,
            long refills,
            Duration refillTime,
            long waits,
            long rejectedTakes,
            long clockSetbacks,
            Duration largestSetback,
            @Nullable Duration clockSkew,
            @Nullable Throwable failure,
            @Nullable Throwable storeFailure)
            implements UidGeneratorStatus {}

    @Override
    public void suspend() {
        lifecycle.suspend();
    }

    @Override
    public void resume() {
        lifecycle.resume();
    }

    @Override
    public void close() {
        lifecycle.close();
    }

    /** Returns the name, the layout and, if there is a ring, how full it is. */
    @Override
    public String toString() {
        return engine.ring().capacity() == 0
                ? String.format(Locale.ROOT, "%s (%s)", name, layout)
                : String.format(Locale.ROOT, "%s (%s, %s)", name, layout, engine.ring());
    }
}
