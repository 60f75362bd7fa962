package org.uidgenerator;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.OptionalLong;

/**
 * A source of UIDs: positive 64-bit numbers, unique among all generators that share an id space (a {@link UidLayout} and
 * a worker id store), and ordered by time.
 *
 * <p>All methods may be called from any thread, virtual ones too. The UIDs that one thread gets strictly increase, unless the
 * generator was told to go back with the clock.
 *
 * <p>This is what callers need, and what they replace in their tests. {@link ManagedUidGenerator} is what operates a generator.
 */
public interface UidGenerator extends AutoCloseable {

    /**
     * Returns the next UID. Where none is ready, calls wait and are served in the order in which they came.
     *
     * @return a UID in {@code [0, Long.MAX_VALUE]} that no other call gets
     * @throws UidGenerateException if there is none: the generator is closed or suspended, the time bits are used up, or none
     *     became available in time; also if the thread is interrupted while it waits (the interrupt flag stays set)
     */
    long getUID();

    /**
     * Returns the next UID if there is one in time. Calls that wait are served in the order in which they came.
     *
     * @param timeout how long to wait, zero or more; takes the place of how long {@link #getUID()} waits
     * @return a UID as from {@link #getUID()}, or empty if none became available in time; if a generator stays empty, its
     *     {@linkplain ManagedUidGenerator#status() status} says why
     * @throws IllegalArgumentException if the timeout is negative
     * @throws UidGenerateException if waiting is no use or was ended: the generator is closed or suspended, cannot claim a tick or
     *     refuses to, or the thread is interrupted while it waits (the interrupt flag stays set)
     */
    OptionalLong tryGetUID(Duration timeout);

    /**
     * Claims UIDs that lie next to each other, in one claim: for bulk loads, and for whoever hands them on to others. They come
     * from one block or tick, and may be fewer than asked for; repeat the call for the rest.
     *
     * @param atMost how many are wanted, at least one
     * @return as many of them as there are in one piece now, at least one
     * @throws IllegalArgumentException if {@code atMost} is less than one
     * @throws UidGenerateException as for {@link #getUID()}
     */
    UidRange claim(int atMost);

    /**
     * Fills an array with new UIDs, in ascending order (unless the generator goes back with the clock), in as few claims as
     * possible. They are consecutive only within a claim.
     *
     * @param uids the array to fill; its content is undefined if an exception is thrown, and the UIDs claimed until then
     *     are lost
     * @throws UidGenerateException as for {@link #getUID()}
     */
    default void getUIDs(long[] uids) {
        int filled = 0;
        while (filled < uids.length) {
            UidRange claimed = claim(uids.length - filled);
            int size = (int) claimed.size();
            for (int i = 0; i < size; i++) {
                uids[filled + i] = claimed.first() + i * claimed.step();
            }
            filled += size;
        }
    }

    /**
     * Returns the layout of this generator's UIDs.
     *
     * @return the layout
     */
    UidLayout layout();

    /**
     * Takes a UID of this generator's layout apart.
     *
     * @param uid a UID
     * @return its parts
     * @throws IllegalArgumentException if {@code uid} is negative
     */
    default DecodedUid decode(long uid) {
        return layout().decode(uid);
    }

    /**
     * Describes a UID of this generator's layout as JSON: {@code {"UID":"...","timestamp":"2026-11-21 10:30:15",
     * "workerId":"...","sequence":"..."}}. The time stamp is in UTC; it has milliseconds if ticks are not whole seconds. With
     * {@linkplain UidLayout#dataCenterBits() bits of a data centre} there are {@code "dataCenterId"} and {@code "machineId"}, too.
     *
     * @param uid a UID
     * @return a JSON object of strings
     * @throws IllegalArgumentException if {@code uid} is negative
     */
    default String parseUID(long uid) {
        DecodedUid parts = decode(uid);
        String pattern = layout().tick().toMillisPart() == 0 ? "uuuu-MM-dd HH:mm:ss" : "uuuu-MM-dd HH:mm:ss.SSS";
        Instant time = parts.time();
        String timestamp = DateTimeFormatter.ofPattern(pattern, Locale.ROOT).format(time.atOffset(ZoneOffset.UTC));
        String dataCenter = layout().dataCenterBits() == 0
                ? ""
                : String.format(
                        Locale.ROOT,
                        "\"dataCenterId\":\"%d\",\"machineId\":\"%d\",",
                        parts.dataCenterId(),
                        parts.machineId());
        return String.format(
                Locale.ROOT,
                "{\"UID\":\"%d\",\"timestamp\":\"%s\",\"workerId\":\"%d\",%s\"sequence\":\"%d\"}",
                uid,
                timestamp,
                parts.workerId(),
                dataCenter,
                parts.sequence());
    }

    /**
     * Stops the generator and releases what it holds, such as its worker id. Calls that have begun may still get a UID; calls that begin
     * after this method has returned get a {@link UidGenerateException}. Closing twice does nothing.
     */
    @Override
    void close();
}
