package org.uidgenerator.segment;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.PendingWrite;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidRange;

/**
 * Several stores in place of one, any of which may be away. Of {@code n} stores, store {@code i} has the numbers whose
 * remainder modulo {@code n} is {@code i}. Costs gaps: if a store lags behind, its numbers are skipped up to those of
 * the others, so that a generator's numbers ascend.
 *
 * <p>Each store counts for itself, 1, 2, 3; the number {@code k} of store {@code i} stands for {@code k * n + i}. So
 * the numbers depend on the set of stores and their order, which must be the same for all generators. To change it,
 * stop all generators, take the highest number that any store stands for, divide it by the new {@code n}, and raise
 * each counter above that.
 *
 * <p>A store that does not answer is passed over for this range; the next range begins with another store. Some bytes
 * are kept for each tag as long as the object is, also for a tag that a generator has forgotten.
 */
public final class TicketServers implements SegmentStore {
    private final List<SegmentStore> stores;
    private final AtomicInteger turn = new AtomicInteger();

    /** For each tag, for good: without it a store that lags behind would give lower numbers than those before. */
    private final ConcurrentMap<String, Long> highest = new ConcurrentHashMap<>();

    /**
     * Joins stores.
     *
     * @param stores the stores, in the order that all generators use; each counter is in all of them
     * @throws IllegalArgumentException if there is none
     */
    public TicketServers(List<? extends SegmentStore> stores) {
        this.stores = List.copyOf(Objects.requireNonNull(stores, "stores"));
        if (stores.isEmpty()) {
            throw new IllegalArgumentException("stores must not be empty");
        }
    }

    @Override
    public UidRange take(String tag, long length) {
        return fromAny(index -> begin(index, tag, length).confirm());
    }

    /**
     * {@inheritDoc} A store that lags behind is found when its range is confirmed, which then takes as long as taking
     * another one.
     */
    @Override
    public PendingWrite<UidRange> beginTake(String tag, long length) {
        return fromAny(index -> begin(index, tag, length));
    }

    private <T> T fromAny(IntFunction<T> attempt) {
        int begin = turn.getAndIncrement();
        @Nullable RuntimeException failure = null;
        for (int i = 0; i < stores.size(); i++) {
            try {
                return attempt.apply(Math.floorMod(begin + i, stores.size()));
            } catch (SegmentStoreException | UidGenerateException e) {
                if (failure == null) {
                    failure = e;
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        throw Objects.requireNonNull(failure);
    }

    private PendingWrite<UidRange> begin(int index, String tag, long length) {
        PendingWrite<UidRange> begun = stores.get(index).beginTake(tag, length);
        return PendingWrite.of(begun::untilConfirmable, () -> ascending(index, tag, length, begun.confirm()));
    }

    private UidRange ascending(int index, String tag, long length, UidRange counted) {
        long above = highest.getOrDefault(tag, -1L);
        UidRange range = numbers(index, counted);
        if (range.last() <= above) { // the store lags behind
            long missing = (above - range.last()) / range.step();
            range = numbers(
                    index, stores.get(index).take(tag, missing > Long.MAX_VALUE - length ? missing : missing + length));
        }
        if (range.last() <= above) {
            throw new UidGenerateException(String.format(
                    Locale.ROOT,
                    "%s lags behind the other stores with tag %s: it gives %d, and %d was taken",
                    stores.get(index),
                    tag,
                    range.last(),
                    above));
        }
        highest.merge(tag, range.last(), Math::max);
        long skipped = range.first() > above ? 0 : (above - range.first()) / range.step() + 1;
        return new UidRange(range.first() + skipped * range.step(), range.last(), range.step());
    }

    /** Returns what a range of a store's own counter stands for. */
    private UidRange numbers(int index, UidRange counted) {
        int n = stores.size();
        long greatest = (Long.MAX_VALUE - index) / n;
        if (counted.first() > greatest) {
            throw new ExhaustedCounterException(String.format(
                    Locale.ROOT,
                    "%s has come to its end, as %d of %d stores: it gives %d",
                    stores.get(index),
                    index,
                    n,
                    counted.first()));
        }
        long size = (Math.min(counted.last(), greatest) - counted.first()) / counted.step() + 1;
        long first = counted.first() * n + index;
        long step = counted.step() * n;
        return new UidRange(first, first + (size - 1) * step, step);
    }

    /** Returns the stores in their order. */
    @Override
    public String toString() {
        return stores.stream().map(SegmentStore::toString).collect(Collectors.joining(", ", "[", "]"));
    }
}
