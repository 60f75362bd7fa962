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
 */
public interface UidGenerator extends AutoCloseable {

    /**
     * Returns the next UID. Where none is ready, calls wait and are served in the order in which they came.
     *
     * @return a UID in {@code [0, Long.MAX_VALUE]} that no other call gets
     * @throws UidGenerateException if none can be given: the generator is closed, the time bits are used up, or none
     *     became available in time; also if the thread is interrupted while it waits (the interrupt flag stays set)
     */
    long getUID();

    /**
     * Returns the next UID if there is one in time. Calls that wait are served in the order in which they came.
     *
     * @param timeout how long to wait, zero or more; takes the place of how long {@link #getUID()} waits
     * @return a UID as from {@link #getUID()}, or empty if none became available in time; if a generator stays empty, its {@link
     *     #status()} says why
     * @throws IllegalArgumentException if the timeout is negative
     * @throws UidGenerateException if waiting is no use or was ended: the generator is closed or suspended, cannot claim a tick or
     *     refuses to, or the thread is interrupted while it waits (the interrupt flag stays set)
     */
    OptionalLong tryGetUID(Duration timeout);

    /**
     * Fills an array with new UIDs, in ascending order (unless the generator goes back with the clock), in as few claims as
     * possible. They need not be consecutive.
     *
     * @param uids the array to fill; its content is undefined if an exception is thrown, and the UIDs claimed until then
     *     are lost
     * @throws UidGenerateException as for {@link #getUID()}
     */
    void getUIDs(long[] uids);

    /**
     * Gives the layout of this generator's UIDs.
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
     * Says what the generator is doing. Takes some microseconds and is meant to be asked now and then, not per UID.
     *
     * @return a snapshot; what a generator was doing when it was closed if it is
     */
    UidGeneratorStatus status();

    /**
     * Gives the worker id back for the time being, so that a snapshot of the process can be taken and restored more than once.
     * Each restored copy takes a worker id of its own, and no buffered UID is handed out by two copies. A UID that a thread already
     * holds is copied with the snapshot, so let callers finish first. Calls that wait for a UID fail at once. Until {@link #resume()}, calls get a {@link
     * UidGenerateException}. Does nothing if the generator is suspended or closed.
     */
    void suspend();

    /**
     * Takes a worker id and continues after {@link #suspend()}, above all UIDs given before. Does nothing if the generator is
     * running.
     *
     * @throws UidGenerateException if the generator is closed, no worker id can be taken, or the generator is still busy
     *     with giving the one before back; it stays suspended and this may be called again
     */
    void resume();

    /**
     * Stops the generator and gives its worker id back. Calls that have begun may still get a UID; calls that begin
     * after this method has returned get a {@link UidGenerateException}. Closing twice does nothing.
     */
    @Override
    void close();
}
