package org.uidgenerator.spring.boot;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.UidGeneratorStatus;

/** Judges how generators are, for the health indicators of both lines of Boot. */
final class UidHealth {
    private final Map<String, UidGenerator> generators;

    UidHealth(Map<String, UidGenerator> generators) {
        this.generators = generators;
    }

    /** From the best to the worst. */
    enum Condition {
        UP,

        /** Something failed, but there are UIDs to be had: look after it before there are none. */
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
            return conditions.stream().max(Condition::compareTo).orElse(UP);
        }
    }

    /**
     * How all generators are.
     *
     * @param worst how the worst is
     * @param details what each says
     */
    record Verdict(Condition worst, Map<String, Object> details) {}

    Verdict judge() {
        Map<String, Condition> conditions = new LinkedHashMap<>();
        Map<String, Object> details = new LinkedHashMap<>();
        generators.forEach((name, generator) -> {
            UidGeneratorStatus status = generator.status();
            conditions.put(name, Condition.of(status));
            details.put(name, describe(status));
        });
        return new Verdict(Condition.worst(conditions.values()), details);
    }

    private static Map<String, Object> describe(UidGeneratorStatus status) {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("status", Condition.of(status).name());
        details.put("workerId", status.workerId());
        details.put("available", status.available());
        details.put("reservedUntil", status.reservedUntil().toString());
        if (status.failure() != null) {
            details.put("failure", status.failure().toString());
        }
        if (status.storeFailure() != null) {
            details.put("storeFailure", status.storeFailure().toString());
        }
        return details;
    }
}
