package org.uidgenerator;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Objects;

/**
 * The division of the 63 usable bits of a UID among time, worker and sequence.
 *
 * <pre>
 *   63  62                 timeBits                  workerBits             seqBits     0
 *  +---+-----------------------------------------+----------------------+-----------------+
 *  | 0 |          ticks since the epoch          |      worker id       |    sequence     |
 *  +---+-----------------------------------------+----------------------+-----------------+
 * </pre>
 *
 * <p>A tick (one second unless configured) holds {@code 2^seqBits} consecutive UIDs of one worker. UIDs of later ticks
 * are greater, whatever their worker. The fields may be in another order ({@link FieldOrder}), and the top bits of the
 * worker id may stand for a data centre ({@link #dataCenterBits()}). Immutable; all generators of one namespace must
 * have equal layouts.
 *
 * <p>A layout is written as {@link #text()} in databases, on command lines and in properties. {@link LayoutPreset} has
 * the layouts of other systems.
 *
 * <p>The default, {@code 31/14/18} bits of seconds from 2026-01-01, lasts until 2094 with 16,384 worker ids and
 * sustains 262,144 UIDs per second and worker.
 *
 * @param timeBits bits of the ticks since the epoch, in {@code [1, 61]}
 * @param workerBits bits of the worker id, in {@code [0, 40]}
 * @param seqBits bits of the sequence within a tick, in {@code [1, 40]}
 * @param dataCenterBits top bits of the worker id that stand for a data centre, zero if worker ids are not divided
 * @param fieldOrder the order of the fields
 * @param epoch the instant at which tick 0 starts, a whole millisecond
 * @param tick the length of a tick, whole milliseconds from 1 ms to 24 h
 */
