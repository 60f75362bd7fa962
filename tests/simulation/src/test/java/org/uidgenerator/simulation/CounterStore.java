package org.uidgenerator.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.uidgenerator.UidRange;
import org.uidgenerator.segment.ExhaustedCounterException;

/** The counters that all processes share. Knows their latest writes, so that a crash can lose them. */
final class CounterStore {
    /** How long a write rests that a crash may lose. */
    static final Duration GRACE = Duration.ofSeconds(2);

    private final SegmentSimulation simulation;
    private final Map<String, Long> taken = new HashMap<>();
    private final List<Write> writes = new ArrayList<>();
    private final List<Runnable> onTheirWay = new ArrayList<>();
    private long crashes;
    private boolean lowered;

    private record Write(long nanos, String tag, long before) {}

    CounterStore(SegmentSimulation simulation) {
        this.simulation = simulation;
        for (String tag : simulation.tags()) {
            taken.put(tag, simulation.plan().firstNumber() - 1);
        }
    }

    /** The counters of periods begin when they are first asked for. */
    long taken(String tag) {
        return taken.getOrDefault(tag, 0L);
    }

    /** Returns the numbers above what was taken before, as many as are wanted or left. */
    static UidRange next(long taken, long length, long step) {
        if (taken > Long.MAX_VALUE - step) {
            throw new ExhaustedCounterException("the counter is exhausted: it stands at " + taken);
        }
        long first = taken + step;
        long size = Math.min(length - 1, (Long.MAX_VALUE - first) / step) + 1;
        return new UidRange(first, first + (size - 1) * step, step);
    }

    void raise(String tag, long to) {
        writes.add(new Write(simulation.nanos(), tag, taken(tag)));
        taken.put(tag, Math.max(taken(tag), to));
    }

    /** Sets a counter back if it stands at the end of what is given back. Returns whether it did. */
    boolean lower(String tag, UidRange rest) {
        boolean isLast =
                taken(tag) == rest.last() || simulation.weakness() == SegmentWeakness.TAKES_BACK_UNCONDITIONALLY;
        if (isLast) {
            writes.add(new Write(simulation.nanos(), tag, taken(tag)));
            taken.put(tag, rest.first() - 1);
            lowered = true;
        }
        return isLast;
    }

    /** Returns whether a process has given a rest back. */
    boolean wasLowered() {
        return lowered;
    }

    /** Keeps a rest whose process does not know whether it will be taken back. */
    void holdBack(String tag, UidRange rest) {
        onTheirWay.add(() -> lower(tag, rest));
    }

    boolean isAtItsEnd(String tag) {
        return taken(tag) > Long.MAX_VALUE - 10 * simulation.plan().maxStep();
    }

    /** Keeps a write whose process does not know whether it will be done. */
    void holdBack(String tag, long length) {
        onTheirWay.add(() -> raise(tag, next(taken(tag), length, 1).last()));
    }

    /** Does a write that was held back, if there is one. */
    void deliver() {
        if (!onTheirWay.isEmpty()) {
            try {
                onTheirWay
                        .remove((int) simulation.chance().between(0, onTheirWay.size() - 1))
                        .run();
                simulation.say("a range is taken late, for no caller, or given back late");
            } catch (ExhaustedCounterException e) {
                simulation.say("a range is not taken any more");
            }
        }
    }

    /** Loses what was written in the last time. */
    void crash(long lastNanos) {
        crashes++;
        for (int i = writes.size() - 1; i >= 0 && writes.get(i).nanos() > simulation.nanos() - lastNanos; i--) {
            Write lost = writes.remove(i);
            taken.put(lost.tag(), lost.before());
        }
        simulation.say("the store crashes, counters are at " + taken);
    }

    long crashes() {
        return crashes;
    }

    /** Lowers a counter, as a restored backup does. */
    void goBack(String tag, long by) {
        taken.put(tag, Math.max(0, taken(tag) - by));
        simulation.say(tag + " goes back to " + taken(tag));
    }
}
