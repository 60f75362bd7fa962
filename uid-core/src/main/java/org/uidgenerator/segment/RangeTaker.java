package org.uidgenerator.segment;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.uidgenerator.OptionText;
import org.uidgenerator.PendingWrite;
import org.uidgenerator.StoreIdentity;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidRange;
import org.uidgenerator.internal.NanoClock;
import org.uidgenerator.internal.background.BackgroundTask;
import org.uidgenerator.internal.background.BackgroundThreads;

/**
 * The store of a generator, and what all its tags have in common. A failure of the store says which tag it was for.
 *
 * @param generator the generator's name
 * @param spaced the store
 * @param rule how long ranges are
 * @param maxWaitNanos how long a call waits at most that names no time-out of its own
 * @param threads where tags wait for the store
 * @param forgotten learns that a tag has forgotten itself. Its lock is held
 */
record RangeTaker(
        String generator,
        IdentifiedStore spaced,
        StepRule rule,
        long maxWaitNanos,
        NanoClock nanoClock,
        BackgroundThreads threads,
        Consumer<TagRanges> forgotten) {
    private static final Duration LONGEST_BACKOFF = Duration.ofSeconds(5);

    /** Where the counters are. */
    SegmentStore store() {
        return spaced.store();
    }

    /** What the ranges are of, or empty if no range was taken yet or the store keeps none. */
    Optional<StoreIdentity> identity() {
        return spaced.seen();
    }

    /** Begins to take a range. */
    PendingWrite<UidRange> begin(String tag, long length) {
        return asking(tag, () -> spaced.beginTake(tag, length));
    }

    /** Ends what was begun. */
    UidRange confirm(String tag, PendingWrite<UidRange> pending) {
        return asking(tag, pending::confirm);
    }

    /** Gives the rest of the last range back. Returns whether the store has taken it. */
    boolean giveBack(String tag, UidRange rest) {
        return asking(tag, () -> spaced.giveBack(tag, rest));
    }

    private <T> T asking(String tag, Supplier<T> call) {
        try {
            return Objects.requireNonNull(call.get(), "range");
        } catch (UidGenerateException e) {
            throw e;
        } catch (RuntimeException | Error e) { // whatever it is, the tag must be tried again
            throw new UidGenerateException(
                    OptionText.of(
                            "%s got no range of tag %s from %s: %s", generator, tag, store(), OptionText.saidBy(e)),
                    e);
        }
    }

    /** Returns what takes ranges in the background. */
    BackgroundTask task(TagRanges ranges) {
        return threads.task(ranges, ranges, LONGEST_BACKOFF);
    }
}
