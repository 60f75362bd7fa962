package org.uidgenerator.segment;

import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.OtherStoreIdentityException;
import org.uidgenerator.PendingWrite;
import org.uidgenerator.StoreException;
import org.uidgenerator.StoreIdentity;
import org.uidgenerator.StoreIdentityRecord;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidRange;

/**
 * The store of the counters, one for each tag. A counter goes up by the ranges that are taken of it, and down only if
 * the rest of the last range is {@linkplain #giveBack given back}.
 *
 * <p>A store promises that no number is in two ranges of a tag, whichever processes take them: raising the counter is
 * one atomic step, and a counter that was raised stays raised when the store crashes or fails over. A range is lost if
 * the answer does not arrive, so a store repeats nothing by itself.
 *
 * <p>A call may take as long as the store's own time-outs allow. Set these to less than half of {@code maxWait}: a call
 * that hangs holds up its tag, and keeps one of the few threads that all tags of a generator share. Should all of them
 * hang, the other tags wait once for that long.
 *
 * <p>Called from any thread, possibly from several at the same time. A store is tested by {@code SegmentStoreContract},
 * in {@code uid-test}. Its {@code toString()} names the place for messages, such as a table.
 */
@FunctionalInterface
public interface SegmentStore {

    /**
     * Takes the next range of a tag: numbers above all that were taken of it before.
     *
     * @param tag the tag, 1 to 128 visible ASCII characters
     * @param length how many numbers are wanted, at least one
     * @return as many numbers, or fewer if the counter is exhausted or the store has a greatest length, or as many as
     *     the store's own step says, which may be more; at least one
     * @throws StoreException if the store does not answer; the range may have been taken, and is then lost
     * @throws NoSuchCounterException if there is no counter of the tag
     * @throws ExhaustedCounterException if the counter is exhausted
     * @throws UidGenerateException if there is no such range for another reason. The message says what to do
     */
    UidRange take(String tag, long length);

    /**
     * Returns where the store keeps the store identity that its counters belong to. The store is not asked.
     *
     * @return the record; by default empty: the store keeps none, so no generator notices if its counters are replaced
     *     by others
     */
    default Optional<StoreIdentityRecord> identityRecord() {
        return Optional.empty();
    }

    /**
     * Begins to take the next range of a tag, if the store holds a store identity: the first half of {@link #take}, for
     * a store that needs some time until it can say whether a range survives a crash. Generators call this in the
     * background, so that no thread waits for that time, and use no number of the range before it is confirmed.
     *
     * <p>By default the {@linkplain #identityRecord() record}, if there is one, is read, and then {@link #take} called.
     * A store that can do both in one step overrides this, so that its address cannot change in between: it calls
     * {@link StoreIdentity#requireIn} with what it holds, before it raises or creates a counter.
     *
     * @param identity the store identity that the earlier ranges were of, or null if that does not matter
     * @param tag the tag, as in {@link #take}
     * @param length how many numbers are wanted, as in {@link #take}
     * @return the range, to be confirmed; by default one that nothing can lose
     * @throws OtherStoreIdentityException if the store holds another store identity or none; no counter was raised
     * @throws StoreException as {@link #take}
     * @throws UidGenerateException as {@link #take}
     */
    default PendingWrite<UidRange> beginTake(@Nullable StoreIdentity identity, String tag, long length) {
        if (identity != null) {
            identityRecord().ifPresent(record -> identity.requireIn(toString(), record.find()));
        }
        return PendingWrite.confirmed(take(tag, length));
    }

    /**
     * Gives the rest of a range back, which was not handed out and will not be, if the range is the last that was
     * taken. The next range then begins with the rest. One write, on the condition that the counter still stands at the
     * end of the rest. It must never be repeated by itself: others may have taken the rest meanwhile, and the counter
     * may stand there again.
     *
     * @param identity the store identity that the range was of, or null if the store keeps none
     * @param tag the tag, as in {@link #take}
     * @param rest the numbers from the first that was not handed out through the last of the range
     * @return whether the counter was set back; by default false: the store takes nothing back
     * @throws OtherStoreIdentityException if the store holds another store identity or none; the counter was not set
     *     back
     * @throws StoreException if the store does not answer; the counter may have been set back
     */
    default boolean giveBack(@Nullable StoreIdentity identity, String tag, UidRange rest) {
        return false;
    }

    /**
     * Creates a counter, unless there is one, to begin at 1 or to continue old ids. A store that only takes ranges of
     * counters that others have created does not do it.
     *
     * @param tag its tag, 1 to 128 visible ASCII characters
     * @param first its first number, zero or more; to continue old ids, above all of them
     * @return whether it was created; if not, it stays as it is
     * @throws IllegalArgumentException if it is no tag, or the first number is negative
     * @throws UnsupportedOperationException by default: the store creates no counters
     * @throws StoreException if the store does not answer; the counter may have been created then
     * @throws UidGenerateException if the store is not ready for counters; the message says what to do
     */
    default boolean create(String tag, long first) {
        throw new UnsupportedOperationException(this + " creates no counters");
    }

    /**
     * Creates a counter with more than a first number, unless there is one. What a store keeps of a counter is shared
     * by all generators, and changed there: this method changes no counter.
     *
     * @param tag its tag, 1 to 128 visible ASCII characters
     * @param settings its first number; and more, if the store keeps that
     * @return whether it was created; if not, it stays as it is
     * @throws IllegalArgumentException if it is no tag, or by default if more than the first number is set
     * @throws UnsupportedOperationException by default, if the store creates no counters
     * @throws StoreException if the store does not answer; the counter may have been created then
     * @throws UidGenerateException if the store is not ready for counters, or not for such settings; the message says
     *     what to do
     */
    default boolean create(String tag, CounterSettings settings) {
        return create(tag, settings.requireFirstOnly(this));
    }

    /**
     * Checks a tag, for stores that create counters.
     *
     * @param tag the tag
     * @return the tag
     * @throws IllegalArgumentException unless it has 1 to 128 visible ASCII characters
     */
    static String requireTag(String tag) {
        Objects.requireNonNull(tag, "tag");
        if (tag.isEmpty() || tag.length() > 128 || !tag.chars().allMatch(c -> c >= '!' && c <= '~')) {
            throw new IllegalArgumentException("tag must be 1 to 128 visible ASCII characters: tag=\"" + tag + "\"");
        }
        return tag;
    }
}
