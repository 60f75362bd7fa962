package org.uidgenerator.segment;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.uidgenerator.IdSpace;
import org.uidgenerator.OptionText;
import org.uidgenerator.PendingWrite;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidRange;
import org.uidgenerator.internal.NanoClock;
import org.uidgenerator.internal.background.BackgroundTask;
import org.uidgenerator.internal.background.BackgroundThreads;
import org.uidgenerator.internal.background.BackgroundWork;

/**
 * The store of a generator, and what all its tags have in common. A failure of the store says which tag it was for.
 *
 * @param generator the generator's name
 * @param spaced the store
 * @param rule how long ranges are
 * @param threads where tags wait for the store
 */
record RangeTaker(String generator, SpacedStore spaced, StepRule rule, NanoClock nanoClock, BackgroundThreads threads) {
    private static final Duration LONGEST_BACKOFF = Duration.ofSeconds(5);

    /** Where the counters are. */
    SegmentStore store() {
        return spaced.store();
    }

    /** What the ranges are of, or empty if no range was taken yet or the store keeps none. */
    Optional<IdSpace> space() {
        return spaced.seen();
    }

    /** Takes a range, and waits until it is safe. */
    UidRange take(String tag, long length) {
        return asking(tag, () -> spaced.take(tag, length));
    }

    /** Begins to take a range. */
    PendingWrite<UidRange> begin(String tag, long length) {
        return asking(tag, () -> spaced.beginTake(tag, length));
    }

    /** Ends what was begun. */
    UidRange confirm(String tag, PendingWrite<UidRange> pending) {
        return asking(tag, pending::confirm);
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

    /** Returns what takes ranges of a tag in the background. */
    BackgroundTask task(String tag, BackgroundWork ranges) {
        return threads.task("range of tag " + tag, ranges, LONGEST_BACKOFF);
    }
}
