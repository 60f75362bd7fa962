package org.uidgenerator;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * Makes UIDs of time: unique among all generators that share an id space (a {@link UidLayout} and a worker id store), and
 * ordered by time.
 *
 * <p>All methods may be called from any thread, virtual ones too. The UIDs that one thread gets strictly increase, unless the
 * generator was told to go back with the clock.
 *
 * <p>Callers need this interface only, and replace it in their tests. {@link ManagedUidGenerator} is for operating a
 * generator.
 */
public interface UidGenerator extends UidSource, AutoCloseable {

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
