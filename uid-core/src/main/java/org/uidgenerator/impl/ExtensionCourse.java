package org.uidgenerator.impl;

import org.uidgenerator.UidLayout;

/** Goes back with the clock and stamps its ticks once more, with another extension: the top bits of the sequence. */
final class ExtensionCourse extends Course {
    /*
     *   clock     5  6  7 | 3  4  5  6 | 4  5  6  7  8  9      A run of ticks ascends, so it has each tick once. A run is one
     *   extension 0  0  0 | 1  1  1  1 | 2  2  2  2  0  0      higher than the run before it, until a tick above all others
     *                     ^            ^             ^         is opened: from there on, no tick was stamped with anything.
     *                set back     set back      new ticks
     */
    private final int bits;
    private final int bitsBelow;
    private long extension;

    ExtensionCourse(UidLayout layout, TickClock clock, Overflow overflow, int bits) {
        super(layout, clock, overflow);
        if (bits < 1 || bits >= layout.seqBits()) {
            throw new IllegalArgumentException("extensionBits must be in [1, %d] (seqBits - 1): extensionBits=%d"
                    .formatted(layout.seqBits() - 1, bits));
        }
        this.bits = bits;
        bitsBelow = layout.seqBits() - bits;
    }

    @Override
    long nextTick(long now) {
        long lowest = goesBack(now) ? floor : Math.max(floor, last + 1);
        return Math.max(now, lowest);
    }

    @Override
    Opening part(long now, long tick) {
        long first = extensionAt(now) << bitsBelow;
        return part(now, tick, first, first + (1L << bitsBelow) - 1);
    }

    private long extensionAt(long now) {
        if (goesBack(now)) {
            return extension + 1;
        }
        return now > highest ? 0 : extension;
    }

    @Override
    boolean mustLeave(long now) {
        return super.mustLeave(now) || goesBack(now);
    }

    private boolean goesBack(long now) {
        return now < clockThen && extension + 1 < 1L << bits;
    }

    @Override
    void use(Opening opening) {
        extension = opening.firstSequence() >>> bitsBelow;
    }

    @Override
    void startAnew() {
        extension = 0;
    }
}
