package org.uidgenerator;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * Makes UIDs of time: unique among all generators that share a store identity (a {@link UidLayout} and a worker id
 * store), and ordered by time.
 *
 * <p>All methods may be called from any thread, virtual ones too. The UIDs that one thread gets strictly increase,
 * unless the generator was told to go back with the clock.
 *
 * <p>Callers need this interface only, and replace it in their tests. {@link ManagedUidGenerator} is for operating a
 * generator.
 */
public interface UidGenerator extends UidSource, AutoCloseable {

    /** {@return the layout of this generator's UIDs} */
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
     * "workerId":"...","sequence":"..."}}. The time stamp is in UTC; it has milliseconds if ticks are not whole
     * seconds. With {@linkplain UidLayout#dataCenterBits() bits of a data centre} there are {@code "dataCenterId"} and
     * {@code "machineId"}, too.
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
     * Continues above a UID of another generator: each call that begins after this one has returned gets greater UIDs,
     * on any thread. A caller that is served by several processes passes the greatest UID that it has seen, and then
     * sees UIDs increase although the clocks of the processes differ. Call it for every UID seen: if the generator has
     * been shown this one or a greater one before, the call costs only a comparison.
     *
     * <p>Buffered UIDs that are not greater are dropped. If the other generator has a higher worker id and the worker
     * id comes before the sequence, the next UID is of the next tick. So callers that alternate between two processes
     * more often than once per tick move both ahead of the clock; {@link FieldOrder#TIME_SEQUENCE_WORKER} or short
     * ticks prevent that.
     *
     * <p>The UID may be any number that is a UID of this generator's {@link #layout()}, even if a generator of another
     * layout has made it. The promise is the same, but the time that is compared with the clock is the one that this
     * layout reads.
     *
     * <p>A generator that is suspended records the UID, and begins above it when it is resumed.
     *
     * @param uid the UID
     * @throws IllegalArgumentException if {@code uid} is negative or has more bits than the layout
     * @throws UidGenerateException if the generator is closed, or cannot get there and then stays as it was. The reason
     *     is that the time of the UID is further ahead of the clock than the generator or its worker lease may be, the
     *     store of the lease did not reserve that time within five seconds (the cause is what it said), or the thread
     *     was interrupted meanwhile (the interrupt flag stays set)
     */
    void advancePast(long uid);

    /**
     * Stops the generator and releases what it holds, such as its worker id. Calls that have begun may still get a UID;
     * calls that begin after this method has returned get a {@link UidGenerateException}. Closing twice does nothing.
     */
    @Override
    void close();
}
