package org.uidgenerator.spring.boot;

import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.uidgenerator.ManagedUidGenerator;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.UidGeneratorStatus;
import org.uidgenerator.spring.metrics.StatusFigure;

/** Judges the health of generators, for the health indicators of both lines of Boot. */
final class UidHealth {
    private static final Set<StatusFigure> SHOWN = EnumSet.of(
            StatusFigure.WORKER_ID,
            StatusFigure.AVAILABLE,
            StatusFigure.RESERVED_UNTIL,
            StatusFigure.CLOCK_SKEW,
            StatusFigure.CLOCK_SETBACKS,
            StatusFigure.LARGEST_SETBACK,
            StatusFigure.FAILURE,
            StatusFigure.STORE_FAILURE);

    private final Map<String, UidGenerator> generators;

    /** Makes a judge of those generators that have a status. */
    UidHealth(Map<String, UidGenerator> generators) {
        this.generators = generators;
    }

    /** From the best to the worst. */
    enum Condition {
        /** No generator says how it is. */
        UNKNOWN,

        UP,

        /** Something failed, but UIDs are available: look after it before there are none. */
        DEGRADED,

        /** No UID, and the last attempt to make some failed. */
        DOWN;

        static Condition of(UidGeneratorStatus status) {
            if (status.failure() == null && status.storeFailure() == null) {
                return UP;
            }
            return status.failure() != null && status.available() == 0 ? DOWN : DEGRADED;
        }

        static Condition worst(Collection<Condition> conditions) {
            return conditions.stream().max(Condition::compareTo).orElse(UNKNOWN);
        }
    }

    /**
     * The health of all generators.
     *
     * @param worst the condition of the worst one
     * @param details what each says
     */
    record Verdict(Condition worst, Map<String, Object> details) {}

    Verdict judge() {
        Map<String, Condition> conditions = new LinkedHashMap<>();
        Map<String, Object> details = new LinkedHashMap<>();
        generators.forEach((name, generator) -> {
            if (generator instanceof ManagedUidGenerator managed) {
                UidGeneratorStatus status = managed.status();
                conditions.put(name, Condition.of(status));
                details.put(name, describe(status));
            }
        });
        return new Verdict(Condition.worst(conditions.values()), details);
    }

    private static Map<String, Object> describe(UidGeneratorStatus status) {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("status", Condition.of(status).name());
        details.putAll(StatusFigure.describe(status, SHOWN));
        return details;
    }
}
