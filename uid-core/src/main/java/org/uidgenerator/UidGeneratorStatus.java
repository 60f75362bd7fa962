package org.uidgenerator;

import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What a generator is doing: a snapshot for dashboards and operators, taken without disturbing the callers that take
 * UIDs. Counts are since the generator was made and never go down.
 *
 * @param workerId the worker id that is stamped now
 * @param term the fencing number of its lease, if the lease has one
 * @param reservedUntil when the last tick ends that may be stamped without asking the store: the end of the layout if
 *     the lease has nothing to reserve
 * @param issued how many UIDs have been handed out. A UID that a thread claims while a block is being opened may be
 *     lost and still be counted. One that it claims while its block is taken away may be handed out without being
 *     counted
 * @param available how many UIDs are buffered, ready to be handed out: in the ring and in open blocks
 * @param blocks how many blocks are in the ring; zero for a generator without one
 * @param capacity how many blocks the ring holds; zero for a generator without one
 * @param borrowed how far the tick that was claimed last is ahead of the clock, zero if it is not
 * @param staleness how far the oldest UID in an open block is behind the clock, zero if none is
 * @param refills how often the ring was refilled, or a tick was opened where there is no ring
 * @param refillTime how long that took in total, without the store: the store is asked in the background
 * @param waits how many calls found no UID and had to wait for one
 * @param rejectedTakes how many calls got no UID: an exception, for whatever reason, or nothing in time
 * @param clockSetbacks how often the clock was seen to have been set back. A setback that is over before the generator
 *     looks at the clock again, within {@code maxStaleness / 8} or 250 ms while it is used, goes unseen
 * @param largestSetback the largest of these setbacks, zero if there was none
 * @param clockSkew how far the clock of this host was ahead of that of the lease's store when they were compared last,
 *     negative if it was behind; null if they are not compared
 * @param failure why the last attempt to make more UIDs failed, or null if it did not
 * @param storeFailure why the store of the lease did not answer when it was asked last, or null if it did. The
 *     generator continues with the reserved ticks
 */
public record UidGeneratorStatus(
        long workerId,
        OptionalLong term,
        Instant reservedUntil,
        long issued,
        long available,
        int blocks,
        int capacity,
        Duration borrowed,
        Duration staleness,
        long refills,
        Duration refillTime,
        long waits,
        long rejectedTakes,
        long clockSetbacks,
        Duration largestSetback,
        @Nullable Duration clockSkew,
        @Nullable Throwable failure,
        @Nullable Throwable storeFailure) {}
