package org.uidgenerator.text;

import java.time.LocalDateTime;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a number that was counted, as a {@link CounterFormat} writes and reads it.
 *
 * @param period a time in its period, for a format that shows one; from {@link CounterFormat#parse} the start of the
 *     period. Null if there are no periods
 * @param counter its number within the period, from zero
 * @param shard the shard that it names, from zero; zero if it names none
 * @param child its number under its parent, from zero; zero if it is no child
 */
public record CounterNumber(@Nullable LocalDateTime period, long counter, long shard, long child) {
    /**
     * Makes a number that is counted without periods.
     *
     * @param counter the number
     */
    public CounterNumber(long counter) {
        this(null, counter, 0, 0);
    }

    /**
     * Makes a number of a period.
     *
     * @param period a time in the period
     * @param counter the number within the period
     */
    public CounterNumber(LocalDateTime period, long counter) {
        this(Objects.requireNonNull(period, "period"), counter, 0, 0);
    }

    /**
     * Returns the same number in a shard.
     *
     * @param shard the shard, such as the last digits of a user's id
     * @return a number that names the shard
     */
    public CounterNumber withShard(long shard) {
        return new CounterNumber(period, counter, shard, child);
    }

    /**
     * Returns a number under this one, as of a parcel of an order.
     *
     * @param child the number of the child
     * @return a number with the same parent, which is this number without its child
     */
    public CounterNumber withChild(long child) {
        return new CounterNumber(period, counter, shard, child);
    }
}
