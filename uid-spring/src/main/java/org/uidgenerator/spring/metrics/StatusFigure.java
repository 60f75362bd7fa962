package org.uidgenerator.spring.metrics;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidGeneratorStatus;

/**
 * The figures of a {@link UidGeneratorStatus}, as meters and the actuator show them. Each is declared here and nowhere
 * else.
 */
public enum StatusFigure {
    /** {@link UidGeneratorStatus#workerId()}. */
    WORKER_ID(UidGeneratorStatus::workerId, Kind.GAUGE, "uid.worker.id", null, "Worker id in use"),

    /** {@link UidGeneratorStatus#workerIds()}. */
    WORKER_IDS(UidGeneratorStatus::workerIds),

    /** How many {@link UidGeneratorStatus#workerIds()} there are. */
    WORKER_ID_COUNT(status -> status.workerIds().size(), Kind.GAUGE, "uid.worker.ids", null, "Worker ids in use"),

    /** {@link UidGeneratorStatus#identity()}, if it is known. */
    IDENTITY(status -> status.identity().orElse(null)),

    /** {@link UidGeneratorStatus#term()}, if the worker id is leased. */
    TERM(status -> boxed(status.term()), Kind.GAUGE, "uid.lease.term", null, "Fencing number of the lease"),

    /**
     * {@link UidGeneratorStatus#reservedUntil()}; the meter shows how far ahead of now that is, negative once it has
     * passed.
     */
    RESERVED_UNTIL(UidGeneratorStatus::reservedUntil, "uid.lease.reserved", "How far ahead of now ticks are reserved"),

    /** {@link UidGeneratorStatus#clockSkew()}, if the clocks are compared. */
    CLOCK_SKEW(
            UidGeneratorStatus::clockSkew,
            "uid.lease.clock.skew",
            "How far the clock of this host is ahead of the store's"),

    /** {@link UidGeneratorStatus#issued()}. */
    ISSUED(UidGeneratorStatus::issued, Kind.COUNTER, "uid.issued", "uids", "UIDs handed out"),

    /** {@link UidGeneratorStatus#available()}. */
    AVAILABLE(UidGeneratorStatus::available, Kind.GAUGE, "uid.available", "uids", "UIDs buffered"),

    /** {@link UidGeneratorStatus#blocks()}. */
    BLOCKS(UidGeneratorStatus::blocks, Kind.GAUGE, "uid.ring.blocks", "blocks", "Blocks of UIDs in the ring"),

    /** {@link UidGeneratorStatus#capacity()}. */
    CAPACITY(
            UidGeneratorStatus::capacity,
            Kind.GAUGE,
            "uid.ring.capacity",
            "blocks",
            "Blocks of UIDs that the ring holds"),

    /** {@link UidGeneratorStatus#borrowed()}. */
    BORROWED(UidGeneratorStatus::borrowed, "uid.borrowed", "How far UIDs are ahead of the clock"),

    /** {@link UidGeneratorStatus#staleness()}. */
    STALENESS(UidGeneratorStatus::staleness, "uid.staleness", "How far UIDs are behind the clock"),

    /** {@link UidGeneratorStatus#refills()}; the meter shows {@link #REFILL_TIME} as well. */
    REFILLS(UidGeneratorStatus::refills, Kind.TIMER, "uid.refills", null, "Refills and the time they took"),

    /** {@link UidGeneratorStatus#refillTime()}. */
    REFILL_TIME(UidGeneratorStatus::refillTime),

    /** {@link UidGeneratorStatus#waits()}. */
    WAITS(UidGeneratorStatus::waits, Kind.COUNTER, "uid.waits", "calls", "Calls that found no UID and waited"),

    /** {@link UidGeneratorStatus#rejectedTakes()}. */
    REJECTED_TAKES(
            UidGeneratorStatus::rejectedTakes, Kind.COUNTER, "uid.takes.rejected", "calls", "Calls that got no UID"),

    /** {@link UidGeneratorStatus#clockSetbacks()}. */
    CLOCK_SETBACKS(
            UidGeneratorStatus::clockSetbacks,
            Kind.COUNTER,
            "uid.clock.setbacks",
            "setbacks",
            "How often the clock was set back"),

    /** {@link UidGeneratorStatus#largestSetback()}. */
    LARGEST_SETBACK(
            UidGeneratorStatus::largestSetback,
            "uid.clock.setbacks.largest",
            "By how much the clock was set back at most"),

    /** {@link UidGeneratorStatus#failure()}, if there is one. */
    FAILURE(UidGeneratorStatus::failure),

    /** {@link UidGeneratorStatus#storeFailure()}, if there is one. */
    STORE_FAILURE(UidGeneratorStatus::storeFailure);

    /** The kind of meter that a figure becomes in a meter registry. */
    enum Kind {
        /** A number that goes up and down. */
        GAUGE,
        /** A number that only goes up. */
        COUNTER,
        /** A duration, or an instant, shown as how far ahead of now it is. */
        TIME,
        /** A number of runs, and {@link #REFILL_TIME} as their total. */
        TIMER,
        /** No meter. */
        NONE
    }

    private static final Pattern UNDERSCORE = Pattern.compile("_(.)");

    @SuppressWarnings("ImmutableEnumChecker") // a function without state
    private final Function<UidGeneratorStatus, @Nullable Object> value;

    final Kind kind;
    final String meter;
    final @Nullable String unit;
    final String description;

    StatusFigure(
            Function<UidGeneratorStatus, @Nullable Object> value,
            Kind kind,
            String meter,
            @Nullable String unit,
            String description) {
        this.value = value;
        this.kind = kind;
        this.meter = meter;
        this.unit = unit;
        this.description = description;
    }

    StatusFigure(Function<UidGeneratorStatus, @Nullable Object> time, String meter, String description) {
        this(time, Kind.TIME, meter, null, description);
    }

    StatusFigure(Function<UidGeneratorStatus, @Nullable Object> value) {
        this(value, Kind.NONE, "", null, "");
    }

    /** Returns the name in JSON, such as {@code workerId}. */
    private String key() {
        return UNDERSCORE
                .matcher(name().toLowerCase(Locale.ROOT))
                .replaceAll(next -> next.group(1).toUpperCase(Locale.ROOT));
    }

    private static @Nullable Long boxed(OptionalLong number) {
        return number.isPresent() ? number.getAsLong() : null;
    }

    @Nullable
    Object of(UidGeneratorStatus status) {
        return value.apply(status);
    }

    /** Returns whether there is such a figure only if the worker id is leased. */
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
                described.put(figure.key(), value instanceof Number ? value : value.toString());
            }
        }
        return described;
    }
}
