package org.uidgenerator.generator;

import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidLayout;
import org.uidgenerator.worker.WorkerLease;

/**
 * Chooses the tick to open next, as the {@link ClockPolicy} says. This class counts on while the clock is behind; subclasses
 * override where they differ. Guarded by the lock of the generator's stripe.
 */
class Course {
    private static final long MOST_SKIPPED = 1024;

    final UidLayout layout;
    final TickClock clock;
    private final Overflow overflow;
    private final long tickNanos;

    private @Nullable WorkerLease lease;
    private long openedNanos;

    /** The tick opened last, or -1. To be read without the lock, too. */
    volatile long last = -1;

    /** The tick that the clock showed then. */
    long clockThen = -1;

    /** The highest tick opened so far, or -1. */
    long highest = -1;

    /**
     * The lowest tick that may be opened under the lease: the first one that was. A lease need not know what earlier holders
     * of its worker id have stamped below.
     */
    long floor;

    Course(UidLayout layout, TickClock clock, Overflow overflow) {
        this.layout = layout;
        this.clock = clock;
        this.overflow = overflow;
        tickNanos = layout.tick().toNanos();
    }

    /**
     * Chooses what to open next.
     *
     * @param lease the lease in use: under another one than before, all ticks are above those opened so far
     * @return the choice, or null as long as the time of the next tick has not come
     * @throws org.uidgenerator.UidGenerateException if the policy refuses to go on
     */
    final @Nullable Opening next(WorkerLease lease, long nanoTime) {
        if (lease != this.lease) {
            this.lease = lease;
            floor = Math.max(highest + 1, lease.firstTick());
            startAnew();
        }
        long now = clock.currentTick();
        long tick = nextTick(now);
        boolean early = last >= now && tick > last && overflow.holdsBack(nanoTime - openedNanos, tickNanos);
        return early || tick > clock.latestTick(now) ? null : part(now, tick);
    }

    /** How long until {@link #next} is worth another try after it gave null. */
    final long nanosUntilNext(long nanoTime) {
        long untilPace = openedNanos + tickNanos - nanoTime;
        return Math.min(clock.nanosUntilNextTick(), untilPace > 0 ? untilPace : Long.MAX_VALUE);
    }

    /** Records that a choice is carried out. */
    final void opened(Opening opening, long nanoTime) {
        if (highest < floor) {
            floor = opening.tick();
            highest = floor - 1;
        }
        use(opening);
        last = opening.tick();
        highest = Math.max(highest, last);
        clockThen = opening.now();
        openedNanos = nanoTime;
    }

    /** Records that the lease is given back: what comes next is above all ticks, even under an equal one. */
    final void end() {
        lease = null;
    }

    /** The tick to be opened while the clock shows another; far in the future if it has to wait for the clock. */
    long nextTick(long now) {
        return Math.max(now, Math.max(highest + 1, floor));
    }

    /** The part of a tick that is opened. */
    Opening part(long now, long tick) {
        return part(now, tick, 0, layout.maxSequence());
    }

    final Opening part(long now, long tick, long firstSequence, long lastSequence) {
        long skipRange = Math.min(MOST_SKIPPED, (lastSequence - firstSequence + 1) / 2);
        return new Opening(now, tick, firstSequence, lastSequence, skipRange);
    }

    /** Returns whether the open tick must be left although it is not used up. */
    boolean mustLeave(long now) {
        return last < now || last > clock.latestTick(now);
    }

    /** Records that the open tick was left, the sequences from this one on unused. */
    void leave(long sequence) {}

    /** Records a part that is opened, before anything else has changed. */
    void use(Opening opening) {}

    /** Forgets what is known about ticks: the worker id is another. */
    void startAnew() {}
}