public record UidLayout(
        int timeBits,
        int workerBits,
        int seqBits,
        int dataCenterBits,
        FieldOrder fieldOrder,
        Instant epoch,
        Duration tick) {
    /** The number of bits that time, worker and sequence share, unless a layout has fewer: all but the sign. */
    public static final int TOTAL_BITS = 63;

    /** The layout used unless another is given: {@code 31/14/18} bits of one-second ticks from 2026-01-01 UTC. */
    public static final UidLayout DEFAULT = builder().build();

    /**
     * Makes a layout. {@link #builder()} has names for the values, and refuses bits that do not add up to an expected
     * total.
     *
     * @param timeBits bits of the ticks
     * @param workerBits bits of the worker id
     * @param seqBits bits of the sequence
     * @param dataCenterBits top bits of the worker id
     * @param fieldOrder the order of the fields
     * @param epoch the start of tick 0
     * @param tick the length of a tick
     * @throws IllegalArgumentException if a value is out of range, or the last tick ends later than 2<sup>62</sup> ms
     *     after 1970
     */
    public UidLayout {
        Objects.requireNonNull(fieldOrder, "fieldOrder");
        Objects.requireNonNull(epoch, "epoch");
        Objects.requireNonNull(tick, "tick");
        LayoutRules.requireBits(timeBits, workerBits, seqBits);
        LayoutRules.requireSum(timeBits, workerBits, seqBits);
        LayoutRules.requireDataCenterBits(dataCenterBits, workerBits);
        LayoutRules.requireTick(tick);
        LayoutRules.requireEpoch(epoch);
        LayoutRules.requireEnd(epoch, timeBits, tick);
    }

    /**
     * Starts a layout from the default one.
     *
     * @return a builder with {@code 31/14/18} bits, ticks of one second and the epoch 2026-01-01 UTC
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Starts a layout from this one.
     *
     * @return a builder with the values of this layout
     */
    public Builder toBuilder() {
        return new Builder()
                .totalBits(totalBits())
                .timeBits(timeBits)
                .workerBits(workerBits)
                .seqBits(seqBits)
                .dataCenterBits(dataCenterBits)
                .fieldOrder(fieldOrder)
                .epoch(epoch)
                .tick(tick);
    }

    /**
     * Makes a layout of the given bits with the default epoch and tick.
     *
     * @param timeBits bits of the ticks since the epoch
     * @param workerBits bits of the worker id
     * @param seqBits bits of the sequence within a tick
     * @return the layout
     * @throws IllegalArgumentException if the bits are out of range or do not add up to {@value #TOTAL_BITS}
     */
    public static UidLayout of(int timeBits, int workerBits, int seqBits) {
        return builder()
                .timeBits(timeBits)
                .workerBits(workerBits)
                .seqBits(seqBits)
                .build();
    }

    /**
     * Reads a layout from its {@link #text()}, or from the bits alone, which then have the epoch and tick of
     * {@link #DEFAULT}: {@code 41/5+5/12}, {@code 39/16/8, worker last}. The bits may add up to fewer than
     * {@value #TOTAL_BITS}.
     *
     * @param text the text
     * @return the layout
     * @throws IllegalArgumentException if the text has another form, or a value in it is out of range
     */
    public static UidLayout parse(CharSequence text) {
        return LayoutText.parse(text);
    }

    /**
     * Returns the layout as a text, which {@link #parse} reads: bits, length of a tick and epoch. The form does not
     * change between versions, because databases keep it and compare it; equal layouts have equal texts.
     *
     * <ul>
     *   <li>{@code 31/14/18 bits of PT1S from 2026-01-01T00:00:00Z}: bits of time, worker and sequence,
     *       {@link Duration#toString()} and {@link Instant#toString()}
     *   <li>{@code 41/5+5/12 bits of PT0.001S from 2010-11-04T01:42:54.657Z}: with bits of the data centre and of the
     *       machine in place of those of the worker
     *   <li>{@code 39/16/8, worker last, bits of PT0.01S from 2014-09-01T00:00:00Z}: with the worker id as the lowest
     *       field
     *   <li>{@code 41/10/12, worker first, bits of PT0.001S from 2020-05-02T16:00:00Z}: with the worker id as the
     *       highest field
     * </ul>
     *
     * @return the text, ASCII
     */
    public String text() {
        String worker = dataCenterBits == 0 ? Integer.toString(workerBits) : dataCenterBits + "+" + machineBits();
        String order = switch (fieldOrder) {
            case TIME_WORKER_SEQUENCE -> "";
            case TIME_SEQUENCE_WORKER -> ", worker last,";
            case WORKER_TIME_SEQUENCE -> ", worker first,";
        };
        return timeBits + "/" + worker + "/" + seqBits + order + " bits of " + tick + " from " + epoch;
    }

    /**
     * Puts a UID together.
     *
     * @param tick ticks since the epoch
     * @param workerId the worker
     * @param sequence the number within tick and worker
     * @return the UID
     * @throws IllegalArgumentException if a part does not fit its bits
     */
    public long encode(long tick, long workerId, long sequence) {
        requireFits("tick", tick, "timeBits", timeBits);
        requireWorkerId(workerId);
        requireFits("sequence", sequence, "seqBits", seqBits);
        return (tick << timeShift()) | (workerId << workerShift()) | (sequence << seqShift());
    }

    /**
     * Puts a UID together, as a generator would have made it at an instant.
     *
     * @param time the instant; the UID has the tick that holds it
     * @param workerId the worker
     * @param sequence the number within tick and worker
     * @return the UID
     * @throws IllegalArgumentException if the instant lies before the epoch or after the layout's end, or a part does
     *     not fit its bits
     */
    public long encode(Instant time, long workerId, long sequence) {
        return encode(requireTickAt(time), workerId, sequence);
    }

    /**
     * Returns the lowest UID that can carry the time of an instant, for range queries by time: {@code id >=
     * minUid(from) AND id < minUid(to)} finds what was made from {@code from} until {@code to}, to within a tick and as
     * exactly as {@link DecodedUid#time()} is.
     *
     * @param time the instant; the UID has the tick that holds it
     * @return the UID of worker 0 and sequence 0
     * @throws IllegalArgumentException if the instant lies before the epoch or after the layout's end, or if the worker
     *     comes before the time, so that the UIDs of a time are no range
     */
    public long minUid(Instant time) {
        requireTimeFirst();
        return encode(time, 0, 0);
    }

    /**
     * Returns the greatest UID that can carry the time of an instant: {@code id BETWEEN minUid(first) AND maxUid(last)}
     * has both instants' ticks in the range.
     *
     * @param time the instant; the UID has the tick that holds it
     * @return the UID of the greatest worker id and sequence
     * @throws IllegalArgumentException if the instant lies before the epoch or after the layout's end, or if the worker
     *     comes before the time, so that the UIDs of a time are no range
     */
    public long maxUid(Instant time) {
        requireTimeFirst();
        return encode(time, maxWorkerId(), maxSequence());
    }

    /**
     * Checks that UIDs of this layout are ordered by time, as those of generators are.
     *
     * @return this layout
     * @throws IllegalArgumentException if the worker comes before the time
     */
    public UidLayout requireTimeFirst() {
        if (fieldOrder == FieldOrder.WORKER_TIME_SEQUENCE) {
            throw OptionException.inWords(
                    "layout",
                    this,
                    OptionText.of("the time must be the first field for generators and ranges of time"),
                    OptionText.of("{layout}=%s", this));
        }
        return this;
    }

    /** Returns the tick that holds an instant, which must be one of this layout's. */
    long requireTickAt(Instant time) {
        if (time.isBefore(epoch) || !time.isBefore(expiresAt())) {
            throw new IllegalArgumentException(
                    String.format(Locale.ROOT, "time must be in [%s, %s): time=%s", epoch, expiresAt(), time));
        }
        return tickAt(time.toEpochMilli());
    }

    /**
     * Puts a worker id together from its two parts.
     *
     * @param dataCenterId the data centre
     * @param machineId the worker within it
     * @return the worker id
     * @throws IllegalArgumentException if a part does not fit its bits
     */
    public long workerId(long dataCenterId, long machineId) {
        requireWorker("dataCenterId", dataCenterId, dataCenterBits, "{dataCenterBits}");
        int machineBits = machineBits();
        requireWorker("machineId", machineId, machineBits, "{workerBits} - {dataCenterBits}");
        return (dataCenterId << machineBits) | machineId;
    }

    /**
     * {@return the layout as it is within one data centre: without the bits of the data centre, so that its worker ids
     * are this layout's machine ids} Its ticks are the same, its UIDs are not.
     */
    public UidLayout withinDataCenter() {
        return toBuilder()
                .totalBits(totalBits() - dataCenterBits)
                .workerBits(machineBits())
                .dataCenterBits(0)
                .build();
    }

    /**
     * Checks that a worker id fits this layout.
     *
     * @param workerId the worker id
     * @return the same worker id
     * @throws IllegalArgumentException if it is not in {@code [0, maxWorkerId()]}
     */
    public long requireWorkerId(long workerId) {
        return requireWorker("workerId", workerId, workerBits, "{workerBits}");
    }

    /** Checks a number that the caller may have set. */
    private static long requireWorker(String option, long value, int bits, String bitsName) {
        if (value < 0 || value > maxOf(bits)) {
            throw new OptionException(
                    option, value, OptionText.of("must be in [0, %d] (" + bitsName + "=%d)", maxOf(bits), bits));
        }
        return value;
    }

    /** Checks a number that is no option. */
    static void requireFits(String name, long value, String bitsName, int bits) {
        if (value < 0 || value > maxOf(bits)) {
            throw new IllegalArgumentException(name + " must be in [0, " + maxOf(bits) + "] (" + bitsName + "=" + bits
                    + "): " + name + "=" + value);
        }
    }

    /**
     * Takes a UID apart.
     *
     * @param uid a UID of this layout
     * @return its parts
     * @throws IllegalArgumentException if {@code uid} is negative or has more bits than the layout, so that it is not
     *     one of its UIDs
     */
    public DecodedUid decode(long uid) {
        if (uid < 0) {
            throw new IllegalArgumentException("uid must not be negative: uid=" + uid);
        }
        if (uid >>> totalBits() != 0) {
            throw new IllegalArgumentException(
                    String.format(Locale.ROOT, "uid must have at most %d bits, as %s: uid=%d", totalBits(), this, uid));
        }
        long workerId = workerIdOf(uid);
        int machineBits = machineBits();
        return new DecodedUid(
                uid,
                timeOf(tickOf(uid)),
                workerId,
                workerId >>> machineBits,
                workerId & maxOf(machineBits),
                (uid >>> seqShift()) & maxSequence());
    }

    /**
     * Returns the tick of a UID.
     *
     * @param uid a UID of this layout
     * @return ticks since the epoch
     */
    public long tickOf(long uid) {
        return (uid >>> timeShift()) & maxTick();
    }

    /**
     * Returns the worker id of a UID.
     *
     * @param uid a UID of this layout
     * @return the worker id
     */
    public long workerIdOf(long uid) {
        return (uid >>> workerShift()) & maxWorkerId();
    }

    /**
     * Returns the tick that holds an instant.
     *
     * @param epochMilli the instant in milliseconds since 1970-01-01 UTC, in {@code [-2^62, 2^62)}
     * @return ticks since this layout's epoch: negative before it, possibly greater than {@link #maxTick()} after the
     *     end
     */
    public long tickAt(long epochMilli) {
        return Math.floorDiv(epochMilli - epoch.toEpochMilli(), tick.toMillis());
    }

    /**
     * Returns the instant at which a tick starts.
     *
     * @param tick ticks since the epoch, in {@code [0, maxTick() + 1]}
     * @return its first instant
     */
    public Instant timeOf(long tick) {
        return Instant.ofEpochMilli(epoch.toEpochMilli() + tick * this.tick.toMillis());
    }

    /**
     * {@return the first instant that no UID of this layout can carry: the end of the last tick} From then on
     * generators refuse to make UIDs.
     */
    public Instant expiresAt() {
        return timeOf(maxTick() + 1);
    }

    /** {@return the greatest tick: {@code 2^timeBits - 1}} */
    public long maxTick() {
        return maxOf(timeBits);
    }

    /** {@return the greatest worker id: {@code 2^workerBits - 1}} */
    public long maxWorkerId() {
        return maxOf(workerBits);
    }

    /** {@return the greatest sequence within a tick: {@code 2^seqBits - 1}} */
    public long maxSequence() {
        return maxOf(seqBits);
    }

    private int machineBits() {
        return workerBits - dataCenterBits;
    }

    private int timeShift() {
        return fieldOrder == FieldOrder.WORKER_TIME_SEQUENCE ? seqBits : workerBits + seqBits;
    }

    private int workerShift() {
        return switch (fieldOrder) {
            case TIME_WORKER_SEQUENCE -> seqBits;
            case TIME_SEQUENCE_WORKER -> 0;
            case WORKER_TIME_SEQUENCE -> timeBits + seqBits;
        };
    }

    private int seqShift() {
        return fieldOrder == FieldOrder.TIME_SEQUENCE_WORKER ? workerBits : 0;
    }

    private static long maxOf(int bits) {
        return (1L << bits) - 1;
    }

    /**
     * {@return the distance of two UIDs of the same worker and tick whose sequences are neighbours: 1, or
     * {@code 2^workerBits} if the worker id is the lowest field}
     */
    public long sequenceIncrement() {
        return 1L << seqShift();
    }

    /** {@return the UIDs per second that one worker sustains without borrowing from the future} */
    public double uidsPerSecond() {
        return (maxSequence() + 1) * 1000.0 / tick.toMillis();
    }

    /** {@return the number of bits of a UID: {@code timeBits() + workerBits() + seqBits()}} */
    public int totalBits() {
        return timeBits + workerBits + seqBits;
    }

    /** Returns the {@link #text()}. */
    @Override
    public String toString() {
        return text();
    }

    /** Makes layouts. A builder is for one thread; everything is checked in {@link #build()}. */
    public static final class Builder {
        private int timeBits = 31;
        private int workerBits = 14;
        private int seqBits = 18;
        private int dataCenterBits;
        private FieldOrder fieldOrder = FieldOrder.TIME_WORKER_SEQUENCE;
        private Instant epoch = LocalDate.of(2026, 1, 1).atStartOfDay().toInstant(ZoneOffset.UTC);
        private Duration tick = Duration.ofSeconds(1);
        private int totalBits = TOTAL_BITS;

        private Builder() {}

        /**
         * Sets how many bits the UIDs have, all together: 53 for ids that must pass unchanged through JavaScript, or
         * through anything else that holds numbers as doubles. The bits of time, worker and sequence must add up to it.
         *
         * @param totalBits in {@code [3, 63]}, default {@value #TOTAL_BITS}
         * @return this
         */
        public Builder totalBits(int totalBits) {
            this.totalBits = totalBits;
            return this;
        }

        /**
         * Sets the bits of the ticks since the epoch: the layout lasts {@code 2^timeBits} ticks.
         *
         * @param timeBits in {@code [1, 61]}, default 31
         * @return this
         */
        public Builder timeBits(int timeBits) {
            this.timeBits = timeBits;
            return this;
        }

        /**
         * Sets the bits of the worker id: there are {@code 2^workerBits} worker ids.
         *
         * @param workerBits in {@code [0, 40]}, default 14; with 0 there is one worker, whose id is 0
         * @return this
         */
        public Builder workerBits(int workerBits) {
            this.workerBits = workerBits;
            return this;
        }

        /**
         * Sets the bits of the sequence: a worker has {@code 2^seqBits} UIDs per tick.
         *
         * @param seqBits in {@code [1, 40]}, default 18
         * @return this
         */
        public Builder seqBits(int seqBits) {
            this.seqBits = seqBits;
            return this;
        }

        /**
         * Divides the worker id: its top bits stand for a data centre, the rest for a machine in it. Each data centre
         * may then assign worker ids on its own, see {@code DataCenterWorkerIdAssigner}.
         *
         * @param dataCenterBits in {@code [0, workerBits]}, default 0
         * @return this
         */
        public Builder dataCenterBits(int dataCenterBits) {
            this.dataCenterBits = dataCenterBits;
            return this;
        }

        /**
         * Sets the order of the fields.
         *
         * @param fieldOrder the order, default {@link FieldOrder#TIME_WORKER_SEQUENCE}
         * @return this
         */
        public Builder fieldOrder(FieldOrder fieldOrder) {
            this.fieldOrder = Objects.requireNonNull(fieldOrder, "fieldOrder");
            return this;
        }

        /**
         * Sets the epoch as a date.
         *
         * @param epochStr a date as {@code yyyy-MM-dd}, whose first instant in UTC is the epoch; or an instant, as
         *     {@code 2010-11-04T01:42:54.657Z}. Default 2026-01-01
         * @return this
         * @throws IllegalArgumentException if it is not such a date
         */
        public Builder epochStr(String epochStr) {
            Objects.requireNonNull(epochStr, "epochStr");
            try {
                return epoch(
                        epochStr.indexOf('T') < 0
                                ? LocalDate.parse(epochStr).atStartOfDay().toInstant(ZoneOffset.UTC)
                                : Instant.parse(epochStr));
            } catch (DateTimeParseException e) {
                throw new OptionException(
                        "epochStr",
                        epochStr,
                        OptionText.of("must be a date yyyy-MM-dd, or an instant yyyy-MM-ddThh:mm:ssZ"),
                        e);
            }
        }

        /**
         * Sets the instant at which tick 0 starts.
         *
         * @param epoch a whole millisecond within 2<sup>62</sup> ms of 1970, which the layout's end must be, too;
         *     default 2026-01-01T00:00:00Z
         * @return this
         */
        public Builder epoch(Instant epoch) {
            this.epoch = Objects.requireNonNull(epoch, "epoch");
            return this;
        }

        /**
         * Sets the length of a tick.
         *
         * @param tick whole milliseconds from 1 ms to 24 h, default 1 s
         * @return this
         */
        public Builder tick(Duration tick) {
            this.tick = Objects.requireNonNull(tick, "tick");
            return this;
        }

        /**
         * Makes the layout.
         *
         * @return the layout
         * @throws IllegalArgumentException if a value is out of range, the bits do not add up to {@code totalBits}, or
         *     the last tick ends later than 2<sup>62</sup> ms after 1970
         */
        public UidLayout build() {
            LayoutRules.requireBits(timeBits, workerBits, seqBits);
            LayoutRules.requireTotal(totalBits, timeBits, workerBits, seqBits);
            return new UidLayout(timeBits, workerBits, seqBits, dataCenterBits, fieldOrder, epoch, tick);
        }
    }
}
