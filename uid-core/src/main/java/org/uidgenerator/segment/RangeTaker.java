package org.uidgenerator.segment;

import java.time.Duration;
import java.util.function.Consumer;
import org.uidgenerator.internal.NanoClock;
import org.uidgenerator.internal.background.BackgroundTask;
import org.uidgenerator.internal.background.BackgroundThreads;

/**
 * The store of a generator, and what else all its tags have in common.
 *
 * @param generator the generator's name
 * @param store where the counters are
 * @param rule how long ranges are
 * @param maxWaitNanos how long a call waits at most that names no time-out of its own
 * @param threads where tags wait for the store
 * @param forgotten learns that a tag has forgotten itself. Its lock is held
 */
record RangeTaker(
        String generator,
        IdentifiedStore store,
        StepRule rule,
        long maxWaitNanos,
        NanoClock nanoClock,
        BackgroundThreads threads,
        Consumer<TagRanges> forgotten) {
    private static final Duration LONGEST_BACKOFF = Duration.ofSeconds(5);

    /** Returns what takes ranges in the background. */
    BackgroundTask task(TagRanges ranges) {
        return threads.task(ranges, ranges, LONGEST_BACKOFF);
    }
}
