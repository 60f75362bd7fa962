package org.uidgenerator;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What a generator is doing: a snapshot for dashboards and operators, taken without disturbing the callers that take
 * UIDs. Counts are since the generator was made and never go down. Immutable.
 */
public interface UidGeneratorStatus {

    /**
     * Returns the worker id that is stamped now: the first one, where there are several.
     *
     * @return the number
     */
    long workerId();

    /**
     * Returns all worker ids that are stamped now.
     *
     * @return the numbers, in ascending order; by default only {@link #workerId()}
     */
    default List<Long> workerIds() {
        return List.of(workerId());
    }

    /**
     * Returns the store identity within which its UIDs are unique.
     *
     * @return the text of an {@link StoreIdentity}, such as {@code default/482903117264}; a bare name if no store keeps
     *     an identity; empty if nothing is known of it
     */
    Optional<String> identity();

    /**
     * Returns the fencing number of its lease.
     *
     * @return the number, or empty if the lease has none
     */
    OptionalLong term();

    /**
     * Returns when the last tick ends that may be stamped without asking the store: the end of the layout if the lease
     * has nothing to reserve.
     *
     * @return the time
     */
    Instant reservedUntil();

    /**
     * Returns how many UIDs have been handed out. A UID that a thread claims while a block is being opened may be lost
     * and still be counted. One that it claims while its block is taken away may be handed out without being counted.
     *
     * @return the number
     */
    long issued();

    /**
     * Returns how many UIDs are buffered, ready to be handed out: in the ring and in open blocks.
     *
     * @return the number
     */
    long available();

    /**
     * Returns how many blocks are in the ring; zero for a generator without one.
     *
     * @return the number
     */
    int blocks();

    /**
     * Returns how many blocks the ring holds; zero for a generator without one.
     *
     * @return the number
     */
    int capacity();

    /**
     * Returns how far the tick that was claimed last is ahead of the clock, zero if it is not.
     *
     * @return the time
     */
    Duration borrowed();

    /**
     * Returns how far the oldest UID in an open block is behind the clock, zero if none is.
     *
     * @return the time
     */
    Duration staleness();

    /**
     * Returns how often the ring was refilled, or a tick was opened where there is no ring.
     *
     * @return the number
     */
    long refills();

    /**
     * Returns how long the refills took in total, without the store: the store is asked in the background.
     *
     * @return the time
     */
    Duration refillTime();

    /**
     * Returns how many calls found no UID and had to wait for one.
     *
     * @return the number
     */
    long waits();

    /**
     * Returns how many calls got no UID: an exception, for whatever reason, or nothing in time.
     *
     * @return the number
     */
    long rejectedTakes();

    /**
     * Returns how often the clock was seen to have been set back. A setback that is over before the generator looks at
     * the clock again, within {@code maxStaleness / 8} or 250 ms while it is used, goes unseen.
     *
     * @return the number
     */
    long clockSetbacks();

    /**
     * Returns the largest of the setbacks that were seen, zero if there was none.
     *
     * @return the time
     */
    Duration largestSetback();

    /**
     * Returns how far the clock of this host was ahead of that of the lease's store when they were compared last,
     * negative if it was behind.
     *
     * @return the difference, or null if they are not compared
     */
    @Nullable
    Duration clockSkew();

    /**
     * Returns why the last attempt to make more UIDs failed.
     *
     * @return the exception, or null if it did not fail
     */
    @Nullable
    Throwable failure();

    /**
     * Returns why the store of the lease did not answer when it was asked last. The generator continues with the
     * reserved ticks.
     *
     * @return the exception, or null if the store did answer
     */
    @Nullable
    Throwable storeFailure();
}
