package org.uidgenerator.spring.metrics;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidGeneratorStatus;

/**
 * The figures of a {@link UidGeneratorStatus}, as meters and the actuator show them: each is declared here and nowhere
 * else.
 */
public enum StatusFigure {
    /** {@link UidGeneratorStatus#workerId()}. */
    WORKER_ID("workerId", Kind.GAUGE, "uid.worker.id", null, "Worker id that is stamped", UidGeneratorStatus::workerId),

    /** {@link UidGeneratorStatus#workerIds()}. */
    WORKER_IDS("workerIds", UidGeneratorStatus::workerIds),

    /** How many {@link UidGeneratorStatus#workerIds()} there are. */
    WORKER_ID_COUNT(
            "workerIdCount",
            Kind.GAUGE,
            "uid.worker.ids",
            null,
            "Worker ids that are stamped",
            status -> status.workerIds().size()),

    /** {@link UidGeneratorStatus#identity()}, if it is known. */
    IDENTITY("identity", status -> status.identity().orElse(null)),

    /** {@link UidGeneratorStatus#term()}, if the worker id is leased. */
    TERM("term", Kind.GAUGE, "uid.lease.term", null, "Fencing number of the lease", status -> boxed(status.term())),

    /**
     * {@link UidGeneratorStatus#reservedUntil()}; the meter shows how far ahead of now that is, negative once it has
     * passed.
     */
    RESERVED_UNTIL(
            "reservedUntil",
            Kind.TIME_AHEAD,
            "uid.lease.reserved",
            null,
            "How far ahead of now ticks are reserved",
            UidGeneratorStatus::reservedUntil),

    /** {@link UidGeneratorStatus#clockSkew()}, if the clocks are compared. */
    CLOCK_SKEW(
            "clockSkew",
            Kind.TIME,
            "uid.lease.clock.skew",
            null,
            "How far the clock of this host is ahead of the store's",
            UidGeneratorStatus::clockSkew),

    /** {@link UidGeneratorStatus#issued()}. */
    ISSUED("issued", Kind.COUNTER, "uid.issued", "uids", "UIDs handed out", UidGeneratorStatus::issued),

    /** {@link UidGeneratorStatus#available()}. */
    AVAILABLE("available", Kind.GAUGE, "uid.available", "uids", "UIDs buffered", UidGeneratorStatus::available),

    /** {@link UidGeneratorStatus#blocks()}. */
    BLOCKS("blocks", Kind.GAUGE, "uid.ring.blocks", "blocks", "Blocks of UIDs in the ring", UidGeneratorStatus::blocks),

    /** {@link UidGeneratorStatus#capacity()}. */
    CAPACITY(
            "capacity",
            Kind.GAUGE,
            "uid.ring.capacity",
            "blocks",
            "Blocks of UIDs that the ring holds",
            UidGeneratorStatus::capacity),

    /** {@link UidGeneratorStatus#borrowed()}. */
    BORROWED(
            "borrowed",
            Kind.TIME,
            "uid.borrowed",
            null,
            "How far UIDs are ahead of the clock",
            UidGeneratorStatus::borrowed),

    /** {@link UidGeneratorStatus#staleness()}. */
    STALENESS(
            "staleness",
            Kind.TIME,
            "uid.staleness",
            null,
            "How far UIDs are behind the clock",
            UidGeneratorStatus::staleness),

    /** {@link UidGeneratorStatus#refills()}; the meter shows {@link #REFILL_TIME} as well. */
    REFILLS("refills", Kind.TIMER, "uid.refills", null, "Refills and the time they took", UidGeneratorStatus::refills),

    /** {@link UidGeneratorStatus#refillTime()}. */
    REFILL_TIME("refillTime", UidGeneratorStatus::refillTime),

    /** {@link UidGeneratorStatus#waits()}. */
    WAITS("waits", Kind.COUNTER, "uid.waits", "calls", "Calls that found no UID and waited", UidGeneratorStatus::waits),

    /** {@link UidGeneratorStatus#rejectedTakes()}. */
    REJECTED_TAKES(
            "rejectedTakes",
            Kind.COUNTER,
            "uid.takes.rejected",
            "calls",
            "Calls that got no UID",
            UidGeneratorStatus::rejectedTakes),

    /** {@link UidGeneratorStatus#clockSetbacks()}. */
    CLOCK_SETBACKS(
            "clockSetbacks",
            Kind.COUNTER,
            "uid.clock.setbacks",
            "setbacks",
            "How often the clock was set back",
            UidGeneratorStatus::clockSetbacks),

    /** {@link UidGeneratorStatus#largestSetback()}. */
    LARGEST_SETBACK(
            "largestSetback",
            Kind.TIME,
            "uid.clock.setbacks.largest",
            null,
            "By how much the clock was set back at most",
            UidGeneratorStatus::largestSetback),

    /** {@link UidGeneratorStatus#failure()}, if there is one. */
    FAILURE("failure", UidGeneratorStatus::failure),

    /** {@link UidGeneratorStatus#storeFailure()}, if there is one. */
    STORE_FAILURE("storeFailure", UidGeneratorStatus::storeFailure);

    /** What a figure becomes in a meter registry. */
    enum Kind {
        /** A number that goes up and down. */
        GAUGE,
        /** A number that only goes up. */
        COUNTER,
        /** A duration. */
        TIME,
        /** An instant, shown as how far ahead of now it is. */
        TIME_AHEAD,
        /** A number of runs, and {@link #REFILL_TIME} as their total. */
        TIMER,
        /** No meter. */
        NONE
    }

    private final String key;

    @SuppressWarnings("ImmutableEnumChecker") // a function without state
    private final Function<UidGeneratorStatus, @Nullable Object> value;

    final Kind kind;
    final String meter;
    final @Nullable String unit;
    final String description;

    StatusFigure(
            String key,
            Kind kind,
            String meter,
            @Nullable String unit,
            String description,
            Function<UidGeneratorStatus, @Nullable Object> value) {
        this.key = key;
        this.kind = kind;
        this.meter = meter;
        this.unit = unit;
        this.description = description;
        this.value = value;
    }

    StatusFigure(String key, Function<UidGeneratorStatus, @Nullable Object> value) {
        this(key, Kind.NONE, "", null, "", value);
    }

    private static @Nullable Long boxed(OptionalLong number) {
        return number.isPresent() ? number.getAsLong() : null;
    }

    @Nullable
    Object of(UidGeneratorStatus status) {
        return value.apply(status);
    }

    /** Returns whether there is such a figure only where the worker id is leased. */
    boolean isOfLease() {
        return this == TERM || this == RESERVED_UNTIL || this == CLOCK_SKEW;
    }

    /**
     * Describes a status for JSON: numbers as they are, durations, instants and failures as their {@code toString()}. A
     * figure that the status does not have is left out.
     *
     * @param status the status
     * @param figures the figures to show
     * @return the values by name, such as {@code workerId}, in the order of the figures
     */
    public static Map<String, Object> describe(UidGeneratorStatus status, Collection<StatusFigure> figures) {
        Map<String, Object> described = new LinkedHashMap<>();
        for (StatusFigure figure : figures) {
            Object value = figure.of(status);
            if (value != null) {
                described.put(figure.key, value instanceof Number ? value : value.toString());
            }
        }
        return described;
    }
}
