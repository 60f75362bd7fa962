package org.uidgenerator;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot of what a generator is doing, for dashboards and operators, taken without disturbing the callers that take
 * UIDs. Counts are since the generator was made and never go down. Immutable.
 */
public interface UidGeneratorStatus {

    /** {@return the worker id that is used now, the first one if there are several} */
    long workerId();

    /** {@return all worker ids that are used now, in ascending order} By default only {@link #workerId()}. */
    default List<Long> workerIds() {
        return List.of(workerId());
    }

    /**
     * {@return the store identity within which its UIDs are unique: the text of an {@link StoreIdentity}, such as
     * {@code default/482903117264}; a bare name if no store keeps an identity; empty if nothing is known of it}
     */
    Optional<String> identity();

    /** {@return the fencing number of its lease, or empty if the lease has none} */
    OptionalLong term();

    /**
     * {@return when the last tick ends that may be used without asking the store: the end of the layout if the lease
     * has nothing to reserve}
     */
    Instant reservedUntil();

    /**
     * {@return how many UIDs have been handed out} A UID that a thread claims while a block is being opened may be lost
     * and still be counted. One that it claims while its block is taken away may be handed out without being counted.
     */
    long issued();

    /** {@return how many UIDs are buffered, ready to be handed out: in the ring and in open blocks} */
    long available();

    /** {@return how many blocks are in the ring; zero for a generator without one} */
    int blocks();

    /** {@return how many blocks the ring holds; zero for a generator without one} */
    int capacity();

    /** {@return how far the tick that was claimed last is ahead of the clock, zero if it is not} */
    Duration borrowed();

    /** {@return how far the oldest UID in an open block is behind the clock, zero if none is} */
    Duration staleness();

    /** {@return how often the ring was refilled, or a tick was opened if there is no ring} */
    long refills();

    /** {@return how long the refills took in total, without the store: the store is asked in the background} */
    Duration refillTime();

    /** {@return how many calls found no UID and had to wait for one} */
    long waits();

    /** {@return how many calls got no UID: an exception, for whatever reason, or nothing in time} */
    long rejectedTakes();

    /**
     * {@return how often the clock was seen to have been set back} A setback that is over before the generator looks at
     * the clock again, within {@code maxStaleness / 8} or 250 ms while it is used, goes unseen.
     */
    long clockSetbacks();

    /** {@return the largest of the setbacks that were seen, zero if there was none} */
    Duration largestSetback();

    /**
     * {@return how far the clock of this host was ahead of that of the lease's store when they were compared last,
     * negative if it was behind; null if they are not compared}
     */
    @Nullable
    Duration clockSkew();

    /** {@return why the last attempt to make more UIDs failed, or null if it did not fail} */
    @Nullable
    Throwable failure();

    /**
     * {@return why the store of the lease did not answer when it was asked last, or null if it did} The generator
     * continues with the reserved ticks.
     */
    @Nullable
    Throwable storeFailure();
}
