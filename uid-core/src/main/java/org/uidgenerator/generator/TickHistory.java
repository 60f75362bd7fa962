package org.uidgenerator.generator;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidLayout;

/**
 * The ticks that a generator has used, which are all that a {@link TickRule} knows of the past. Recorded in the same
 * way under every rule. For one thread at a time, except {@link #lastTick()} and {@link #highestTick()}.
 */
final class TickHistory {
    private final UidLayout layout;
    private final int recentTicks;

    private volatile @Nullable TickRange last; // one thread writes it at the same time
    private long clockThen = -1;
    private long nanosThen;
    private volatile long highestTick = -1; // as last
    private long firstTick;

    /** The rests of the recent ticks, by tick. The range used last is not there until it has been left. */
    private final NavigableMap<Long, TickRange> rests = new TreeMap<>();

    /** The highest tick used with each extension. */
    private final List<Long> highestOfExtensions = new ArrayList<>();

    /**
     * Makes a history in which nothing has been used.
     *
     * @param recentTicks of how many ticks, the highest one included, the rests are kept
     */
    TickHistory(UidLayout layout, int recentTicks) {
        this.layout = layout;
        this.recentTicks = recentTicks;
    }

    /**
     * Records that another lease is in use from now on: its ticks are above all those used so far, and no lower than
     * its first. Nothing is known here of lower ones, because the worker id may have had other holders.
     */
    void newLease(long firstTick) {
        this.firstTick = Math.max(highestTick + 1, firstTick);
        rests.clear();
    }

    /** Records that no lower tick than this one is to be used from now on. */
    void beginAt(long tick) {
        firstTick = Math.max(firstTick, tick);
        rests.headMap(tick, false).clear();
    }

    /**
     * Records that a range is going to be used.
     *
     * @param now the tick of now
     * @param nanoTime the time now, which no change of the clock affects
     */
    void used(TickRange range, long now, long nanoTime) {
        long tick = range.tick();
        if (highestTick < firstTick) {
            firstTick = tick; // the first under the lease: what was passed over below it may be another holder's
        } else {
            keepTicksPassedOver(tick);
        }
        rests.remove(tick);
        highestTick = Math.max(highestTick, tick);
        forgetOldRests();
        recordExtension(range.extension(), tick);
        clockThen = now;
        nanosThen = nanoTime;
        last = range;
    }

    private void keepTicksPassedOver(long tick) {
        for (long unused = Math.max(highestTick + 1, tick - recentTicks + 1); unused < tick; unused++) {
            rests.put(unused, TickRange.whole(unused, layout));
        }
    }

    private void forgetOldRests() {
        rests.headMap(highestTick - recentTicks, true).clear();
    }

    private void recordExtension(int extension, long tick) {
        if (extension == highestOfExtensions.size()) {
            highestOfExtensions.add(tick);
        } else {
            highestOfExtensions.set(extension, Math.max(tick, highestOfExtensions.get(extension)));
        }
    }

    /** Records that the range used last has been left, from this sequence on unused. */
    void left(long sequence) {
        TickRange last = this.last;
        if (last != null) {
            rests.put(last.tick(), last.from(sequence));
        }
    }

    /** The tick used last, or -1. For any thread. */
    long lastTick() {
        TickRange last = this.last;
        return last == null ? -1 : last.tick();
    }

    /** The tick that the clock showed when one was used last, or -1. */
    long clockThen() {
        return clockThen;
    }

    /** The time when a tick was used last, on the scale of {@link System#nanoTime}; meaningless before that. */
    long nanosThen() {
        return nanosThen;
    }

    /** The highest tick used so far, or -1. For any thread. */
    long highestTick() {
        return highestTick;
    }

    /**
     * The lowest tick that may be used under the lease, for the first time or again. Once ticks have been used, it is
     * the first of these.
     */
    long firstTick() {
        return firstTick;
    }

    /** The lowest tick from this one on that is above all those used so far, with all its sequences. */
    TickRange freshFrom(long tick) {
        return TickRange.whole(Math.max(tick, Math.max(highestTick + 1, firstTick)), layout);
    }

    /** The rest of the first recent tick, from this one on, that has sequences left. */
    @Nullable
    TickRange restFrom(long tick) {
        Map.Entry<Long, TickRange> rest = rests.ceilingEntry(tick);
        return rest == null ? null : rest.getValue();
    }

    /** The lowest extension with which neither a tick nor any after it has been used. */
    int freeExtension(long tick) {
        int extension = 0;
        while (extension < highestOfExtensions.size() && highestOfExtensions.get(extension) >= tick) {
            extension++;
        }
        return extension;
    }
}
