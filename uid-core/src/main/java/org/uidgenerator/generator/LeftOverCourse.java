package org.uidgenerator.generator;

import java.util.NavigableMap;
import java.util.TreeMap;
import org.uidgenerator.UidLayout;

/** Goes back with the clock to what was left over in recent ticks, those that nobody asked for a UID in included. */
final class LeftOverCourse extends Course {
    private final int ticks;

    /** Recent ticks that have sequences left, with the first of them. The open tick is none. */
    private final NavigableMap<Long, Long> left = new TreeMap<>();

    LeftOverCourse(UidLayout layout, TickClock clock, Overflow overflow, int ticks) {
        super(layout, clock, overflow);
        this.ticks = ticks;
    }

    @Override
    long nextTick(long now) {
        Long tick = left.ceilingKey(now);
        return tick == null ? super.nextTick(now) : tick;
    }

    @Override
    Opening part(long now, long tick) {
        long first = left.getOrDefault(tick, 0L);
        return first == 0
                ? super.part(now, tick)
                : new Opening(now, tick, first, layout.maxSequence(), 1); // a rest: nothing more is skipped
    }

    @Override
    boolean mustLeave(long now) {
        Long nearer = left.ceilingKey(now);
        return super.mustLeave(now) || (nearer != null && nearer < last);
    }

    @Override
    void leave(long sequence) {
        left.put(last, sequence);
        forgetUpTo(highest - ticks);
    }

    @Override
    void use(Opening opening) {
        long tick = opening.tick();
        left.remove(tick);
        for (long unused = Math.max(highest + 1, tick - ticks + 1); unused < tick; unused++) {
            left.put(unused, 0L);
        }
        forgetUpTo(Math.max(highest, tick) - ticks);
    }

    private void forgetUpTo(long tick) {
        left.headMap(tick, true).clear();
    }

    @Override
    void startAnew() {
        left.clear();
    }
}
