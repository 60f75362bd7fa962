package org.uidgenerator.generator;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.uidgenerator.UidLayout;

/** Goes back with the clock and stamps its ticks once more, with another extension: the top bits of the sequence. */
final class ExtensionCourse extends Course {
    /*
     *   clock      5  6  7 | 3  4  5 | 4  5  6 ... 8 | 6         The ticks of one extension ascend, so it has each tick once.
     *   extension  0  0  0 | 1  1  1 | 2  2  1     0 | 2         The lowest one is taken that has stamped nothing from the
     *                      ^         ^               ^           tick on: the number of rollbacks, until the clock has
     *                  set back   set back        set back       passed what was stamped before. Under another worker id all
     *                                                            ticks are above those, so that it starts with 0.
     */
    private final int bits;
    private final int bitsBelow;

    /** The highest tick of each extension that has been used. */
    private final List<Long> highestOf = new ArrayList<>();

    ExtensionCourse(UidLayout layout, TickClock clock, Overflow overflow, int bits) {
        super(layout, clock, overflow);
        if (bits < 1 || bits >= layout.seqBits()) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "extensionBits must be in [1, %d] (seqBits - 1): extensionBits=%d",
                    layout.seqBits() - 1,
                    bits));
        }
        this.bits = bits;
        bitsBelow = layout.seqBits() - bits;
    }

    @Override
    long nextTick(long now) {
        return Math.max(now, goesBack(now) ? floor : Math.max(floor, last + 1));
    }

    private boolean goesBack(long now) {
        return now < clockThen && extensionFor(Math.max(now, floor)) < 1L << bits;
    }

    private int extensionFor(long tick) {
        int extension = 0;
        while (extension < highestOf.size() && highestOf.get(extension) >= tick) {
            extension++;
        }
        return extension;
    }

    @Override
    Opening part(long now, long tick) {
        long first = (long) extensionFor(tick) << bitsBelow;
        return part(now, tick, first, first + (1L << bitsBelow) - 1);
    }

    @Override
    boolean mustLeave(long now) {
        return super.mustLeave(now) || goesBack(now);
    }

    @Override
    void use(Opening opening) {
        int extension = (int) (opening.firstSequence() >>> bitsBelow);
        if (extension == highestOf.size()) {
            highestOf.add(opening.tick());
        } else {
            highestOf.set(extension, opening.tick());
        }
    }
}
