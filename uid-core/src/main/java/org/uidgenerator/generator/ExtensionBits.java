package org.uidgenerator.generator;

import org.uidgenerator.OptionException;
import org.uidgenerator.OptionText;
import org.uidgenerator.UidLayout;

/** Goes back with the clock and stamps the same ticks again, with another extension: the top bits of the sequence. */
record ExtensionBits(UidLayout layout, int bits) implements TickRule {
    /*
     *   clock      5  6  7 | 3  4  5 | 4  5  6 ... 8 | 6         The ticks of one extension ascend, so each tick is stamped
     *   extension  0  0  0 | 1  1  1 | 2  2  1     0 | 2         with it once. The lowest one is chosen that has stamped
     *                      ^         ^               ^           neither the tick nor a later one. Under another lease all
     *                  set back   set back        set back       ticks are above those stamped before, so it starts with 0.
     */
    ExtensionBits {
        if (bits < 1 || bits >= layout.seqBits()) {
            throw new OptionException(
                    "extensionBits", bits, OptionText.of("must be in [1, %d] ({seqBits} - 1)", layout.seqBits() - 1));
        }
    }

    @Override
    public TickRange next(TickHistory history, long now) {
        long lowest =
                goesBack(history, now) ? history.firstTick() : Math.max(history.firstTick(), history.lastTick() + 1);
        long tick = Math.max(now, lowest);
        return TickRange.ofExtension(tick, history.freeExtension(tick), layout.seqBits() - bits);
    }

    @Override
    public boolean mustLeave(TickHistory history, long now) {
        return goesBack(history, now);
    }

    /** Returns whether the clock was set back, to a tick for which an extension is free. */
    private boolean goesBack(TickHistory history, long now) {
        return now < history.clockThen() && history.freeExtension(Math.max(now, history.firstTick())) < 1L << bits;
    }
}
