package org.uidgenerator.crash;

import java.util.Locale;
import org.uidgenerator.UidLayout;

/**
 * Consecutive UIDs that one process was given.
 *
 * @param launch the number of the process
 * @param first the lowest
 * @param count how many, at least one
 */
record Issued(int launch, long first, long count) {
    long last() {
        return first + count - 1;
    }

    /** Says who was given what, for the message of a failure. */
    String describe(UidLayout layout) {
        return String.format(
                Locale.ROOT,
                "launch %d: %d..%d (worker id %d, tick %d, sequence %d..)",
                launch,
                first,
                last(),
                layout.decode(first).workerId(),
                layout.tickOf(first),
                layout.decode(first).sequence());
    }
}
