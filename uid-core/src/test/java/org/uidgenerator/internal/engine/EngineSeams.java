package org.uidgenerator.internal.engine;

/** Opens the engine to the tests of generators. */
public final class EngineSeams {
    private EngineSeams() {}

    /** Does what the padder does when it is woken. Returns the nanoseconds until it would do so again. */
    public static long runPadderOnce(UidBuffer buffer) {
        return buffer.padder().task.runOnce();
    }

    /** The stripes of all threads. */
    static Stripe[] stripes(UidBuffer buffer) {
        return buffer.stripes;
    }

    /** Refills the ring whether it needs it or not. */
    public static void refill(UidBuffer buffer) {
        buffer.padder().refill();
    }

    /** How many calls wait. */
    public static int waiting(UidBuffer buffer) {
        return buffer.waiting();
    }

    /** How many calls wait. */
    public static int waiting(UnbufferedBlocks blocks) {
        return blocks.line.size();
    }
}
