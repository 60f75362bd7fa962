package org.uidgenerator.segment;

import static java.lang.System.Logger.Level.WARNING;

import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidRange;
import org.uidgenerator.internal.Waiting;

/**
 * Takes the ranges of one tag from the store, one after the other. Each is long enough to last for the set time, and
 * lies above all earlier ones. Ranges are taken by one thread at a time; the other methods may be called from any
 * thread.
 */
final class RangeFetch {
    private static final System.Logger LOG = System.getLogger(SegmentIdGenerator.class.getName());

    final String generator;
    final String tag;
    private final SegmentStore store;
    private final StepRule rule;
    private final Waiting waiting;
    private long takenAt;
    private volatile long length;
    private volatile long highest = -1;
    private volatile long ranges;
    private volatile @Nullable UidGenerateException failure;

    RangeFetch(String generator, String tag, SegmentStore store, StepRule rule, Waiting waiting) {
        this.generator = generator;
        this.tag = tag;
        this.store = store;
        this.rule = rule;
        this.waiting = waiting;
        length = rule.min();
    }

    /**
     * Takes the next range. Waits for the store.
     *
     * @throws UidGenerateException if there is none
     */
    UidRange next() {
        long length = nextLength();
        long rangesBefore = ranges;
        UidRange range;
        try {
            range = nextAbove(highest, length);
        } catch (RuntimeException | Error e) { // whatever it is, the tag must be tried again
            UidGenerateException why = e instanceof UidGenerateException said ? said : noRange(e);
            failure = why;
            throw why;
        }
        takenAt = waiting.nanoTime();
        this.length = length;
        highest = range.last();
        ranges = rangesBefore + 1;
        failure = null;
        return range;
    }

    private UidGenerateException noRange(Throwable e) {
        return new UidGenerateException(
                String.format(
                        Locale.ROOT, "%s got no range of tag %s from %s: %s", generator, tag, store, e.getMessage()),
                e);
    }

    /**
     * The second range is taken when a tenth of the first is used, so the time between them does not show how long a
     * range lasts.
     */
    private long nextLength() {
        return ranges < 2 ? length : rule.next(length, waiting.nanoTime() - takenAt);
    }

    private UidRange nextAbove(long highest, long length) {
        UidRange range = take(length);
        if (range.first() > highest) {
            return range;
        }
        LOG.log(
                WARNING,
                "{0}: the counter of tag {1} in {2} went back: {3} was taken before, now it gives {4}."
                        + " The numbers in between are skipped; check whether other generators have taken more than that",
                generator,
                tag,
                store,
                Long.toString(highest),
                Long.toString(range.first()));
        if (range.last() <= highest) {
            long missing = (highest - range.last()) / range.step();
            range = take(missing > Long.MAX_VALUE - length ? missing : missing + length); // raises the counter past it
        }
        return above(highest, range);
    }

    private UidRange above(long highest, UidRange range) {
        if (range.first() > highest) {
            return range;
        }
        if (range.last() <= highest) {
            throw new UidGenerateException(String.format(
                    Locale.ROOT,
                    "%s got no range of tag %s from %s: its counter went back to %d and %d was taken before, raise it above that",
                    generator,
                    tag,
                    store,
                    range.last(),
                    highest));
        }
        long skipped = (highest - range.first()) / range.step() + 1;
        return new UidRange(range.first() + skipped * range.step(), range.last(), range.step());
    }

    private UidRange take(long length) {
        return Objects.requireNonNull(store.take(tag, length), "range");
    }

    /** The wanted length of the last range, or of the first one if none was taken. */
    long length() {
        return length;
    }

    /** The highest number that was taken, or -1. */
    long highest() {
        return highest;
    }

    /** How many ranges were taken. */
    long ranges() {
        return ranges;
    }

    /** Why no range was taken last, or null. */
    @Nullable
    UidGenerateException failure() {
        return failure;
    }
}
