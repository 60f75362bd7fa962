package org.uidgenerator.crash;

import java.util.Locale;
import org.uidgenerator.UidLayout;

/**
 * Consecutive UIDs, or numbers of a tag, that one process was given.
 *
 * @param launch the number of the process
 * @param first the lowest
 * @param count how many, at least one
 */
record Issued(int launch, long first, long count) {
    long last() {
        return first + count - 1;
    }

    /** Says who was given which numbers of a tag, for the message of a failure. */
    String describe(String tag) {
        return String.format(Locale.ROOT, "launch %d: %s %d..%d", launch, tag, first, last());
    }

    /** Says who was given which UIDs. */
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
