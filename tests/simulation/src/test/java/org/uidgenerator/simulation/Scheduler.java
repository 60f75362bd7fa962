package org.uidgenerator.simulation;

import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Takes one step after the other on one thread, as a seed decides. When a thread waits, the next steps are taken from
 * there, and those of the waiting thread come after them.
 */
abstract class Scheduler {
    private static final int DEEPEST = 4;
    private static final long LONGEST_NANOS = TimeUnit.DAYS.toNanos(1); // of the time that passes, not of clocks

    private final Chance chance;
    private final Trace trace;

    private long nanoOrigin;
    private long nanos;
    private int taken;
    private int depth;
    private boolean calm;
    private long storeAwayUntil;

    Scheduler(long seed, Trace trace) {
        chance = new Chance(seed);
        this.trace = trace;
    }

    /** Lets the time of processes begin anywhere, also shortly before its numbers overflow. */
    final void drawNanoOrigin() {
        nanoOrigin = chance.pick(1, -5_000_000_000L, Long.MAX_VALUE - 5_000_000_000L);
    }

    /** How many steps there are before the end begins. */
    abstract int steps();

    /** How long a step lasts at most. */
    abstract long longestStepNanos();

    abstract boolean isViolated();

    abstract void runWhatIsDue();

    /** Makes something happen. */
    abstract void act();

    final boolean hasSteps() {
        return taken < steps();
    }

    final void step() {
        taken++;
        pass(chance.oneIn(3) ? 0 : chance.between(0, longestStepNanos()));
        if (taken > steps() || isViolated()) {
            return;
        }
        runWhatIsDue();
        act();
    }

    /** Takes steps while a thread waits. */
    final void meanwhile(long steps) {
        if (depth < DEEPEST && !calm) {
            depth++;
            for (long i = 0; i < steps; i++) {
                step();
            }
            depth--;
        }
    }

    /** Whether a message is slow, so that others act until it arrives. */
    final boolean isSlow() {
        return !calm && depth < DEEPEST && chance.oneIn(8);
    }

    final void pass(long nanos) {
        this.nanos += nanos;
        requireAnEnd(this.nanos);
    }

    /** Otherwise a wait without an end would hide its seed. */
    static void requireAnEnd(long nanos) {
        if (nanos > LONGEST_NANOS) {
            throw new Violation("a thread waits for ever", null);
        }
    }

    /** From now on nothing goes wrong any more, and no store is slow. */
    final void calmDown() {
        calm = true;
        storeAwayUntil = 0;
    }

    final boolean isCalm() {
        return calm;
    }

    final void takeStoreAway(long forNanos) {
        storeAwayUntil = nanos + forNanos;
    }

    final boolean storeIsAway() {
        return storeAwayUntil > nanos;
    }

    final void say(String what) {
        if (isViolated()) {
            return; // what unwinds now would hide what happened
        }
        trace.add(String.format(Locale.ROOT, "%,d us %s%s", nanos / 1_000, "  ".repeat(depth), what));
    }

    final long nanos() {
        return nanos;
    }

    final long nanoTime() {
        return nanoOrigin + nanos;
    }

    final Chance chance() {
        return chance;
    }
}
