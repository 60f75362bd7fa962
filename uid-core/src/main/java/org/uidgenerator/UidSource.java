package org.uidgenerator;

import java.time.Duration;
import java.util.OptionalLong;

/**
 * Hands out UIDs: positive 64-bit numbers, none of them twice. A {@link UidGenerator} makes them of time, a
 * {@link org.uidgenerator.segment.SegmentTag} takes them from a counter.
 *
 * <p>All methods may be called from any thread, virtual ones too. The UIDs that one thread gets strictly increase,
 * unless a generator was told to go back with the clock.
 */
public interface UidSource {

    /**
     * Returns the next UID. If none is ready, calls wait and are served in the order in which they came.
     *
     * @return a UID in {@code [0, Long.MAX_VALUE]} that no other call gets
     * @throws UidGenerateException if there is none: the generator is closed or suspended, there are no more of them,
     *     or none became available in time; also if the thread is interrupted while it waits (the interrupt flag stays
     *     set)
     */
    long getUID();

    /**
     * Returns the next UID if there is one in time. Calls that wait are served in the order in which they came.
     *
     * @param timeout how long to wait, zero or more; takes the place of how long {@link #getUID()} waits
     * @return a UID as from {@link #getUID()}, or empty if none became available in time; if a generator stays empty,
     *     its status says why
     * @throws IllegalArgumentException if the timeout is negative
     * @throws UidGenerateException if waiting is pointless or was ended: the generator is closed or suspended, or
     *     cannot make more UIDs or refuses to, or the thread is interrupted while it waits (the interrupt flag stays
     *     set)
     */
    OptionalLong tryGetUID(Duration timeout);

    /**
     * Claims UIDs that lie next to each other, for bulk loads and for code that passes them on to others. They come
     * from one block or range, and may be fewer than asked for. Repeat the call for the rest.
     *
     * @param atMost how many are wanted, at least one
     * @return as many of them as lie next to each other now, at least one
     * @throws IllegalArgumentException if {@code atMost} is less than one
     * @throws UidGenerateException as for {@link #getUID()}
     */
    UidRange claim(int atMost);

    /**
     * Fills an array with new UIDs, in ascending order (unless the generator goes back with the clock), in as few
     * claims as possible. They are consecutive only within a claim.
     *
     * @param uids the array to fill; its content is undefined if an exception is thrown, and the UIDs claimed until
     *     then are lost
     * @throws UidGenerateException as for {@link #getUID()}
     */
    default void getUIDs(long[] uids) {
        int filled = 0;
        while (filled < uids.length) {
            UidRange claimed = claim(uids.length - filled);
            int size = (int) claimed.size();
            for (int i = 0; i < size; i++) {
                uids[filled + i] = claimed.first() + i * claimed.increment();
            }
            filled += size;
        }
    }
}
