package org.uidgenerator.crash;

import java.util.Locale;
import org.uidgenerator.UidLayout;

/**
 * Consecutive UIDs, or numbers of a tag, that one process was given.
 *
 * @param process the number of the process
 * @param first the lowest
 * @param count how many, at least one
 */
record Issued(int process, long first, long count) {
    long last() {
        return first + count - 1;
    }

    /** Describes, for the message of a failure, which process got which numbers of a tag. */
    String describe(String tag) {
        return String.format(Locale.ROOT, "process %d: %s %d..%d", process, tag, first, last());
    }

    /** Describes which process got which UIDs. */
    String describe(UidLayout layout) {
        return String.format(
                Locale.ROOT,
                "process %d: %d..%d (worker id %d, tick %d, sequence %d..)",
                process,
                first,
                last(),
                layout.decode(first).workerId(),
                layout.tickOf(first),
                layout.decode(first).sequence());
    }
}
